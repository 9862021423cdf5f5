import CTestSupport
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Vault
import VaultTestSupport

// A process of its own for what tests do to processes: it dies at a step, forks, or mounts file systems. A child
// that was forked from the tests themselves could hang in a lock of Swift's runtime that another thread held.
//
//     vault-child MODE DATA KEY [STEP]
//
// It is killed at the step of that number, or ends with 0; with 7 after an error, and with another number when an
// expectation of the mode is not met.

lk_test_die_with_parent()
let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3 else { exit(64) }
let (data, key, last) = (words[1], words[2], words.count > 3 ? Int(words[3]) ?? -1 : -1)
let soon = Deadline.after(.seconds(60))

func files() throws -> VaultFiles {
  VaultFiles(
    data: try .openOrCreate(data), deviceKey: DeviceKeyFile(in: try .openOrCreate(key)))
}

func dieIfLast(_ step: some Equatable, of steps: [some Equatable]) {
  guard let number = steps.firstIndex(where: { "\($0)" == "\(step)" }) else { return }
  if number == last { kill(getpid(), SIGKILL) }
}

func creation(_ exclusive: ExclusiveFiles) -> VaultCreation {
  var creation = VaultCreation(exclusive, random: SystemRandom())
  creation.onStep = { (step) throws(KeychainError) in
    dieIfLast(step, of: VaultCreation.Step.allCases)
  }
  return creation
}

func run(_ mode: String) throws -> Int32 {
  switch mode {
  case "create":
    let exclusive = try ExclusiveFiles(files(), until: soon)
    if try exclusive.consistency() == .empty { try creation(exclusive).run() }
  case "resume":
    let exclusive = try ExclusiveFiles(files(), until: soon)
    let state = try exclusive.state()
    guard let vaultID = state.vaultID, let to = state.job?.to else { return 1 }
    try creation(exclusive).resume(vaultID, to)
  case "commit":
    let exclusive = try ExclusiveFiles(files(), until: soon)
    guard let vaultID = try exclusive.state().vaultID,
      let number = try exclusive.state().keybag?.number,
      let keybag = try files().keybags.load(number),
      let deviceKey = try files().deviceKey.load(for: vaultID)
    else { return 1 }
    var commit = KeybagCommit(exclusive)
    commit.onStep = { (step) throws(KeychainError) in
      dieIfLast(step, of: KeybagCommit.Step.allCases)
    }
    _ = try commit.run(
      try keybag.rotatingKey(for: .always, deviceKey: deviceKey, random: SystemRandom()),
      deviceKey: deviceKey)
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
    _ = try header.trying(at: .now, until: soon) { () throws(KeychainError) in
      kill(getpid(), SIGKILL)
    }
  case "fork": return try useAfterFork()
  case "volumes": return try lockOnSmallVolumes()
  default: return 64
  }
  return 0
}

/// A child has none of the keys of its parent.
func useAfterFork() throws -> Int32 {
  let authority = MemoryAuthority()
  authority.refuse()
  let vault = Vault(
    try files(), authority: authority, clock: TestClock(), passcodeCost: quickCost)
  try vault.changePasscode(from: nil, to: passcode("1234"), until: soon)
  guard try vault.status()?.lockState == .unlocked else { return 1 }
  let child = lk_test_fork(30)
  if child == 0 {
    let state = try? vault.status()?.lockState
    _exit(state == .beforeFirstUnlock ? 0 : 1)
  }
  guard lk_test_wait(child) == 0 else { return 2 }
  return try vault.status()?.lockState == .unlocked ? 0 : 3
}

/// A full disk and a read-only volume: a small file system in a private mount namespace.
func lockOnSmallVolumes() throws -> Int32 {
  guard lk_test_private_mounts() == 0, lk_test_mount_memory(data, 1 << 20) == 0 else { return 1 }
  let (authority, clock) = (MemoryAuthority(), TestClock())
  let directory = try ProtectedDirectory.openOrCreate(data + "/vault")
  let files = VaultFiles(data: directory, deviceKey: DeviceKeyFile(in: directory))
  func process() -> Vault {
    Vault(files, authority: authority, clock: clock, passcodeCost: quickCost)
  }
  func code(_ body: () throws -> Void) -> (KeychainError.Code, String)? {
    do {
      try body()
      return nil
    } catch let error as KeychainError {
      return (error.code, error.reason)
    } catch { return nil }
  }
  try process().changePasscode(from: nil, to: passcode("1234"), until: soon)
  // Not a byte is left.
  let filler = open(data + "/filler", O_WRONLY | O_CREAT, 0o600)
  let block = [UInt8](repeating: 1, count: 4096)
  while write(filler, block, block.count) > 0 {}
  guard try process().status()?.lockState == .unlocked else { return 3 }
  _ = try process().lock(until: soon)
  guard try process().status()?.lockState == .locked else { return 4 }
  guard code({ try process().unlock(passcode("0"), until: soon) })?.0 == .authenticationFailed
  else {
    return 5
  }
  guard try files.header()?.attempts().failures == 1 else { return 6 }
  try process().unlock(passcode("1234"), until: soon)
  guard try process().status()?.lockState == .unlocked else { return 7 }
  let refused = code {
    try process().changePasscode(from: passcode("1234"), to: passcode("5678"), until: soon)
  }
  // The former keybag is in force.
  guard refused?.0 == .notAvailable, try process().status()?.lockState == .unlocked else {
    return 8
  }
  close(filler)
  unlink(data + "/filler")
  _ = try process().lock(until: soon)
  try process().unlock(passcode("1234"), until: soon)

  guard lk_test_mount_again(data, 1) == 0 else { return 10 }
  let last = process()
  guard try last.status()?.lockState == .unlocked else { return 11 }
  let unrecorded = code { _ = try last.lock(until: soon) }
  guard unrecorded?.0 == .readOnly, unrecorded?.1.contains("the keys were revoked") == true else {
    return 12
  }
  guard authority.count == 1, try last.status()?.lockState == .locked,
    try process().status()?.lockState == .locked
  else { return 13 }
  return 0
}

do {
  exit(try run(words[0]))
} catch {
  print("\(error)")
  exit(7)
}
