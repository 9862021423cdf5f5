import AsymmetricKeys
import KeychainModel

/// Limits the work of deriving keys from passphrases. A file determines its amount of work, so a malicious file could
/// keep the process busy for days.
struct KeyDerivationCost {
  private static let largestIterationCount = 10_000_000
  /// The largest product N × r × p of scrypt. This limit is 64 times the product that OpenSSL writes.
  private static let largestScryptCost = 1 << 23

  /// `PBES2`, 1.2.840.113549.1.5.13.
  private static let pbes2: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D]
  /// `PBMAC1`, 1.2.840.113549.1.5.14. The parameters of PBMAC1 begin like the parameters of PBES2.
  private static let pbmac1: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0E]
  /// `scrypt`, 1.3.6.1.4.1.11591.4.11.
  private static let scrypt: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]

  /// The common prefix of the object identifiers of `hmacWithSHA256`, `hmacWithSHA384` and `hmacWithSHA512`:
  /// 1.2.840.113549.2. Each object identifier ends with a number of `longHashes`.
  private static let hmac: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02]
  private static let longHashes: ClosedRange<UInt8> = 9...11
  /// The factor for the rounds of SHA-1 and other hash functions with a short digest. If a digest is shorter than the
  /// derived key, OpenSSL performs up to four times the given number of rounds.
  private static let weightOfOthers = 4.0

  /// The largest allowed work for one file. The unit of work is the limit for one key. A key that Latchkey writes
  /// requires about a sixteenth of a unit, so a file may contain 256 such keys.
  static let largestOfFile = 16.0

  /// The work that was done. The unit is the largest allowed work for one key.
  private(set) var done = 0.0
  private let limit: Double
  /// Whether the limit was exceeded.
  private(set) var isTooMuch = false

  /// - Parameter limit: The largest allowed work. The unit is the limit for one key.
  init(limit: Double = largestOfFile) { self.limit = limit }

  /// Adds the work of decrypting an `EncryptedPrivateKeyInfo`.
  ///
  /// - Throws: `.unsupportedFormat` when the limit is exceeded; `.decode` for malformed parameters.
  mutating func add(encryptedPrivateKeyInfo bytes: [UInt8]) throws(KeychainError) {
    var whole = DERReader(bytes[...])
    guard let content = try? whole.read(.sequence) else { throw Self.malformed }
    try add(algorithm: Array(content.rest))
  }

  /// Adds the work of an `AlgorithmIdentifier`.
  ///
  /// - Throws: The errors of `add(encryptedPrivateKeyInfo:)`.
  mutating func add(algorithm bytes: [UInt8]) throws(KeychainError) {
    var reader = DERReader(bytes[...])
    guard let (work, weight) = try? Self.work(&reader) else { throw Self.malformed }
    try add(work, weight: weight)
  }

  /// Adds the work of a number of rounds.
  ///
  /// - Throws: The errors of `add(encryptedPrivateKeyInfo:)`.
  mutating func add(iterationCount: Int) throws(KeychainError) {
    guard iterationCount > 0 else { throw Self.malformed }
    try add(Double(iterationCount) / Double(Self.largestIterationCount))
  }

  /// Adds work, and throws when the limit for one key or the limit for the file is exceeded.
  ///
  /// - Parameters:
  ///   - work: The work for this key. The limit for one key is 1.
  ///   - weight: The factor by which `work` is multiplied before it counts towards the limit of the file.
  private mutating func add(_ work: Double, weight: Double = 1) throws(KeychainError) {
    done += work * weight
    guard work <= 1, done <= limit else {
      isTooMuch = true
      throw KeychainError(
        .unsupportedFormat, "the passphrase would take longer to try than is allowed")
    }
  }

  private static func work(
    _ reader: inout DERReader
  ) throws(KeychainError) -> (work: Double, weight: Double) {
    var algorithm = try reader.read(.sequence)
    var identifier = try algorithm.read(.objectIdentifier).rest
    var parameters = try algorithm.read(.sequence)
    if identifier.elementsEqual(pbes2) || identifier.elementsEqual(pbmac1) {
      algorithm = try parameters.read(.sequence)
      identifier = try algorithm.read(.objectIdentifier).rest
      parameters = try algorithm.read(.sequence)
    }
    _ = try parameters.read(.octetString)
    let rounds = try number(&parameters)
    guard identifier.elementsEqual(scrypt) else {
      let weight = hasLongHash(parameters) ? 1 : weightOfOthers
      return (rounds / Double(largestIterationCount), weight)
    }
    let cost = try rounds * number(&parameters) * number(&parameters)
    return (cost / Double(largestScryptCost), 1)
  }

  /// Whether the digest is at least as long as an encryption key. The hash is SHA-1 if the parameters do not name a
  /// hash.
  ///
  /// - Parameter parameters: The parameters that follow the number of rounds.
  private static func hasLongHash(_ parameters: DERReader) -> Bool {
    var parameters = parameters
    _ = try? parameters.readOptional(.integer)
    guard var algorithm = try? parameters.readOptional(.sequence),
      let identifier = try? algorithm.read(.objectIdentifier).rest, let last = identifier.last
    else { return false }
    return identifier.dropLast().elementsEqual(hmac) && longHashes.contains(last)
  }

  private static func number(_ reader: inout DERReader) throws(KeychainError) -> Double {
    try reader.readNumber().reduce(0) { $0 * 256 + Double($1) }
  }

  private static var malformed: KeychainError {
    KeychainError(.decode, "the parameters of the encryption are malformed")
  }
}
