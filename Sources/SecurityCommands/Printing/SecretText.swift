import KeychainModel

/// The format of a secret with `-w`: the text itself, or lower-case hexadecimal digits if any byte is not printable
/// ASCII. The two formats can be ambiguous, as on macOS.
enum SecretText {
  /// - Parameter forReader: Whether a person reads the output. Then printable text follows the digits.
  static func bytes(of secret: [UInt8], forReader: Bool = false) -> [UInt8] {
    if secret.allSatisfy({ (0x20...0x7E).contains($0) }) { return secret }
    var text = HexadecimalText.lowercase(secret)
    if forReader { PrintableText.append(secret, to: &text) }
    return text
  }
}
