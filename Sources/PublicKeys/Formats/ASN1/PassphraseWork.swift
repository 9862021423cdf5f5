import KeychainModel

/// How long the way from a passphrase to a key is. The file says it, and a file of a stranger could
/// keep the process busy for days.
enum PassphraseWork {
  private static let largestIterationCount = 10_000_000
  /// N × r × p of scrypt: 64 times what OpenSSL writes.
  private static let largestScryptCost = 1 << 23

  /// `PBES2`, 1.2.840.113549.1.5.13.
  private static let pbes2: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D]
  /// `scrypt`, 1.3.6.1.4.1.11591.4.11.
  private static let scrypt: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]

  /// - Throws: `.unsupportedFormat` for an `EncryptedPrivateKeyInfo` that asks for too much; `.decode`
  ///   for parameters that are none.
  static func check(_ bytes: [UInt8]) throws(KeychainError) {
    do throws(KeychainError) {
      var whole = DERReader(bytes[...])
      var content = try whole.read(.sequence)
      var algorithm = try content.read(.sequence)
      var identifier = try algorithm.read(.objectIdentifier).rest
      var parameters = try algorithm.read(.sequence)
      if identifier.elementsEqual(pbes2) {
        algorithm = try parameters.read(.sequence)
        identifier = try algorithm.read(.objectIdentifier).rest
        parameters = try algorithm.read(.sequence)
      }
      _ = try parameters.read(.octetString)
      var cost = try number(&parameters)
      guard identifier.elementsEqual(scrypt) else {
        try check(cost, largestIterationCount)
        return
      }
      for _ in 0..<2 {
        let (product, overflow) = cost.multipliedReportingOverflow(by: try number(&parameters))
        cost = overflow ? Int.max : product
      }
      try check(cost, largestScryptCost)
    } catch {
      throw error.code == .unsupportedFormat
        ? error : KeychainError(.decode, "the parameters of the encryption are malformed")
    }
  }

  private static func check(_ cost: Int, _ largest: Int) throws(KeychainError) {
    guard cost <= largest else {
      throw KeychainError(
        .unsupportedFormat, "the passphrase would take longer to try than is allowed")
    }
  }

  private static func number(_ reader: inout DERReader) throws(KeychainError) -> Int {
    let digits = try reader.readNumber()
    return digits.count > 7 ? Int.max : digits.reduce(0) { $0 << 8 | Int($1) }
  }
}
