/// Prepares texts of a program for a prompt, so that these texts cannot look like the prompt's own text.
package enum PromptSafeText {
  /// Returns a text as one line of at most `byteLimit` bytes of UTF-8. A text that is too long is truncated, and three
  /// dots follow. The function removes control characters, line breaks, repeated spaces, more than two stacked accents,
  /// and characters that change the text direction. The function replaces characters that end a quotation or begin a
  /// tag.
  package static func line(_ text: String, byteLimit: Int) -> String {
    var result = ""
    var count = 0
    var accentCount = 0
    for scalar in text.unicodeScalars {
      guard let shown = shown(scalar) else { continue }
      // Repeated spaces are removed, because many spaces could push the prompt's own text out of sight.
      if shown == " ", result.unicodeScalars.last ?? " " == " " { continue }
      // At most two accents are kept on a letter, because stacked accents reach into the lines above and below.
      accentCount = isAccent(shown) ? accentCount + 1 : 0
      if accentCount > 2 { continue }
      count += UTF8.width(shown)
      guard count <= byteLimit else { return result + "..." }
      result.unicodeScalars.append(shown)
    }
    return result
  }

  /// Returns a path as one line. Dots replace the middle of a path that is too long. The beginning is kept because it
  /// shows whose folder contains the file (such as `/home/anna`), and the end is kept because it shows the name of the
  /// file.
  package static func path(_ text: String, byteLimit: Int) -> String {
    let whole = line(text, byteLimit: .max)
    guard whole.utf8.count > byteLimit else { return whole }
    let beginning = prefix(of: whole.unicodeScalars, byteLimit: byteLimit / 3)
    let end = prefix(
      of: whole.unicodeScalars.reversed(), byteLimit: byteLimit - byteLimit / 3
    ).reversed()
    // Accents at the beginning of the end part are removed, because these accents would be drawn over the dots.
    return String(String.UnicodeScalarView(beginning)) + "..."
      + String(String.UnicodeScalarView(end.drop { isAccent($0) }))
  }

  private static func prefix(
    of scalars: some Sequence<Unicode.Scalar>, byteLimit: Int
  ) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var count = 0
    for scalar in scalars {
      count += UTF8.width(scalar)
      if count > byteLimit { break }
      result.append(scalar)
    }
    return result
  }

  /// Whether a character is drawn over the character before it.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x0483...0x0489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0xFE20...0xFE2F:
      true
    default: false
    }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800,
      0x3000:
      " "
    case ..<0x20, 0x7F...0x9F: nil
    // Invisible characters and characters that change the direction of the surrounding text are removed.
    case 0xAD, 0x034F, 0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
      0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
      0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      nil
    // Quotation marks of any kind.
    case 0x22, 0xAB, 0xBB, 0x2018...0x201F, 0x2033, 0x2036, 0x2039, 0x203A, 0x275B...0x2760,
      0x300C...0x300F, 0x301D...0x301F, 0xFF02:
      "'"
    // Some prompts interpret tags in a text as HTML.
    case 0x3C: "("
    case 0x3E: ")"
    default: scalar
    }
  }
}
