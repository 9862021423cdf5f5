public import Foundation
import KeychainModel
import AsymmetricKeys

/// An algorithm for an operation with a key: a scheme with its padding and hash.
///
/// The name states the input. A `Digest` algorithm takes a digest that the caller has computed; a `Message` algorithm
/// hashes its input. `SecKeyIsAlgorithmSupported` returns whether a key supports an algorithm.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
  // Sendable: `rawValue` is an immutable copy.

  /// The name of the algorithm.
  public let rawValue: CFString

  /// Makes an algorithm with this name. The name need not be known.
  public init(rawValue: CFString) { self.rawValue = rawValue.copy() as? NSString ?? rawValue }

  /// Makes an algorithm with this name. The name need not be known.
  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

  /// - Throws: `.parameter` if the name is unknown.
  func resolved() throws(KeychainError) -> KeyAlgorithm {
    guard let algorithm = KeyAlgorithm(rawValue: rawValue as String) else {
      throw KeychainError(.parameter, "no algorithm has this name")
    }
    return algorithm
  }
}
