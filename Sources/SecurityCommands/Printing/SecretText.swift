/// How `-w` prints a secret: as it is, or as bare lower-case hexadecimal digits when any byte is
/// not printable ASCII. The two cannot always be told apart; macOS does the same.
enum SecretText {
  static func bytes(of secret: [UInt8]) -> [UInt8] {
    if secret.allSatisfy({ (0x20...0x7E).contains($0) }) { return secret }
    return secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
