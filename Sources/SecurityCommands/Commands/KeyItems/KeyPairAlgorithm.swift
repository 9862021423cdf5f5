import KeychainModel
import AsymmetricKeys

/// The algorithms of `create-keypair`: macOS's names, which may be abbreviated, and `ec`.
enum KeyPairAlgorithm: String, CaseIterable {
  case rsa
  case dh
  case dsa
  case fee
  /// Elliptic curves. macOS does not have this name.
  case ec

  /// Returns nil unless the word is the beginning of a name.
  init?(_ word: Word) {
    guard !word.bytes.isEmpty,
      let algorithm = Self.allCases.first(where: { $0.rawValue.utf8.starts(with: word.bytes) })
    else { return nil }
    self = algorithm
  }

  /// - Parameter size: The number of bits; nil for the default. 512 is accepted for RSA, as on macOS, although such a
  ///   key can be factored in hours.
  /// - Throws: A failure for an unsupported algorithm or size.
  func makeKey(_ size: Int?) throws(CommandFailure) -> AsymmetricKey {
    switch self {
    case .rsa:
      let size = size ?? 2048
      guard AsymmetricKey.generatedRSABitCounts.contains(size) else {
        throw .usage("-s: RSA keys have 512 to 8192 bits")
      }
      return try CommandFailure.translating(in: CreateKeypair.context) {
        () throws(KeychainError) in
        try .generateRSA(bitCount: size)
      }
    case .ec:
      guard let curve = EllipticCurve(rawValue: size ?? 256) else {
        throw .usage("-s: elliptic-curve keys have 192, 224, 256, 384 or 521 bits")
      }
      return try CommandFailure.translating(in: CreateKeypair.context) {
        () throws(KeychainError) in
        try .generate(on: curve)
      }
    case .dh, .dsa, .fee:
      throw .failed("create-keypair: -a \(rawValue): only keys of rsa and ec are made.")
    }
  }
}
