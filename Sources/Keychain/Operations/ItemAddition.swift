import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Performs an add.
final class ItemAddition {
  let request: AddRequest
  let caller: Caller
  let clock: any KeychainClock

  init(request: AddRequest, caller: Caller, clock: any KeychainClock) {
    self.request = request
    self.caller = caller
    self.clock = clock
  }

  private var schema: ItemSchema { ItemSchema.of(request.itemClass) }

  /// Returns the complete attributes of the new item. `further` contains the attributes that are stored together with
  /// the secret.
  ///
  /// - Throws: `.missingEntitlement` when the caller may not write to the access group. `.parameter` for an
  ///   accessibility that cannot be stored, and for an access control on a synchronizable item. `.unexpected` for an
  ///   identity, which is stored as a certificate and a key.
  func attributes() throws(KeychainError) -> (attributes: AttributeSet, further: AttributeSet) {
    var attributes = AttributeSet()
    attributes.reserveCapacity(schema.attributes.count)
    var further = AttributeSet()
    let given = request.attributes
    let group = try caller.groupToAdd(named: given[.accessGroup]?.text)
    let now = clock.now
    for attribute in schema.attributes {
      let name = attribute.name
      if attribute.traits.contains(.secret) {
        if let value = given[name] { further.append(name, value) }
        continue
      }
      let value: AttributeValue? =
        switch name {
        case .accessGroup: .string(group)
        case .creationDate, .modificationDate: .date(now)
        case .accessible: given[name] ?? .string(defaultAccessibility(group).constant)
        case _ where attribute.traits.contains(.settableByAdd):
          given[name] ?? attribute.defaultValue
        default: attribute.defaultValue
        }
      if let value { attributes.append(name, value) }
    }
    try ProtectionRules.check(attributes)
    guard request.itemClass != .identity else {
      // An identity is stored as a certificate and a key. The attributes of this request describe only one item.
      throw KeychainError(.unexpected, "an identity is added by a reference to one")
    }
    return (attributes, further)
  }

  /// Adds the item.
  ///
  /// - Throws: `.duplicateItem` when another item has the uniqueness key; the errors of `UniquenessConflict`
  ///   and `copying`.
  func run(
    _ attributes: AttributeSet, _ further: AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> Item {
    if let key = request.copiedKey {
      var attributes = attributes
      return try copying(key, &attributes, session).run(attributes, further, session)
    }
    try session.sealer.requireOpen(attributes)
    let writer = RowWriter(session: session, schema: schema)
    let existingItem = UniquenessConflict(session: session, schema: schema, clock: clock)
    let content = SecretContent(data: request.secret, further: further)
    var attributes = attributes
    var identifier: RowIdentifier
    let uniqueness = try writer.uniqueness(of: attributes)
    if let tombstone = try existingItem.resolve(at: uniqueness) {
      // The new item takes over the reference of the tombstone. The date of the new item must be later than the date of
      // the tombstone.
      identifier = tombstone.row.identifier
      ModificationDate.advance(&attributes, beyond: tombstone.content.attributes)
      attributes = try writer.write(
        attributes, .set(content), identifier: identifier, uniqueness: uniqueness,
        replacing: tombstone.row)
    } else {
      identifier = try session.sealer.makeIdentifier()
      attributes = try writer.write(
        attributes, .set(content), identifier: identifier, uniqueness: uniqueness, replacing: nil)
    }
    var item = Item(schema.itemClass, identifier: identifier)
    if request.contents.contains(.attributes) { item.attributes = attributes }
    if request.contents.contains(.secret) {
      item.secret = request.secret
      for (name, value) in further.entries { item.attributes[name] = value }
    }
    return item
  }

  /// The accessibility of an item when the request names no accessibility (specification: secitem 5.1). A
  /// synchronizable item never gets a this-device-only accessibility by default (compatibility: D12).
  private func defaultAccessibility(_ group: String) -> Accessibility {
    if group == "com.apple.apsd" {
      return request.attributes[.synchronizable] == .number(1)
        ? .afterFirstUnlock : .alwaysThisDeviceOnly
    }
    return request.itemClass == .certificate ? .always : .whenUnlocked
  }
}

/// Checks the attributes that protect an item.
enum ProtectionRules {
  /// Checks the accessibility and the access control.
  ///
  /// A synchronizable item may have a this-device-only accessibility. For such an item the stricter rule applies:
  /// `BackupRules` keeps the item on the device (compatibility: D12).
  ///
  /// - Throws: `.parameter` for an accessibility that no item can have, and for an access control on a synchronizable
  ///   item (specification: surprise S53).
  static func check(_ attributes: AttributeSet) throws(KeychainError) {
    guard let constant = attributes[.accessible]?.text, Accessibility(constant: constant) != nil
    else { throw KeychainError(.parameter, "the accessibility is one no item can have") }
    guard attributes[.synchronizable] == .number(1) else { return }
    guard attributes[.accessControl] == nil else {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
  }
}
