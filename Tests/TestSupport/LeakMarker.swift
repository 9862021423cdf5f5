import Foundation

/// A text that tests use as secrets and values of items. They search for it in places where it must not
/// occur.
public enum LeakMarker {
  /// The text.
  public static let text = "Zw8kMarkeQ"

  /// The number for numeric attributes.
  public static let number = 1_517_371_699

  /// A value that contains the text.
  public static func value(_ name: String) -> String { "\(name) \(text) \(name)" }

  /// The spellings of the marker that occur in a text, in upper or lower case.
  public static func spellings(in text: String) -> [String] {
    spellings.filter { text.range(of: $0, options: .caseInsensitive) != nil }
  }

  /// The forms of the marker that a log could contain.
  private static var spellings: [String] {
    let bytes = Array(text.utf8)
    let hex = bytes.map { String($0, radix: 16) }.joined()
    // The Base64 of a text inside another text depends on its position.
    let base64 = (0..<3).map { shift in
      let text = Data(Array(repeating: 0, count: shift) + bytes).base64EncodedString()
      return String(text.dropFirst(shift == 0 ? 0 : 4).dropLast(4))
    }
    return [text, String(text.reversed()), hex, hex.uppercased(), "\(number)", "5A713733"]
      + base64
  }
}
