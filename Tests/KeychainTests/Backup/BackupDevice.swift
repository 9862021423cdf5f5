import KeychainCrypto
import KeychainModel
import LockTestSupport
import RowSealing
import TestSupport

@testable import Keychain

/// A machine with a keychain. The files of the machine can be copied to another machine.
struct BackupDevice {
  let machine: TestMachine
  let keychain: LocalKeychain
  let clock = TestKeychainClock()

  init() throws {
    machine = try TestMachine()
    keychain = machine.process(clock: clock)
  }

  /// The same keychain in another process.
  func reopened() -> LocalKeychain { machine.process(clock: clock) }

  static let caller = Caller(accessGroups: ["app", "other"])

  @discardableResult
  func add(
    _ service: String, _ more: AttributeSet = AttributeSet(), secret: [UInt8]? = nil,
    with credential: AccessCredential? = nil
  ) throws(KeychainError) -> RowIdentifier {
    var attributes = AttributeSet([.service: .string(service), .account: .string("account")])
    for (name, value) in more.entries { attributes[name] = value }
    let request = AddRequest(
      .genericPassword, attributes: attributes, secret: secret ?? Array(service.utf8))
    let items = try keychain.perform(.add(request), as: Self.caller, with: credential)
    return items[0].identifier
  }

  func update(_ service: String, label: String) throws(KeychainError) {
    let query = ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string(service)]),
      isSynchronizable: nil)
    let update = UpdateRequest(
      query, changes: AttributeSet([.label: .string(label)]), secret: nil)
    _ = try keychain.perform(.update(update), as: Self.caller)
  }

  func delete(_ service: String) throws(KeychainError) {
    let query = ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string(service)]),
      isSynchronizable: nil)
    _ = try keychain.perform(.delete(DeleteRequest(query)), as: Self.caller)
  }

  /// All items in order, with all attributes and secrets. The digests are omitted, because a digest depends on the
  /// nonce of the secret.
  func items(_ itemClass: ItemClass = .genericPassword) throws(KeychainError) -> [BackupRecord] {
    let request = SearchRequest(
      ItemQuery(itemClass, isSynchronizable: nil), contents: [.attributes, .secret], limit: nil)
    let found: [Item]
    do throws(KeychainError) {
      found = try keychain.perform(.search(request), as: Self.caller)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
    return found.map { item in
      var attributes = item.attributes
      attributes[.digest] = nil
      return BackupRecord(
        itemClass, item.identifier, attributes, SecretContent(data: item.secret))
    }
  }

  func services() throws(KeychainError) -> [String] {
    try items().map { $0.attributes[.service]?.text ?? "" }
  }

  @discardableResult
  func export(
    to folder: TemporaryDirectory, _ passphrase: String? = "passphrase", replaces: Bool = false
  ) throws -> BackupOutcome {
    try keychain.exportBackup(
      to: Array(folder("backup").utf8), passphrase: try passphrase.map(passcode),
      replaces: replaces)
  }

  @discardableResult
  func restore(
    from folder: TemporaryDirectory, _ passphrase: String? = "passphrase",
    deviceKey name: String? = nil, isDryRun: Bool = false
  ) throws -> RestoreOutcome {
    try keychain.importBackup(
      from: Array(folder("backup").utf8), passphrase: try passphrase.map(passcode),
      deviceKeyCopy: name.map { .file(Array(folder($0).utf8)) }, isDryRun: isDryRun)
  }
}
