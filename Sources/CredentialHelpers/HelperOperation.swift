/// An operation of a credential helper. Its name is the only argument of the helper.
package struct HelperOperation: Sendable {
  package let name: String

  /// A description in one sentence.
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
