import Foundation
import KeychainModel
import AsymmetricKeys

/// What `SecKeyCopyKeyExchangeResult` is to derive from the secret (keys-and-certificates 1.9).
struct KeyDerivation {
  /// In bytes; nil for algorithms that derive nothing.
  let size: Int?
  let sharedInfo: [UInt8]

  /// - Throws: `.parameter` when an algorithm that derives a key has no size, or a value is of a wrong
  ///   type.
  init(_ parameters: NSDictionary, for algorithm: KeyAlgorithm) throws(KeychainError) {
    guard case .ecdh(.some) = algorithm else {
      size = nil
      sharedInfo = []
      return
    }
    guard case .number(let number) = Self.value(of: .requestedSize, in: parameters),
      let size = Int(exactly: number)
    else { throw KeychainError(.parameter, "the requested size is missing or no number") }
    self.size = size
    switch Self.value(of: .sharedInfo, in: parameters) {
    case .data(let bytes): sharedInfo = bytes
    case nil: sharedInfo = []
    default: throw KeychainError(.parameter, "the shared info takes data")
    }
  }

  /// The value under the text of a parameter, or under the parameter itself: on Apple's platforms both
  /// are one key.
  private static func value(
    of parameter: SecKeyKeyExchangeParameter, in parameters: NSDictionary
  ) -> PropertyValue? {
    KeyDictionary(parameters)[parameter.rawValue]
      ?? parameters.entries.first { $0.0 as? SecKeyKeyExchangeParameter == parameter }
      .map { PropertyValue($0.1) }
  }
}
