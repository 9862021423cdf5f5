package import KeychainModel

/// New values for every item that a query finds.
package struct UpdateRequest: Sendable {
  package var query: ItemQuery

  /// The attributes to set, converted by the catalogue.
  package var changes: AttributeSet

  /// The secret to set; nil keeps the existing secret.
  package var secret: [UInt8]?

  /// Whether an item whose uniqueness key changes leaves a tombstone. Nil means that only a
  /// synchronizable item leaves a tombstone.
  package var leavesTombstones: Bool?

  package init(
    _ query: ItemQuery, changes: AttributeSet, secret: [UInt8]? = nil,
    leavesTombstones: Bool? = nil
  ) {
    self.query = query
    self.changes = changes
    self.secret = secret
    self.leavesTombstones = leavesTombstones
  }
}
