import Foundation

/// A marker that tests store as secrets and attribute values. The tests then search for the marker in places where no
/// secret may occur.
public enum LeakMarker {
  /// The marker as text.
  public static let text = "Zw8kMarkeQ"

  /// The marker for numeric attributes.
  public static let number = 1_517_371_699

  /// Returns an attribute value that contains the marker and a name.
  public static func value(_ name: String) -> String { "\(name) \(text) \(name)" }

  /// Returns the spellings of the marker that occur in a text. Ignores the case of letters.
  public static func spellings(in text: String) -> [String] {
    spellings.filter { text.range(of: $0, options: .caseInsensitive) != nil }
  }

  /// The spellings of the marker that a log could contain: plain, reversed, in hexadecimal digits and in Base64.
  private static var spellings: [String] {
    let bytes = Array(text.utf8)
    let hex = bytes.map { String($0, radix: 16) }.joined()
    // The Base64 encoding of the marker within a longer text depends on the marker's offset modulo 3.
    let base64 = (0..<3).map { shift in
      let text = Data(Array(repeating: 0, count: shift) + bytes).base64EncodedString()
      return String(text.dropFirst(shift == 0 ? 0 : 4).dropLast(4))
    }
    return [text, String(text.reversed()), hex, hex.uppercased(), "\(number)", "5A713733"]
      + base64
  }
}
