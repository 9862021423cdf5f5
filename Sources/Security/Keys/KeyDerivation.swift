import Foundation
import KeychainModel
import AsymmetricKeys

/// The parameters with which `SecKeyCopyKeyExchangeResult` derives a key from the shared secret (specification:
/// keys-and-certificates 1.9).
struct KeyDerivation {
  /// The size of the derived key in bytes; nil if the algorithm derives no key.
  let size: Int?
  let sharedInfo: [UInt8]

  /// Reads the parameters that the algorithm needs.
  ///
  /// - Throws: `.parameter` if the algorithm derives a key and the size is missing, or if a value has the wrong type.
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

  /// Returns the value of a parameter. The key in the dictionary is a `SecKeyKeyExchangeParameter`, or
  /// its raw value. On Apple's platforms, both forms are the same key.
  private static func value(
    of parameter: SecKeyKeyExchangeParameter, in parameters: NSDictionary
  ) -> PropertyValue? {
    KeyDictionary(parameters)[parameter.rawValue]
      ?? parameters.entries.first { $0.0 as? SecKeyKeyExchangeParameter == parameter }
      .map { PropertyValue($0.1) }
  }
}
