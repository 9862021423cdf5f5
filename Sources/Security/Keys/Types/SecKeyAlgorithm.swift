public import Foundation
import KeychainModel
import AsymmetricKeys

/// What to do with a key: a scheme with its padding and hash.
///
/// The names say what the input is: `Digest` is a digest that the caller has computed, `Message` is
/// hashed by the function. Which key supports which is answered by `SecKeyIsAlgorithmSupported`.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
  // Sendable: an NSString that is not mutable does not change.

  /// The name of the algorithm.
  public let rawValue: CFString

  /// The algorithm of this name, whether one exists or not.
  public init(rawValue: CFString) { self.rawValue = rawValue.copy() as? NSString ?? rawValue }

  /// The algorithm of this name, whether one exists or not.
  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

  /// - Throws: `.parameter` for a name that no algorithm has.
  func resolved() throws(KeychainError) -> KeyAlgorithm {
    guard let algorithm = KeyAlgorithm(rawValue: rawValue as String) else {
      throw KeychainError(.parameter, "no algorithm has this name")
    }
    return algorithm
  }
}
