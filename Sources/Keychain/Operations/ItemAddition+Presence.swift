import KeychainModel
import KeychainStore

extension ItemAddition {
  /// Adds the item; one that is there already stays as it is.
  ///
  /// - Returns: The item, or the one that was there, with its contents if any are asked for.
  /// - Throws: `.duplicateItem` when something else has its uniqueness key: a certificate that the same
  ///   issuer gave the same serial number, a symmetric key of other bytes. What opening the item throws.
  func runUnlessThere(
    _ attributes: AttributeSet, _ further: AttributeSet, _ session: KeychainSession
  ) throws(KeychainError) -> Item {
    do throws(KeychainError) {
      return try run(attributes, further, session)
    } catch {
      guard error.code == .duplicateItem else { throw error }
    }
    return try occupant(attributes, session)
  }

  private func occupant(
    _ attributes: AttributeSet, _ session: KeychainSession
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
      guard isNamedByLabel(attributes) || secret == request.secret else { throw Self.occupied }
      guard !request.contents.isEmpty else { return item }
      item.attributes = content.attributes
      item.secret = secret
    } else {
      let isSame = isNamedByLabel(attributes) ? true : try isOfSameKey(row, attributes, session)
      guard isSame else { throw Self.occupied }
      if case .guarded(let row) = opening, !request.contents.isEmpty { throw row.error }
    }
    return item
  }

  private static var occupied: KeychainError {
    KeychainError(.duplicateItem, "another item has the names of the new one")
  }

  /// Whether the uniqueness key says which key of a pair it is: its label is the hash of the public one.
  private func isNamedByLabel(_ attributes: AttributeSet) -> Bool {
    guard request.itemClass == .key, let keyClass = ItemSchema.key[.keyClass],
      let value = attributes[.keyClass], let label = attributes[.applicationLabel]
    else { return false }
    return label != .data([])
      && keyClass.comparisonForm(of: value) != keyClass.comparisonForm(of: .number(2))
  }

  /// Whether a certificate that cannot be read is one of the same key.
  private func isOfSameKey(
    _ row: StoredRow, _ attributes: AttributeSet, _ session: KeychainSession
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
