/// A search for items.
package struct SearchRequest: Sendable {
  package var query: ItemQuery
  package var contents: ItemContents

  /// The largest number of items to return; nil for all. 0 finds nothing.
  package var limit: Int?

  /// Whether to leave out items whose access control requires a proof that the caller has not
  /// brought.
  package var skipsGuarded: Bool

  /// Whether to find items whose access control requires a proof by their columns only, and return
  /// them without contents. This is sufficient to delete them, which requires no proof.
  package var namesGuarded: Bool

  /// Whether to list locked items, and items whose access control requires a proof, instead of failing the search. They
  /// are found by their columns only, and returned without contents.
  package var listsLocked = false

  package init(
    _ query: ItemQuery, contents: ItemContents = [], limit: Int? = 1,
    skipsGuarded: Bool = false, namesGuarded: Bool = false
  ) {
    self.query = query
    self.contents = contents
    self.limit = limit
    self.skipsGuarded = skipsGuarded
    self.namesGuarded = namesGuarded
  }
}
