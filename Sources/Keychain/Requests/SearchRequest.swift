/// A search for items.
package struct SearchRequest: Sendable {
  package var query: ItemQuery
  package var contents: ItemContents

  /// The most items to return; nil for all. 0 finds nothing.
  package var limit: Int?

  package init(_ query: ItemQuery, contents: ItemContents = [], limit: Int? = 1) {
    self.query = query
    self.contents = contents
    self.limit = limit
  }
}
