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
    /// Computes a shared secret with the owner of a public key. The input is the public key: an elliptic-curve key in
    /// the format of `SecKeyCopyExternalRepresentation`. `size` is the size of the derived key in bytes, at most 64
    /// KiB. `size` is nil for algorithms without a hash. The shared info has at most 4 KiB.
    case agree(size: Int?, sharedInfo: [UInt8])
  }

  /// The row identifier of the private key.
  package let key: RowIdentifier
  /// The string value of a `SecKeyAlgorithm`.
  package let algorithm: String
  package let operation: Operation
  /// The public key, in the format of `SecKeyCopyExternalRepresentation`. The operation fails when the item contains
  /// another key.
  package let publicKey: [UInt8]
  package let input: [UInt8]

  package init(
    _ operation: Operation, _ input: [UInt8], with key: RowIdentifier, publicKey: [UInt8], algorithm: String
  ) {
    self.key = key
    self.publicKey = publicKey
    self.algorithm = algorithm
    self.operation = operation
    self.input = input
  }

  private static let largestSize = 64 << 10
  private static let largestSharedInfo = 4 << 10

  /// Performs the operation.
  ///
  /// - Parameter item: The item of the private key, with its attributes and its secret.
  /// - Throws: `.parameter` when the item is not a private key, or when the key cannot perform the operation;
  ///   `.itemNotFound` when the item contains another key; `.decode` for a public key on another curve; the errors of the
  ///   operation.
  func run(_ item: Item) throws(KeychainError) -> [UInt8] {
    guard let type = item.attributes[.type]?.number, let secret = item.secret,
      item.attributes[.keyClass]?.number == KeyClass.private.rawValue,
      case .asymmetric(let key) = try KeyMaterial(.private, typeNumber: type, data: secret),
      let algorithm = KeyAlgorithm(rawValue: algorithm)
    else { throw KeychainError(.parameter, "the key or the algorithm cannot be used for this") }
    guard key.publicRepresentation == publicKey else {
      throw KeychainError(.itemNotFound, "the item contains another key now")
    }
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
