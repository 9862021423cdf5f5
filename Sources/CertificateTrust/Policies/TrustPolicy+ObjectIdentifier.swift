extension TrustPolicy {
  /// Apple's object identifier of the policy (keys-and-certificates 4.4).
  package var objectIdentifier: String {
    switch self {
    case .basic: "1.2.840.113635.100.1.2"
    case .tls: "1.2.840.113635.100.1.3"
    case .mail: "1.2.840.113635.100.1.8"
    case .codeSigning: "1.2.840.113635.100.1.16"
    case .timeStamping: "1.2.840.113635.100.1.20"
    case .revocation: "1.2.840.113635.100.1.21"
    }
  }
}
