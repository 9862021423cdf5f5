import CTestSupport
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Vault
import VaultTestSupport

// A process that uses a vault and that a test kills at a step. Some modes fork or mount file systems. Tests start
// this program instead of forking, because a forked test process could hang: another thread could have held a lock
// of the Swift runtime during the fork.
//
//     vault-child MODE DATA KEY [STEP]
//
// The process is killed at the step with the number STEP, from 0. Its exit status is 0 for success, 7 after an
// error, and another number when an expectation of the mode is not met.

lk_test_die_with_parent()
let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3 else { exit(64) }
let (data, key, last) = (words[1], words[2], words.count > 3 ? Int(words[3]) ?? -1 : -1)
let soon = Deadline.after(.seconds(60))

let location = VaultLocation(dataDirectory: data, keyDirectory: key)
let authority = MemoryAuthority()
let clock = TestClock()
let steps = ForkSafeMutex(0)

/// Kills this process at the step with the number STEP.
let dying: @Sendable (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in
  let number = steps.withLock { number in
    defer { number += 1 }
    return number
  }
  if number == last { kill(getpid(), SIGKILL) }
}

func files() throws -> VaultFiles {
  var files = try location.open()
  files.onStep = dying
  return files
}

func vault(_ location: VaultLocation = location) -> Vault {
  Vault(
    location,
    context: UnlockContext(
      authority: authority, cache: KeyCache(), clock: clock, cost: quickCost),
    onStep: dying)
}

func run(_ mode: String) throws -> Int32 {
  switch mode {
  case "create", "resume": try vault().open(until: soon)
  case "copy": try vault().create(SampleRows.content, until: soon)
  case "commit":
    let exclusive = try ExclusiveVaultFiles(files(), until: soon)
    guard let vaultID = try exclusive.header.state().vaultID,
      let number = try exclusive.header.state().keybag?.number,
      let keybag = try files().keybags.load(number),
      let deviceKey = try files().deviceKey.load(for: vaultID)
    else { return 1 }
    _ = try KeybagCommit(exclusive).run(
      try keybag.rotatingKey(for: .always, deviceKey: deviceKey, random: SystemRandom()),
      deviceKey: deviceKey)
  case "set": try vault().changePasscode(from: nil, to: passcode("1234"), until: soon)
  case "change":
    try vault().changePasscode(from: passcode("1234"), to: passcode("5678"), until: soon)
  case "remove": try vault().changePasscode(from: passcode("1234"), to: nil, until: soon)
  case "rotate": _ = try vault().rotate(nil, timeout: .seconds(60), onProgress: { _, _ in })
  case "device-key": try vault().changeDeviceKey(nil, until: soon)
  case "repair": _ = try vault().repair(nil, onlyIfMarked: false, until: soon)
  case "erase": _ = try vault().erase(until: soon)
  case "accept": _ = try vault().acceptOlder(until: soon)
  case "count":
    guard let header = try files().header() else { return 1 }
    for _ in 0..<50 {
      try header.change(until: soon) {
        $0.lockGeneration += 1
        $0.settings.timeout = UInt32($0.lockGeneration)
      }
    }
  case "try":
    guard let header = try files().header() else { return 1 }
    _ = try header.trying(at: SystemBootClock().now, until: soon) { () throws(KeychainError) in
      kill(getpid(), SIGKILL)
    }
  case "fork": return try useAfterFork()
  case "volumes": return try lockOnSmallVolumes()
  default: return 64
  }
  return 0
}

/// After a fork, the child process has none of the parent's keys.
func useAfterFork() throws -> Int32 {
  authority.refuse()
  let vault = vault()
  try vault.changePasscode(from: nil, to: passcode("1234"), until: soon)
  guard try vault.status(until: soon).state == .unlocked else { return 1 }
  vault.closeConnections()
  let child = lk_test_fork(30)
  if child == 0 {
    let state = try? vault.status(until: soon).state
    _exit(state == .beforeFirstUnlock ? 0 : 1)
  }
  guard lk_test_wait(child) == 0 else { return 2 }
  return try vault.status(until: soon).state == .unlocked ? 0 : 3
}

/// Locks and unlocks a vault on a full disk and on a read-only volume. Both are a small file system in a private mount
/// namespace.
func lockOnSmallVolumes() throws -> Int32 {
  guard lk_test_private_mounts() == 0, lk_test_mount_memory(data, 1 << 20) == 0 else { return 1 }
  let location = VaultLocation(dataDirectory: data + "/vault", keyDirectory: data + "/vault")
  func process() -> Vault { vault(location) }
  func code(_ body: () throws -> Void) -> (KeychainError.Code, String)? {
    do {
      try body()
      return nil
    } catch let error as KeychainError {
      return (error.code, error.reason)
    } catch { return nil }
  }
  try process().changePasscode(from: nil, to: passcode("1234"), until: soon)
  // Fills the disk completely.
  let filler = open(data + "/filler", O_WRONLY | O_CREAT, 0o600)
  let block = [UInt8](repeating: 1, count: 4096)
  while write(filler, block, block.count) > 0 {}
  guard try process().status(until: soon).state == .unlocked else { return 3 }
  _ = try process().lock(until: soon)
  guard try process().status(until: soon).state == .locked else { return 4 }
  guard code({ try process().unlock(passcode("0"), until: soon) })?.0 == .authenticationFailed
  else {
    return 5
  }
  guard try location.open().header()?.attempts().failures == 1 else { return 6 }
  try process().unlock(passcode("1234"), until: soon)
  guard try process().status(until: soon).state == .unlocked else { return 7 }
  let refused = code {
    try process().changePasscode(from: passcode("1234"), to: passcode("5678"), until: soon)
  }
  // The change of the passcode failed, so the former keybag is still the current keybag.
  guard refused?.0 == .notAvailable, try process().status(until: soon).state == .unlocked else {
    return 8
  }
  close(filler)
  unlink(data + "/filler")
  _ = try process().lock(until: soon)
  try process().unlock(passcode("1234"), until: soon)

  guard lk_test_mount_again(data, 1) == 0 else { return 10 }
  let last = process()
  guard try last.status(until: soon).state == .unlocked else { return 11 }
  let unrecorded = code { _ = try last.lock(until: soon) }
  guard unrecorded?.0 == .readOnly, unrecorded?.1.contains("the keys were revoked") == true else {
    return 12
  }
  guard authority.count == 1, try last.status(until: soon).state == .locked,
    try process().status(until: soon).state == .locked
  else { return 13 }
  return 0
}

do {
  exit(try run(words[0]))
} catch {
  print("\(error)")
  exit(7)
}
