import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import TortureScript
import Vault

@testable import Keychain

/// A keychain call during which a system call failed or killed the process. `problem` checks the files after the call.
struct FaultedRun {
  let store: FaultedStore
  let folder: TemporaryDirectory

  /// The status of the keychain call; nil when the process was killed.
  let status: Int32?
  let reason: String

  /// Whether the keychain call made so many system calls that the chosen one was reached.
  let wasHit: Bool
  /// The number of system calls during the keychain call.
  let count: Int

  /// Makes the keychain call in a separate process.
  ///
  /// - Parameters:
  ///   - call: The call to make; nil for `store.call`.
  ///   - number: The number of the system call that fails; 0 for none.
  ///   - error: The error of the system call; 0 if the system call kills the process.
  ///   - dies: Whether the process is killed after the keychain call, before it closes the keychain.
  init(
    _ store: FaultedStore, _ call: FaultedCall? = nil, in folder: TemporaryDirectory,
    number: Int = 0, error: Int32 = 0, dies: Bool = false
  ) throws {
    self.store = store
    self.folder = folder
    if call == nil, store.call == .removePasscode { try Self.leaveTickets(store, folder) }
    let child = try Child(
      "fault", folder.path, (call ?? store.call).rawValue, store.hasKeyFolder ? 1 : 0, number,
      Int(error), dies ? 1 : 0)
    let words = child.line()?.split(separator: " ", maxSplits: 2).map(String.init)
    let ending = child.wait()
    guard let words, words.count > 1 else {
      guard ending == -SIGKILL, number > 0, error == 0 else {
        throw Child.Failure(reason: "the process ended with \(ending)")
      }
      (status, reason, wasHit, count) = (nil, "killed", true, number)
      return
    }
    status = Int32(words[1])
    reason = words.count > 2 ? words[2] : ""
    count = Int(words[0]) ?? 0
    wasHit = number > 0 && count >= number
  }

  /// Unlocks the keychain, which stores tickets in the kernel. The removal of the passcode must revoke these tickets.
  private static func leaveTickets(_ store: FaultedStore, _ folder: TemporaryDirectory) throws {
    guard let passcode = store.call.passcodes.before else { return }
    let keychain = LocalKeychain(
      FaultedCall.Place(folder.path).location(hasKeyFolder: store.hasKeyFolder),
      locking: FaultedCall.locking(KernelKeyring()))
    _ = try keychain.unlock(Passcodes.passcode(passcode))
    keychain.close()
  }

  private var place: FaultedCall.Place { FaultedCall.Place(folder.path) }

  func keychain() -> LocalKeychain {
    LocalKeychain(
      place.location(hasKeyFolder: store.hasKeyFolder),
      locking: FaultedCall.locking(KernelKeyring()))
  }

  private var location: StoreLocation { place.location(hasKeyFolder: store.hasKeyFolder) }

  /// The name of the current keybag file, relative to the folder.
  private func keybagName() throws -> String {
    "data/keybag.\(try location.state()?.keybag?.number ?? 0)"
  }

  private func file(_ name: String) -> [UInt8]? { try? folder.read(name) }

  private var deviceKeyName: String { "\(store.keyFolder)/device.key" }

  /// Checks the files after the call. The check may repair and change the files.
  ///
  /// - Returns: A description of the problem; nil when there is none.
  func problem() throws -> String? {
    defer { forgetTickets() }
    switch store.call {
    case .create: return try problemWithAdded([])
    case .add: return try problemWithAdded(FaultedStore.items)
    case .importDeviceKey, .removeDeviceKey:
      if file(deviceKeyName) == nil {
        if store.call == .importDeviceKey, status == 0 { return "done, and nothing is in place" }
        if store.call == .removeDeviceKey, let status, status != 0 { return "failed, and gone" }
        guard try FaultedRun(store, .importDeviceKey, in: folder).status == 0 else {
          return "the copy cannot be put in place"
        }
      } else {
        if store.call == .removeDeviceKey, status == 0 { return "done, and it is there" }
        if store.call == .importDeviceKey, let status, status != 0 { return "failed, and in place" }
      }
      return try problemWithItems(FaultedStore.items, nil)
    case .setPasscode, .changePasscode, .removePasscode: return try problemWithPasscode()
    case .changeDeviceKey, .changeDeviceKeyWithPasscode:
      // This check opens the keychain, which completes the change of the device key.
      if let problem = try problemWithItems(FaultedStore.items, store.call.passcodes.before) {
        return problem
      }
      let isNew = file(deviceKeyName) != store.original(deviceKeyName)
      if let status, (status == 0) != isNew { return "said \(status), is new: \(isNew)" }
      return nil
    case .rotateKeys, .rotateKeysWithPasscode:
      if status == 0 {
        // If the error occurred after the commit, the header does not contain the change yet. The next opening of the
        // keychain updates the header.
        _ = try? keychain().lockStatus()
        guard let keybag = try location.keybag(), keybag.retiredKeyIDs.isEmpty else {
          return "done, and old keys are left"
        }
        if try file(keybagName()) == store.original(keybagName()) {
          return "done, and the keys are the old ones"
        }
      }
      if let problem = try problemWithItems(FaultedStore.items, store.call.passcodes.before) {
        return problem
      }
      let again = try FaultedRun(store, in: folder)
      guard again.status == 0 else { return "not to be finished: \(again.reason)" }
      return try problemWithItems(FaultedStore.items, store.call.passcodes.before)
    case .exportBackup, .exportBackupOver: return try problemWithBackup()
    case .importBackup: return try problemWithRestored()
    case .exportDeviceKey:
      let copy = file("out/copy")
      if let copy, copy != store.original(deviceKeyName) { return "a copy of \(copy.count) bytes" }
      if let status, (status == 0) != (copy != nil) { return "said \(status)" }
      return try problemWithItems(FaultedStore.items, nil)
    case .open: return try problemWithItems(FaultedStore.items, nil)
    }
  }

  private func problemWithPasscode() throws -> String? {
    // Opening the keychain revokes the tickets, so this check must come before the opening. A ticket may remain only if
    // its revocation failed. Such a ticket unlocks nothing.
    if store.call == .removePasscode, status == 0, !wasHit, hasTicket() {
      return "keys are left in the kernel"
    }
    _ = try? keychain().lockStatus()
    let (before, after) = store.call.passcodes
    guard let keybag = try location.keybag(),
      let deviceKey = try DeviceKeyFile(in: .openOrCreate(folder(store.keyFolder))).load()
    else { return "no keys" }
    let opening = ["one", "two"].filter { text in
      (try? keybag.passcodeKey(Passcodes.passcode(text), deviceKey: deviceKey)) != nil
    }
    let present = opening.first
    guard opening.count == (keybag.hasPasscode ? 1 : 0), present == before || present == after
    else { return "opened by \(opening)" }
    if let status, (status == 0) != (present == after) {
      return "said \(status), and the passcode is \(present ?? "none")"
    }
    return try problemWithItems(FaultedStore.items, present)
  }

  private func problemWithBackup() throws -> String? {
    let names = TemporaryDirectory.names(place.out)
    let hasBackup = names.contains("backup") && file("out/backup") != FaultedStore.replaced
    if let status, (status == 0) != hasBackup, !reason.hasPrefix("it is complete") {
      return "said \(status), a backup: \(hasBackup)"
    }
    if names.contains("backup"), store.call == .exportBackupOver || hasBackup {
      if hasBackup, let problem = try problemOfRestoring("backup") { return problem }
    } else if store.call == .exportBackupOver {
      return "the file that was to be replaced is gone"
    }
    for name in names where name != "backup" {
      // An export that replaces a file writes a complete backup under a temporary name and then renames it. A kill
      // before the renaming leaves the temporary name.
      guard store.call == .exportBackupOver, status == nil, !hasBackup else {
        return "left \(name)"
      }
      if let problem = try problemOfRestoring(name) { return problem }
    }
    return try problemWithItems(FaultedStore.items, nil)
  }

  private func problemOfRestoring(_ name: String) throws -> String? {
    let other = try FaultedStore.folder(with: ["out/backup": file("out/\(name)") ?? []])
    let run = try FaultedRun(store, .importBackup, in: other)
    guard run.status == 0 else { return "\(name) is no whole backup: \(run.reason)" }
    return try run.problemWithItems(FaultedStore.items, nil)
  }

  private func problemWithAdded(_ items: [String]) throws -> String? {
    let keychain = keychain()
    let found = Simple(keychain).find(FaultedCall.added)
    keychain.close()
    let isThere = found.status == 0
    guard isThere || found.status == KeychainError.Code.itemNotFound.rawValue else {
      return "not to be searched: \(found)"
    }
    if let status, (status == 0) != isThere { return "said \(status), is there: \(isThere)" }
    return try problemWithItems(items + (isThere ? [FaultedCall.added] : []), nil)
  }

  private func problemWithRestored() throws -> String? {
    let simple = Simple(keychain())
    let found = FaultedStore.items.filter { simple.find($0).status == 0 }
    guard found.isEmpty || found == FaultedStore.items else { return "only \(found) restored" }
    if let status, (status == 0) != !found.isEmpty { return "said \(status), restored \(found)" }
    return try problemWithItems([FaultedStore.own] + found, nil)
  }

  /// Checks that the keychain can be opened with `passcode` and contains exactly `items`.
  func problemWithItems(_ items: [String], _ passcode: String?) throws -> String? {
    let keychain = keychain()
    defer { keychain.close() }
    do throws(KeychainError) {
      let status = try keychain.lockStatus()
      guard status.hasPasscode == (passcode != nil) else { return "passcode: \(status)" }
      if let passcode { _ = try keychain.unlock(Passcodes.passcode(passcode)) }
    } catch {
      return "not to be opened: \(error.reason)"
    }
    let simple = Simple(keychain)
    for item in items {
      let answer = simple.find(item)
      guard answer.status == 0 else { return "\(item): \(answer)" }
    }
    guard simple.count().text == "\(items.count)" else { return "\(simple.count()) items" }
    let verified = simple.verify()
    guard verified.status == 0 else { return "verified: \(verified.text)" }
    if passcode == nil, hasTicket() { return "keys of before are left in the kernel" }
    if let litter = litter() { return "left \(litter)" }
    guard simple.add("later").status == 0, simple.delete("later").status == 0 else {
      return "nothing can be stored"
    }
    return nil
  }

  private func litter() -> String? {
    let known: Set = [
      "keychain.db", "keychain.db-wal", "keychain.db-shm", "latchkey.lock", "device.key",
    ]
    var names = Set(TemporaryDirectory.names(place.data) + TemporaryDirectory.names(place.key))
    if let name = try? keybagName() { names.remove(String(name.dropFirst("data/".count))) }
    if let name = names.subtracting(known).first { return name }
    guard let state = try? location.state() else { return nil }
    return state.job == nil && state.pending == nil ? nil : "the line of a job"
  }

  private func vaultID() -> RowIdentifier? {
    try? location.state()?.vaultID
  }

  private func hasTicket() -> Bool {
    guard let vaultID = vaultID() else { return false }
    return KeyTicket.Purpose.allCases.contains { KernelKeyring().ticket($0, of: vaultID) != nil }
  }

  private func forgetTickets() {
    if let vaultID = vaultID() { FaultedStore.forgetTickets(of: vaultID) }
  }
}
