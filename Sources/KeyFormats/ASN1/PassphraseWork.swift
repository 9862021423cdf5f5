import AsymmetricKeys
import KeychainModel

/// How long the way from passphrases to keys is. The file says it, and a file of a stranger could keep
/// the process busy for days.
struct PassphraseWork {
  private static let largestIterationCount = 10_000_000
  /// N × r × p of scrypt: 64 times what OpenSSL writes.
  private static let largestScryptCost = 1 << 23

  /// `PBES2`, 1.2.840.113549.1.5.13.
  private static let pbes2: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D]
  /// `PBMAC1`, 1.2.840.113549.1.5.14: its parameters begin as those of PBES2.
  private static let pbmac1: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0E]
  /// `scrypt`, 1.3.6.1.4.1.11591.4.11.
  private static let scrypt: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]

  /// `hmacWithSHA256`, `hmacWithSHA384` and `hmacWithSHA512` begin so, 1.2.840.113549.2, and end with these.
  private static let hmac: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02]
  private static let longHashes: ClosedRange<UInt8> = 9...11
  /// A round of the others gives less than a key: there are up to four for each that is counted.
  private static let weightOfOthers = 4.0

  /// How many keys a file may have that each take as long as one may. What is written here takes a sixteenth of that
  /// for each of 256.
  static let largestOfFile = 16.0

  /// What is done, in what one key may take.
  private(set) var done = 0.0
  private let limit: Double
  /// Whether more was asked for than is allowed.
  private(set) var isTooMuch = false

  /// - Parameter limit: How much may be done.
  init(limit: Double = largestOfFile) { self.limit = limit }

  /// Adds that of an `EncryptedPrivateKeyInfo`.
  ///
  /// - Throws: `.unsupportedFormat` when it is too much, with what was added before; `.decode` for
  ///   parameters that are none.
  mutating func add(encryptedPrivateKeyInfo bytes: [UInt8]) throws(KeychainError) {
    var whole = DERReader(bytes[...])
    guard let content = try? whole.read(.sequence) else { throw Self.malformed }
    try add(algorithm: Array(content.rest))
  }

  /// Adds that of an `AlgorithmIdentifier`, and throws the same.
  mutating func add(algorithm bytes: [UInt8]) throws(KeychainError) {
    var reader = DERReader(bytes[...])
    guard let (work, weight) = try? Self.work(&reader) else { throw Self.malformed }
    try add(work, weight: weight)
  }

  /// Adds so many rounds, and throws the same.
  mutating func add(iterationCount: Int) throws(KeychainError) {
    guard iterationCount > 0 else { throw Self.malformed }
    try add(Double(iterationCount) / Double(Self.largestIterationCount))
  }

  /// - Parameter weight: How often it counts in what the file may take.
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

  /// Whether one block of the hash, which is SHA-1 unless said, is a whole key.
  ///
  /// - Parameter parameters: What follows the number of rounds.
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
