package import KeychainModel

/// The key in a `SecKey`.
package enum KeyMaterial: Sendable {
  case asymmetric(AsymmetricKey)
  case symmetric(SymmetricKey)

  /// Reads a key in Apple's format (keys-and-certificates 1.4).
  ///
  /// - Parameter typeNumber: The number in `kSecAttrKeyType`.
  /// - Throws: `.parameter` when the bytes are not such a key, and for unknown types.
  package init(
    _ keyClass: KeyClass, typeNumber: Int64, data: [UInt8]
  ) throws(KeychainError) {
    if keyClass == .symmetric {
      self = .symmetric(SymmetricKey(typeNumber: typeNumber, bytes: data))
      return
    }
    guard let type = KeyType(rawValue: typeNumber) else {
      throw KeychainError(.parameter, "the key type is not known")
    }
    let isPrivate = keyClass == .private
    if type == .rsa {
      self = .asymmetric(
        isPrivate
          ? try AsymmetricKey(rsaPrivateKey: data) : try AsymmetricKey(rsaPublicKey: data))
    } else if type.isEllipticCurve(keyClass) {
      self = .asymmetric(
        isPrivate
          ? try AsymmetricKey(ellipticCurvePrivateKey: data)
          : try AsymmetricKey(ellipticCurvePoint: data))
    } else {
      throw KeychainError(.parameter, "keys of this type are public")
    }
  }

  /// The encoded key, in the format that `init` reads.
  package func externalRepresentation() throws(KeychainError) -> [UInt8] {
    switch self {
    case .asymmetric(let key): try key.externalRepresentation()
    case .symmetric(let key): key.bytes
    }
  }
}
