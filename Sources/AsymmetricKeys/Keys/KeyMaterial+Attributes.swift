package import KeychainModel

extension KeyMaterial {
  /// The properties of a key as attributes of an item (keys-and-certificates 1.6): class, type, sizes,
  /// label and allowed uses.
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

  /// These flags are the same for every key, as on Apple's platforms: stored or not, public or not.
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
      // An RSA public key claims to decrypt, because this is the same computation as verifying.
      (AttributeName("decr"), isPrivate || isRSA),
      (AttributeName("drve"), isPrivate && !isRSA),
      (AttributeName("sign"), isPrivate), (AttributeName("vrfy"), isPublic),
      (AttributeName("wrap"), isPublic), (AttributeName("unwp"), isPrivate),
    ]
  }
}
