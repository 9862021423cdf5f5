/// A program's texts for the buttons of a prompt; nil for the default texts.
package struct PromptTitles: Sendable {
  package let cancel: String?
  /// The text of the button for another method. A pinentry does not have this button.
  package let fallback: String?

  package init(cancel: String? = nil, fallback: String? = nil) {
    self.cancel = Self.line(cancel)
    self.fallback = Self.line(fallback)
  }

  private static func line(_ title: String?) -> String? {
    guard let title, !title.isEmpty else { return nil }
    let line = PromptSafeText.line(title, byteLimit: 60)
    return line.isEmpty ? nil : line
  }
}
