import KeychainModel
import KeychainStore
import AsymmetricKeys
import RowSealing
import Vault

extension ItemAddition {
  /// Adds the item, unless an equal item exists. The existing item is not changed.
  ///
  /// - Returns: The new item or the existing item, with the requested contents. If the request accepts a conflicting
  ///   item, the result may be a different item with the same uniqueness key. Such an item is marked as conflicting and
  ///   has no contents.
  /// - Throws: `.duplicateItem` when a different item has the uniqueness key: a certificate with the same issuer and
  ///   serial number, a key with other bytes, or a key that requires a proof. Also the errors of opening the existing
  ///   item.
  func runUnlessPresent(
    _ attributes: AttributeSet, _ further: AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> Item {
    if let key = request.copiedKey {
      var attributes = attributes
      return try copying(key, &attributes, session).runUnlessPresent(attributes, further, session)
    }
    do throws(KeychainError) {
      return try run(attributes, further, session)
    } catch {
      guard error.code == .duplicateItem else { throw error }
    }
    return try existingItem(attributes, session)
  }

  private func existingItem(
    _ attributes: AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> Item {
    let schema = ItemSchema.of(request.itemClass)
    let key = try session.sealer.blinder.uniqueness(of: attributes, schema)
    guard let row = try session.connection.row(uniqueness: key, of: schema.itemClass)?.row else {
      throw KeychainError(.internalComponent, "the equal item is not there any more")
    }
    var item = Item(schema.itemClass, identifier: row.identifier)
    item.wasPresent = true
    let opening = try session.sealer.open(row, schema)
    if let content = opening.content {
      let secret = try session.openSecret(of: row, content, schema).data
      let isSame = try secret == request.secret ? true : isSameKey(secret, attributes)
      guard isSame else { return try acceptConflicting(item) }
      if request.contents.contains(.attributes) { item.attributes = content.attributes }
      if request.contents.contains(.secret) { item.secret = secret }
    } else {
      // A caller that requests the contents must first supply the proof, so that the contents can be compared.
      if case .guarded(let row) = opening, !request.contents.isEmpty { throw row.error }
      guard try isOfSameKey(row, attributes, session) else { return try acceptConflicting(item) }
    }
    return item
  }

  /// Returns the conflicting item if the request accepts that this item stays and that the new item is not stored.
  private func acceptConflicting(_ other: Item) throws(KeychainError) -> Item {
    guard request.acceptsConflicting else {
      throw KeychainError(.duplicateItem, "another item has the names of the new one")
    }
    var other = other
    other.isConflicting = true
    return other
  }

  /// Whether a stored key is the new key in another encoding. The keys themselves are compared, because a caller can
  /// choose the label of a key freely.
  private func isSameKey(
    _ secret: [UInt8]?, _ attributes: AttributeSet
  ) throws(KeychainError) -> Bool {
    guard request.itemClass == .key, let stored = Self.key(attributes, secret),
      let new = Self.key(attributes, request.secret)
    else { return false }
    return try stored.isEqual(to: new)
  }

  /// The public or private key in an item, decoded according to its class and type.
  private static func key(_ attributes: AttributeSet, _ secret: [UInt8]?) -> AsymmetricKey? {
    guard case .number(let keyClass) = attributes[.keyClass],
      let keyClass = KeyClass(rawValue: keyClass), case .number(let type) = attributes[.type],
      let secret,
      case .asymmetric(let key) = try? KeyMaterial(keyClass, typeNumber: type, data: secret)
    else { return nil }
    return key
  }

  /// Whether a certificate that cannot be read has the same public key as the new certificate, according to the columns
  /// of its row. Returns false for a key, because the columns of its row do not identify the key.
  private func isOfSameKey(
    _ row: ItemRow, _ attributes: AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> Bool {
    guard request.itemClass == .certificate, let hash = attributes[.publicKeyHash] else {
      return false
    }
    let query = ItemQuery(
      .certificate, attributes: AttributeSet([.publicKeyHash: hash]), isSynchronizable: nil)
    guard let plan = MatchPlan(query, .every) else { return false }
    let blinder = session.sealer.blinder
    return try plan.mayMatchIndexed(row, blinder) ? plan.mayMatch(row, blinder) : false
  }
}
