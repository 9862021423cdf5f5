import KeychainFiles
package import KeychainModel
import AsymmetricKeys
import RowSealing

/// An operation with a private key that stays in the keychain.
package struct KeyOperationRequest: Sendable {
  package enum Operation: Sendable {
    /// Signs the input.
    case sign
    /// Decrypts the input.
    case decrypt
    /// Agrees on a secret with the owner of a public key. The input is that key: an elliptic-curve key in the form of
    /// `SecKeyCopyExternalRepresentation`. `size` is the size of a derived key, at most 64 KiB. Algorithms without a
    /// hash take no size. The shared info has at most 4 KiB.
    case agree(size: Int?, sharedInfo: [UInt8])
  }

  /// The identifier of the item.
  package let key: RowIdentifier
  /// The string value of a `SecKeyAlgorithm`.
  package let algorithm: String
  package let operation: Operation
  package let input: [UInt8]

  package init(_ operation: Operation, _ input: [UInt8], with key: RowIdentifier, algorithm: String) {
    self.key = key
    self.algorithm = algorithm
    self.operation = operation
    self.input = input
  }

  private static let largestSize = 64 << 10
  private static let largestSharedInfo = 4 << 10

  /// Performs the operation.
  ///
  /// - Parameter item: The item of the key, with its attributes and its secret.
  /// - Throws: `.parameter` when the item is not a private key, or cannot perform the operation; `.decode` for a public
  ///   key of another curve; the errors of the operation.
  func run(_ item: Item) throws(KeychainError) -> [UInt8] {
    guard let type = item.attributes[.type]?.number, let secret = item.secret,
      item.attributes[.keyClass]?.number == KeyClass.private.rawValue,
      case .asymmetric(let key) = try KeyMaterial(.private, typeNumber: type, data: secret),
      let algorithm = KeyAlgorithm(rawValue: algorithm)
    else { throw KeychainError(.parameter, "the key or the algorithm cannot be used for this") }
    return try input.withUnsafeBufferPointer { (input) throws(KeychainError) in
      let bytes = UnsafeRawBufferPointer(input)
      switch operation {
      case .sign: return try key.sign(bytes, algorithm)
      case .decrypt: return try key.decrypt(bytes, algorithm)
      case .agree(let size, let sharedInfo):
        guard (0...Self.largestSize).contains(size ?? 0), sharedInfo.count <= Self.largestSharedInfo,
          case .asymmetric(let other) = try KeyMaterial(
            .public, typeNumber: KeyType.ellipticCurve.rawValue, data: Array(input))
        else { throw KeychainError(.parameter, "what the key is derived from, or its size, is too large") }
        return try key.exchangeKey(
          with: other, algorithm, requestedSize: size, sharedInfo: sharedInfo)
      }
    }
  }
}
