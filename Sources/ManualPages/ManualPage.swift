import ProgramSupport

/// A manual page for man(1), written with the macros of man(7).
package struct ManualPage {
  /// The source text of the page.
  package private(set) var text: String

  /// - Parameters:
  ///   - name: The name of the page.
  ///   - summary: A description of the program in a few words.
  ///   - part: The section of the manual.
  init(_ name: String, _ summary: String, in part: Int = 1) {
    // Hyphenation and justification are switched off, so that commands can be copied.
    text = ".TH \(Self.escaped(name)) \(part) \"\" \"Latchkey \(ProgramVersion.number)\"\n.nh\n.ad l\n"
    section("NAME")
    paragraph("\(name) - \(summary)")
  }

  mutating func section(_ title: String) { text += ".SH \(Self.quoted(title))\n" }

  mutating func subsection(_ title: String) { text += ".SS \(Self.quoted(title))\n" }

  mutating func paragraph(_ words: String) { text += ".PP\n\(Self.line(words))\n" }

  /// Adds a command line. The command is bold, and the rest of the line is not bold.
  mutating func synopsis(_ command: String, _ rest: String = "") {
    text += ".PP\n.B \(Self.quoted(command))\n"
    if !rest.isEmpty { text += "\(Self.line(rest))\n" }
  }

  /// Adds a tag, such as an option, with its explanation.
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

  /// Returns a line of text. A period at the beginning of the line is escaped, because man(1) interprets a line that
  /// begins with a period as a macro.
  private static func line(_ words: String) -> String {
    words.hasPrefix(".") ? "\\&\(escaped(words))" : escaped(words)
  }
}

/// A part of the help of a command: a paragraph, or the explanation of an option.
struct Explanation {
  /// The options and their values, as the help prints them; empty for a paragraph.
  var tag: String
  var text: String

  /// Reads the lines that `security help` prints. At least two spaces separate a tag from its explanation. A
  /// continuation line begins with a space.
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

  /// Returns the first explanation of an option; nil if the option has no explanation.
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
