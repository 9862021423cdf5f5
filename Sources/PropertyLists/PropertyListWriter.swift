import KeychainModel

/// Writes the XML form of a property list as Apple's programs do: the keys are sorted, and each level is indented by
/// one tab.
package struct PropertyListWriter {
  private var text: [UInt8] = []

  /// The number of Base64 characters in a line. The indentation of the line is subtracted from this number.
  private static let lineLetterCount = 76

  package static func write(_ value: PropertyListValue) -> [UInt8] {
    var writer = PropertyListWriter()
    writer.line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    writer.line(
      0,
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">")
    writer.line(0, "<plist version=\"1.0\">")
    writer.append(value, 0)
    writer.line(0, "</plist>")
    return writer.text
  }

  /// Whether a text can be written. XML cannot represent most control characters.
  package static func canWrite(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A: true
      case ..<0x20, 0x7F, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }

  private mutating func append(_ value: PropertyListValue, _ depth: Int) {
    switch value {
    case .string(let string): line(depth, "<string>\(Self.escaped(string))</string>")
    case .integer(let number): line(depth, "<integer>\(number)</integer>")
    case .real(let number): line(depth, "<real>\(number)</real>")
    case .boolean(let flag): line(depth, flag ? "<true/>" : "<false/>")
    case .date(let date):
      line(depth, "<date>\(UTCTime(sinceReference: date)?.dashed ?? "2001-01-01T00:00:00Z")</date>")
    case .data(let bytes): append(bytes, depth)
    case .array(let members):
      guard !members.isEmpty else { return line(depth, "<array/>") }
      line(depth, "<array>")
      for member in members { append(member, depth + 1) }
      line(depth, "</array>")
    case .dictionary(let entries):
      guard !entries.isEmpty else { return line(depth, "<dict/>") }
      line(depth, "<dict>")
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
        line(depth + 1, "<key>\(Self.escaped(key))</key>")
        append(value, depth + 1)
      }
      line(depth, "</dict>")
    }
  }

  private mutating func append(_ bytes: [UInt8], _ depth: Int) {
    line(depth, "<data>")
    let letters = Base64.encode(bytes)
    let width = max(4, Self.lineLetterCount - 8 * depth)
    for begin in stride(from: 0, to: letters.count, by: width) {
      line(
        depth,
        String(decoding: letters[begin..<min(begin + width, letters.count)], as: UTF8.self))
    }
    line(depth, "</data>")
  }

  private mutating func line(_ depth: Int, _ content: String) {
    for _ in 0..<depth { text.append(0x09) }
    text += content.utf8
    text.append(0x0A)
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // XML readers convert an unescaped carriage return into a line feed.
      case "\r": escaped += "&#13;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
