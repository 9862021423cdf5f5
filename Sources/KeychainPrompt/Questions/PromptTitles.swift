/// What a program would have on the buttons of a prompt; nil for the usual words.
package struct PromptTitles: Sendable {
  package let cancel: String?
  /// Of the button for another way. A pinentry has none.
  package let fallback: String?

  package init(cancel: String? = nil, fallback: String? = nil) {
    self.cancel = Self.line(cancel)
    self.fallback = Self.line(fallback)
  }

  private static func line(_ title: String?) -> String? {
    guard let title, !title.isEmpty else { return nil }
    let line = PlainText.line(title, byteLimit: 60)
    return line.isEmpty ? nil : line
  }
}
