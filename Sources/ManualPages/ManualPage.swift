/// A manual page for man(1), with the man(7) macros.
package struct ManualPage {
  /// The source text of the page.
  package private(set) var text: String

  /// - Parameters:
  ///   - name: The name of the page, in section 1.
  ///   - summary: A description in a few words.
  init(_ name: String, _ summary: String) {
    // Hyphenation and justification are switched off, so that commands can be copied.
    text = ".TH \(Self.escaped(name)) 1 \"\" \"Latchkey\"\n.nh\n.ad l\n"
    section("NAME")
    paragraph("\(name) - \(summary)")
  }

  mutating func section(_ title: String) { text += ".SH \(Self.quoted(title))\n" }

  mutating func subsection(_ title: String) { text += ".SS \(Self.quoted(title))\n" }

  mutating func paragraph(_ words: String) { text += ".PP\n\(Self.line(words))\n" }

  /// Adds a command line. The command is bold, the rest is not.
  mutating func synopsis(_ command: String, _ rest: String = "") {
    text += ".PP\n.B \(Self.quoted(command))\n"
    if !rest.isEmpty { text += "\(Self.line(rest))\n" }
  }

  /// Adds a tag with its explanation.
  mutating func entry(_ tag: String, _ meaning: String) {
    text += ".TP\n.B \(Self.quoted(tag))\n\(Self.line(meaning))\n"
  }

  /// Adds lines without formatting.
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

  /// Returns a line of text. A period at its beginning is escaped, because it would start a macro.
  private static func line(_ words: String) -> String {
    words.hasPrefix(".") ? "\\&\(escaped(words))" : escaped(words)
  }
}

/// A part of the help lines of a command: a paragraph, or the explanation of an option.
struct Explanation {
  /// The options and their values as the user types them; empty for a paragraph.
  var tag: String
  var text: String

  /// Reads the lines that `security help` prints. A tag and its explanation are separated by at least two spaces. A
  /// continuation line begins with spaces.
  static func read(_ lines: [String]) -> [Explanation] {
    var result: [Explanation] = []
    for line in lines {
      if line.hasPrefix(" "), let last = result.indices.last {
        result[last].text += " " + trimmed(line)
      } else if let gap = gap(in: line) {
        result.append(
          Explanation(tag: String(line[..<gap]), text: trimmed(String(line[gap...]))))
      } else if let last = result.indices.last, result[last].tag.isEmpty {
        result[last].text += " " + line
      } else {
        result.append(Explanation(tag: "", text: line))
      }
    }
    return result
  }

  /// Returns the first explanation of an option.
  static func meaning(of option: String, in explanations: [Explanation]) -> String? {
    explanations.first { $0.options.contains(option) }?.text
  }

  /// The options in the tag.
  private var options: [String] {
    tag.split { $0 == " " || $0 == "," }.map(String.init).filter { $0.hasPrefix("-") }
  }

  private static func gap(in line: String) -> String.Index? {
    line.indices.first { index in
      let next = line.index(after: index)
      return line[index] == " " && next < line.endIndex && line[next] == " "
    }
  }

  private static func trimmed(_ line: String) -> String {
    String(line.drop { $0 == " " })
  }
}
