/// One thing that a credential helper does: its only argument.
package struct HelperOperation: Sendable {
  package let name: String

  /// What it does, in a sentence.
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
