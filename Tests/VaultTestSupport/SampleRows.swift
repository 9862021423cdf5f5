import KeychainCrypto
package import KeychainModel
import KeychainStore
package import RowSealing
package import Vault

/// Adds generic passwords to a vault and finds them. Does not apply the rules that the keychain has for items.
package enum SampleRows {
  private static let schema = ItemSchema.of(.genericPassword)

  private static func attributes(
    _ name: String, _ accessibility: Accessibility
  ) -> AttributeSet {
    var attributes = AttributeSet([
      .accessGroup: .string("group"), .service: .string(name), .account: .string("account"),
    ])
    attributes[.accessible] = .string(accessibility.constant)
    return attributes
  }

  /// The content of another vault, without rows.
  package static var content: VaultContent {
    VaultContent(RowIdentifier(high: 5, low: 5), LockSettings(timeout: 77), nil) { (key) throws(KeychainError) in
      try Keybag.create(deviceKey: key, random: SystemRandom())
    } rows: { (_) in
    }
  }

  /// Adds a row whose secret is `name`.
  package static func add(
    _ name: String, _ accessibility: Accessibility = .whenUnlocked, to session: ItemSession
  ) throws(KeychainError) {
    let sealer = session.sealer
    let attributes = attributes(name, accessibility)
    let group = try sealer.blinder.group("group")
    var indexed = IndexedValues()
    for index in schema.indices {
      indexed.append(try sealer.blinder.value(of: index, schema, attributes, in: group))
    }
    var row = ItemRow(
      number: 0, identifier: try sealer.makeIdentifier(),
      keyID: try sealer.activeKey(for: accessibility), accessibility: accessibility,
      isSynchronizable: false, isTombstone: false, policy: 0, accessGroup: group,
      uniqueness: try sealer.blinder.uniqueness(of: attributes, schema), indexed: indexed,
      tags: [], metadata: [], secret: nil)
    let (descriptor, _) = try sealer.sealSecret(
      SecretContent(data: Array(name.utf8)), attributes, nil, into: &row, schema)
    try sealer.sealMetadata(
      OpenedRow(attributes: attributes, secret: descriptor), nil, into: &row, schema)
    try session.connection.insert(row, into: .genericPassword)
  }

  /// Returns the secrets of the rows that can be opened, in creation order.
  package static func names(_ session: ItemSession) throws(KeychainError) -> [String] {
    var names: [String] = []
    try session.connection.forEachRow(of: .genericPassword) { (_, row) throws(KeychainError) in
      guard let row, case .opened(let content) = try session.sealer.open(row, schema) else {
        return true
      }
      let secret = try session.sealer.openSecret(row, content, schema) { () in [] }
      names.append(String(decoding: secret.data ?? [], as: UTF8.self))
      return true
    }
    return names
  }

  /// Returns whether the uniqueness index finds the row with this name.
  package static func finds(
    _ name: String, _ session: ItemSession
  ) throws(KeychainError) -> Bool {
    let uniqueness = try session.sealer.blinder.uniqueness(
      of: attributes(name, .whenUnlocked), schema)
    return try session.connection.row(uniqueness: uniqueness, of: .genericPassword) != nil
  }
}
