import Keychain
import KeychainCrypto
import KeychainModel
import TortureScript
import Vault
import VaultTestSupport

/// An operation of a program on a keychain.
enum Operation {
  case add(String, Int)
  case update(String, Int)
  /// Changes the comment of all items in one transaction.
  case updateAll(comment: Int)
  case delete(String)
  case find(String)
  /// Makes a call that finds damage in the database. The call records the damage in the header.
  case meetDamage
  case setPasscode(String), changePasscode(String), removePasscode
  case lock, unlock, wrongPasscode
  case timeout(UInt32?)
  case rotate, changeDeviceKey
  /// Closes the keychain, which checkpoints the write-ahead log.
  case close
  case compact, purge
  case repair, acceptOlder, erase
  /// Adds an item with the same uniqueness key as a row that cannot be opened. That row is moved to quarantine.
  case replaceDamaged(String, Int)
  case dropQuarantined
  case exportBackup(replaces: Bool), importBackup
  case exportDeviceKey, removeDeviceKey, importDeviceKey

  /// Runs the operation.
  ///
  /// - Parameter truth: The expected state of the keychain. `run` changes `truth` from the state before the
  ///   operation to the state after the operation.
  func run(_ place: Place, _ keychain: LocalKeychain, _ truth: inout Truth) throws {
    let simple = Simple(keychain)
    let client = keychain.client
    switch self {
    case .add(let name, let count), .replaceDamaged(let name, let count):
      try expect(simple.add(name, byteCount: count))
      truth.items[name] = Truth.Entry(byteCount: count)
      if case .replaceDamaged = self {
        truth.damagedRows -= 1
        truth.quarantinedRows += 1
      }
    case .update(let name, let count):
      try expect(simple.update(name, byteCount: count))
      truth.items[name]?.byteCount = count
    case .updateAll(let comment):
      _ = try keychain.perform(
        .update(
          UpdateRequest(
            ItemQuery(.genericPassword, isSynchronizable: nil),
            changes: AttributeSet([.comment: .string("\(comment)")]))), as: simple.caller)
      for name in truth.items.keys { truth.items[name]?.comment = comment }
    case .delete(let name):
      try expect(simple.delete(name))
      truth.items[name] = nil
    case .find(let name): try expect(simple.find(name))
    case .meetDamage:
      let isMet = truth.items.keys.sorted().contains {
        simple.find($0).status == KeychainError.Code.notAvailable.rawValue
      }
      guard isMet || simple.count().status != 0 else { throw Failure("no call meets damage") }
    case .setPasscode(let text):
      _ = try client.setPasscode(try passcode(text))
      truth.passcode = text
    case .changePasscode(let text):
      _ = try client.changePasscode(from: try present(truth), to: try passcode(text))
      truth.passcode = text
    case .removePasscode:
      try client.removePasscode(try present(truth))
      truth.passcode = nil
    case .lock: try client.lock()
    case .unlock: _ = try client.unlock(try present(truth))
    case .wrongPasscode:
      do {
        _ = try client.unlock(try passcode("wrong"))
        throw Failure("a wrong passcode unlocks")
      } catch let error as KeychainError {
        guard error.code == .authenticationFailed else { throw error }
      }
    case .timeout(let seconds):
      try client.set(LockSettings(timeout: seconds))
      truth.timeout = seconds
    case .rotate: _ = try client.rotateKeys(truth.passcode.map { try passcode($0) })
    case .changeDeviceKey:
      _ = try client.changeDeviceKey(truth.passcode.map { try passcode($0) })
    case .close: client.close()
    case .compact: _ = try client.compact()
    case .purge: _ = try client.purge()
    case .repair:
      guard try client.repair(truth.passcode.map { try passcode($0) }) != nil else {
        throw Failure("nothing was repaired")
      }
      truth.need = .nothing
    case .acceptOlder:
      guard try client.acceptOlder() else { throw Failure("nothing was accepted") }
      truth.need = .nothing
    case .erase:
      guard try client.eraseEverything() != nil else { throw Failure("nothing was erased") }
      let lockGeneration = truth.lockGeneration
      truth = Truth()
      truth.lockGeneration = lockGeneration
    case .dropQuarantined:
      _ = try client.dropQuarantined()
      truth.quarantinedRows = 0
    case .exportBackup(let replaces):
      _ = try client.exportBackup(
        to: place.backup, passphrase: try passcode("phrase"), replaces: replaces)
      truth.hasBackup = true
    case .importBackup:
      _ = try client.importBackup(
        from: place.backup, passphrase: try passcode("phrase"), isDryRun: false)
      for item in place.itemsOfBackup { truth.items[item.key] = item.value }
    case .exportDeviceKey:
      _ = try client.exportDeviceKey(to: place.copy)
      truth.hasCopy = true
    case .removeDeviceKey:
      _ = try client.removeDeviceKeyFile(copy: place.copy)
      truth.isDeviceKeyRemoved = true
    case .importDeviceKey:
      _ = try client.importDeviceKey(from: place.copy)
      truth.isDeviceKeyRemoved = false
    }
    if let state = try place.state() { truth.lockGeneration = state.lockGeneration }
    truth.failures = try place.failures()
  }

  private func expect(_ answer: Simple.Answer) throws {
    guard answer.status == 0 else { throw Failure("\(self): \(answer.status) \(answer.text)") }
  }

  private func present(_ truth: Truth) throws -> Passcode { try passcode(truth.passcode ?? "") }
}

/// The folders of a keychain, of its exports and of its imports, below one root folder.
struct Place {
  let root: String
  var itemsOfBackup: [String: Truth.Entry] = [:]

  init(_ root: String, itemsOfBackup: [String: Truth.Entry] = [:]) {
    self.root = root
    self.itemsOfBackup = itemsOfBackup
  }

  /// The folders `data` and `key` are separate. In a common folder, the fsync(2) after a change of the data would hide
  /// a missing fsync(2) after a change of the key.
  static let folders = ["data", "key", "out"]

  var location: StoreLocation {
    StoreLocation(dataDirectory: "\(root)/data", keyDirectory: "\(root)/key")
  }

  var backup: [UInt8] { Array("\(root)/out/backup".utf8) }
  var copy: [UInt8] { Array("\(root)/out/copy".utf8) }

  /// The keychain in a new process, with an empty kernel keyring. A power failure deletes the kernel's keyring.
  func keychain() -> LocalKeychain { LocalKeychain(location, locking: Self.context()) }

  static func context() -> UnlockContext {
    UnlockContext(authority: MemoryAuthority(), cache: KeyCache(), clock: TestClock(), cost: quickCost)
  }

  func state() throws -> HeaderState? {
    try location.vault.existing()?.header()?.read()?.state
  }

  func failures() throws -> UInt32 {
    try location.vault.existing()?.header()?.attempts().failures ?? 0
  }
}

extension LocalKeychain {
  /// The client with the access of the `security` tool.
  var client: KeychainClient { KeychainClient(self, as: .tool) }
}
