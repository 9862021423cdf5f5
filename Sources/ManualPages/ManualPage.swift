/// A page for man(1), in the man(7) macros.
package struct ManualPage {
  /// The page.
  package private(set) var text: String

  /// - Parameters:
  ///   - name: What the page is about, in section 1.
  ///   - summary: What it is, in a few words.
  init(_ name: String, _ summary: String) {
    // Neither hyphens nor wide spaces in what is typed.
    text = ".TH \(Self.escaped(name)) 1 \"\" \"Latchkey\"\n.nh\n.ad l\n"
    section("NAME")
    paragraph("\(name) - \(summary)")
  }

  mutating func section(_ title: String) { text += ".SH \(Self.quoted(title))\n" }

  mutating func subsection(_ title: String) { text += ".SS \(Self.quoted(title))\n" }

  mutating func paragraph(_ words: String) { text += ".PP\n\(Self.line(words))\n" }

  /// A command line: the first words as they are typed, the rest as they are named.
  mutating func synopsis(_ command: String, _ rest: String = "") {
    text += ".PP\n.B \(Self.quoted(command))\n"
    if !rest.isEmpty { text += "\(Self.line(rest))\n" }
  }

  /// A tag, and what it means beside it.
  mutating func entry(_ tag: String, _ meaning: String) {
    text += ".TP\n.B \(Self.quoted(tag))\n\(Self.line(meaning))\n"
  }

  /// Lines as they are typed.
  mutating func example(_ lines: [String]) {
    text += ".PP\n.nf\n.RS\n"
    for line in lines { text += "\(Self.line(line))\n" }
    text += ".RE\n.fi\n"
  }

  mutating func explain(_ lines: [String]) {
    for explanation in Explanation.read(lines) {
      if explanation.tag.isEmpty {
        paragraph(explanation.text)
      } else {
        entry(explanation.tag, explanation.text)
      }
    }
  }

  private static func escaped(_ words: String) -> String {
    words.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
  }

  private static func quoted(_ words: String) -> String {
    "\"\(escaped(words).replacing("\"", with: "\\(dq"))\""
  }

  /// A line of text, which a full stop at its beginning would make a macro of.
  private static func line(_ words: String) -> String {
    words.hasPrefix(".") ? "\\&\(escaped(words))" : escaped(words)
  }
}
