/// A search for items.
package struct SearchRequest: Sendable {
  package var query: ItemQuery
  package var contents: ItemContents

  /// The most items to return; nil for all. 0 finds nothing.
  package var limit: Int?

  /// Whether items are left out whose access control asks for more proofs than the caller brought.
  package var skipsGuarded: Bool

  /// Whether such items are found by what can be told without the proofs, and come without contents:
  /// enough to delete them, which takes no proof.
  package var namesGuarded: Bool

  /// Whether items that are locked, or whose access control asks for more proofs, are found by what can be told without
  /// opening them, and come without contents, instead of failing the search.
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
