/// What a key is for, by the numbers that `kSecAttrKeyType` spells (keys-and-certificates 1.2).
package enum KeyType: Int64, Sendable, CaseIterable, Hashable {
  case rsa = 42
  /// `kSecAttrKeyTypeDSA`: read as an elliptic-curve key, as Apple does.
  case dsa = 43
  case ellipticCurve = 73
  /// Elliptic-curve keys of the Secure Enclave under private names: read as public keys.
  case enclaveKeyAgreement = 2_147_483_678
  case enclaveAttestation = 2_147_483_679

  /// Whether bytes of the type are read as those of an elliptic-curve key of this class.
  func isEllipticCurve(_ keyClass: KeyClass) -> Bool {
    switch self {
    case .rsa: false
    case .dsa, .ellipticCurve: true
    case .enclaveKeyAgreement, .enclaveAttestation: keyClass == .public
    }
  }
}
