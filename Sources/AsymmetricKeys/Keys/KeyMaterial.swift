package import KeychainModel

/// The key in a `SecKey`.
package enum KeyMaterial: Sendable {
  case asymmetric(AsymmetricKey)
  case symmetric(SymmetricKey)

  /// Reads a key in Apple's format (specification: keys-and-certificates 1.4).
  ///
  /// - Parameter typeNumber: The number in `kSecAttrKeyType`.
  /// - Throws: `.parameter` when the bytes are not a key of this class and type, and for unknown types.
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

extension KeyMaterial {
  /// The attributes of a key item (specification: keys-and-certificates 1.6): the class, the type, the sizes, the label
  /// and the allowed uses.
  ///
  /// - Throws: `.internalComponent` when OpenSSL fails.
  package func itemAttributes() throws(KeychainError) -> AttributeSet {
    var attributes = AttributeSet()
    attributes.reserveCapacity(24)
    func set(_ name: AttributeName, _ flag: Bool) {
      attributes.append(name, .number(flag ? 1 : 0))
    }
    switch self {
    case .asymmetric(let key):
      let type: KeyType = if case .rsa = key.kind { .rsa } else { .ellipticCurve }
      attributes.append(
        .keyClass, .number((key.isPrivate ? KeyClass.private : KeyClass.public).rawValue))
      attributes.append(.type, .number(type.rawValue))
      attributes.append(.keySize, .number(Int64(key.bitCount)))
      attributes.append(.effectiveKeySize, .number(Int64(key.bitCount)))
      attributes.append(.applicationLabel, .data(try key.publicKeyHash()))
    case .symmetric(let key):
      attributes.append(.keyClass, .number(KeyClass.symmetric.rawValue))
      attributes.append(.type, .number(key.typeNumber))
      attributes.append(.keySize, .number(Int64(key.bytes.count * 8)))
      attributes.append(.effectiveKeySize, .number(Int64(key.bytes.count * 8)))
    }
    for (name, flag) in Self.constantFlags { set(name, flag) }
    for (name, flag) in uses { set(name, flag) }
    return attributes
  }

  /// The flags that are the same for every key, as on Apple's platforms. For example, `perm` is set for a key that is
  /// not stored, and `priv` for a public key.
  private static let constantFlags: [(AttributeName, Bool)] = [
    (AttributeName("perm"), true), (AttributeName("priv"), true), (AttributeName("modi"), true),
    (AttributeName("sens"), false), (AttributeName("asen"), false), (AttributeName("extr"), true),
    (AttributeName("next"), false), (AttributeName("snrc"), false), (AttributeName("vyrc"), false),
  ]

  private var uses: [(AttributeName, Bool)] {
    let isPrivate: Bool
    let isPublic: Bool
    let isRSA: Bool
    switch self {
    case .asymmetric(let key):
      (isPrivate, isPublic) = (key.isPrivate, !key.isPrivate)
      isRSA = if case .rsa = key.kind { true } else { false }
    case .symmetric:
      (isPrivate, isPublic, isRSA) = (true, true, false)
    }
    return [
      (AttributeName("encr"), isPublic),
      // An RSA public key reports that it can decrypt, because decryption is the same computation as verification.
      (AttributeName("decr"), isPrivate || isRSA),
      (AttributeName("drve"), isPrivate && !isRSA),
      (AttributeName("sign"), isPrivate), (AttributeName("vrfy"), isPublic),
      (AttributeName("wrap"), isPublic), (AttributeName("unwp"), isPrivate),
    ]
  }
}

/// The class of a key: public, private or symmetric. The raw values are the numbers in
/// `kSecAttrKeyClass`.
package enum KeyClass: Int64, Sendable, CaseIterable, Hashable {
  case `public` = 0
  case `private` = 1
  case symmetric = 2
}

/// The algorithm of a key. The raw values are the numbers in `kSecAttrKeyType` (specification: keys-and-certificates
/// 1.2).
package enum KeyType: Int64, Sendable, CaseIterable, Hashable {
  case rsa = 42
  /// `kSecAttrKeyTypeDSA`. As on Apple's platforms, a key with this type is read as an elliptic-curve key.
  case dsa = 43
  case ellipticCurve = 73
  /// Apple's private key types for elliptic-curve keys of the Secure Enclave. Latchkey reads a public key with these
  /// types, but no private key.
  case enclaveKeyAgreement = 2_147_483_678
  case enclaveAttestation = 2_147_483_679

  /// Whether a key of this type and class is read as an elliptic-curve key.
  func isEllipticCurve(_ keyClass: KeyClass) -> Bool {
    switch self {
    case .rsa: false
    case .dsa, .ellipticCurve: true
    case .enclaveKeyAgreement, .enclaveAttestation: keyClass == .public
    }
  }
}
