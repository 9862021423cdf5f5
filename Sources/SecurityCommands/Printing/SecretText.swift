/// How `-w` prints a secret: as it is, or as bare lower-case hexadecimal digits when any byte is
/// not printable ASCII. The two cannot always be told apart; macOS does the same.
enum SecretText {
  /// - Parameter forReader: Whether a person reads it: printable text then follows the digits.
  static func bytes(of secret: [UInt8], forReader: Bool = false) -> [UInt8] {
    if secret.allSatisfy({ (0x20...0x7E).contains($0) }) { return secret }
    var text = digits(of: secret)
    if forReader { PrintableText.append(secret, to: &text) }
    return text
  }

  /// Bytes as lower-case hexadecimal digits.
  static func digits(of bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
