import Foundation

/// A text that tests put wherever a secret or a value of an item can be, to look for it where none may be.
public enum LeakMarker {
  /// The text.
  public static let text = "Zw8kMarkeQ"

  /// A number, for attributes that are numbers.
  public static let number = 1_517_371_699

  /// A value with the text in it.
  public static func value(_ name: String) -> String { "\(name) \(text) \(name)" }

  /// The spellings of the text and the number that are in a text, in upper or lower case.
  public static func spellings(in text: String) -> [String] {
    spellings.filter { text.range(of: $0, options: .caseInsensitive) != nil }
  }

  /// The marker as a log might show it.
  private static var spellings: [String] {
    let bytes = Array(text.utf8)
    let hex = bytes.map { String($0, radix: 16) }.joined()
    // Base64 of text in the midst of other text depends on where it begins.
    let base64 = (0..<3).map { shift in
      let text = Data(Array(repeating: 0, count: shift) + bytes).base64EncodedString()
      return String(text.dropFirst(shift == 0 ? 0 : 4).dropLast(4))
    }
    return [text, String(text.reversed()), hex, hex.uppercased(), "\(number)", "5A713733"]
      + base64
  }
}
