/// The algorithm of a key, with the numbers in `kSecAttrKeyType` (keys-and-certificates 1.2).
package enum KeyType: Int64, Sendable, CaseIterable, Hashable {
  case rsa = 42
  /// `kSecAttrKeyTypeDSA`. Such keys are read as elliptic-curve keys, as Apple does.
  case dsa = 43
  case ellipticCurve = 73
  /// Private names for elliptic-curve keys of the Secure Enclave. Such keys are read as public
  /// keys.
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
