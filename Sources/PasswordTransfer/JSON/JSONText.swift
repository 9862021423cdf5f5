import KeychainModel

/// Writes strings in JSON's syntax.
package enum JSONText {
  /// Appends a string in quotes.
  ///
  /// - Parameter string: UTF-8.
  package static func append(_ string: some Sequence<UInt8>, to text: inout [UInt8]) {
    text.append(quote)
    for byte in string {
      switch byte {
      case quote, UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x0A: text += "\\n".utf8
      case 0..<0x20, 0x7F:
        text += "\\u00".utf8
        text += HexadecimalText.lowercase([byte])
      default: text.append(byte)
      }
    }
    text.append(quote)
  }

  private static let quote = UInt8(ascii: "\"")
}
