/// The deletion of every item that a query finds.
package struct DeleteRequest: Sendable {
  package var query: ItemQuery

  /// Whether a deleted item leaves a tombstone. Nil: if the item is synchronizable and live.
  package var leavesTombstones: Bool?

  package init(_ query: ItemQuery, leavesTombstones: Bool? = nil) {
    self.query = query
    self.leavesTombstones = leavesTombstones
  }
}
