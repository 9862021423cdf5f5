package import KeychainModel

/// What a `SecKey` stands for.
package enum KeyMaterial: Sendable {
  case asymmetric(AsymmetricKey)
  case symmetric(SymmetricKey)

  /// Reads a key in the form that Apple's functions write (keys-and-certificates 1.4).
  ///
  /// - Parameter typeNumber: The number that `kSecAttrKeyType` spells.
  /// - Throws: `.parameter` for bytes that are no such key, and types that are not known.
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

  /// The bytes that the key is read from.
  package func externalRepresentation() throws(KeychainError) -> [UInt8] {
    switch self {
    case .asymmetric(let key): try key.externalRepresentation()
    case .symmetric(let key): key.bytes
    }
  }
}
