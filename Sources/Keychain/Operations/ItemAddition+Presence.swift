import KeychainModel
import KeychainStore
import AsymmetricKeys
import RowSealing
import Vault

extension ItemAddition {
  /// Adds the item; one that is there already stays as it is.
  ///
  /// - Returns: The item, or the one that was there, with its contents if any are asked for. Where the
  ///   request gives way, perhaps another one, marked and without its contents.
  /// - Throws: `.duplicateItem` when something else has its uniqueness key: a certificate that the same
  ///   issuer gave the same serial number, a key of other bytes, a key that asks for a proof. What opening
  ///   the item throws.
  func runUnlessThere(
    _ attributes: AttributeSet, _ further: AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> Item {
    do throws(KeychainError) {
      return try run(attributes, further, session)
    } catch {
      guard error.code == .duplicateItem else { throw error }
    }
    return try occupant(attributes, session)
  }

  private func occupant(
    _ attributes: AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> Item {
    let schema = ItemSchema.of(request.itemClass)
    let key = try session.sealer.blinder.uniqueness(of: attributes, schema)
    guard let row = try session.connection.row(uniqueness: key, of: schema.itemClass)?.row else {
      throw KeychainError(.internalComponent, "the equal item is not there any more")
    }
    var item = Item(schema.itemClass, identifier: row.identifier)
    item.wasThere = true
    let opening = try session.sealer.open(row, schema)
    if let content = opening.content {
      let secret = try session.openSecret(of: row, content, schema).data
      let isSame = try secret == request.secret ? true : isSameKey(secret, attributes)
      guard isSame else { return try givingWay(item) }
      guard !request.contents.isEmpty else { return item }
      item.attributes = content.attributes
      item.secret = secret
    } else {
      // Whoever asks for its contents is asked for the proof, and it is compared then.
      if case .guarded(let row) = opening, !request.contents.isEmpty { throw row.error }
      guard try isOfSameKey(row, attributes, session) else { return try givingWay(item) }
    }
    return item
  }

  /// The other item, if it may stay in the place of the new one.
  private func givingWay(_ other: Item) throws(KeychainError) -> Item {
    guard request.givesWay else {
      throw KeychainError(.duplicateItem, "another item has the names of the new one")
    }
    var other = other
    other.isAnother = true
    return other
  }

  /// Whether the bytes of a stored key are another way to write the new one. Its names do not tell: its label
  /// is what somebody said.
  private func isSameKey(
    _ secret: [UInt8]?, _ attributes: AttributeSet
  ) throws(KeychainError) -> Bool {
    guard request.itemClass == .key, let stored = Self.key(attributes, secret),
      let new = Self.key(attributes, request.secret)
    else { return false }
    return try stored.isEqual(to: new)
  }

  /// The public or private key that an item holds, by its class and type.
  private static func key(_ attributes: AttributeSet, _ secret: [UInt8]?) -> AsymmetricKey? {
    guard case .number(let keyClass) = attributes[.keyClass],
      let keyClass = KeyClass(rawValue: keyClass), case .number(let type) = attributes[.type],
      let secret,
      case .asymmetric(let key) = try? KeyMaterial(keyClass, typeNumber: type, data: secret)
    else { return nil }
    return key
  }

  /// Whether a certificate that cannot be read is one of the same key. Nothing tells that of a key.
  private func isOfSameKey(
    _ row: StoredRow, _ attributes: AttributeSet, _ session: ItemSession
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
