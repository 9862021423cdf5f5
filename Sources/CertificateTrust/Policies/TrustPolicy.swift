import X509Certificates

/// The purpose for which certificates are evaluated.
package enum TrustPolicy: Sendable, Hashable {
  /// Only the path is checked (specification: keys-and-certificates 4.5).
  case basic
  /// TLS (specification: keys-and-certificates 4.6). If a host is given, the server's certificate must be valid
  /// for it.
  case tls(isServer: Bool, host: String?)
  /// Mail. If an address is given, the certificate must be valid for it.
  case mail(address: String?)
  case codeSigning
  case timeStamping
  /// The certificates must not be revoked. The flags are those of `SecPolicyCreateRevocation`.
  case revocation(flags: UInt)
}

extension TrustPolicy {
  /// The accepted key purposes; nil for any. If the leaf names purposes, it must have one of these.
  var purposes: [[UInt8]]? {
    let purposes: [KeyPurpose]
    switch self {
    case .basic, .revocation: return nil
    case .tls(isServer: true, _):
      purposes = [.serverAuthentication, .microsoftServerGated, .netscapeServerGated]
    case .tls(isServer: false, _): purposes = [.clientAuthentication]
    case .mail: purposes = [.emailProtection]
    case .codeSigning: purposes = [.codeSigning]
    case .timeStamping: purposes = [.timeStamping]
    }
    return purposes.map(\.identifier)
  }

  /// Whether a leaf without named purposes is accepted.
  var acceptsMissingPurposes: Bool {
    switch self {
    case .codeSigning, .timeStamping: false
    default: true
    }
  }

  /// Whether authorities that name purposes must also name one of these.
  var asksAuthoritiesForPurposes: Bool { if case .tls = self { true } else { false } }

  /// The check of Apple that fails when the purposes are wrong.
  var purposeCheck: TrustCheck {
    switch self {
    case .mail: .emailProtectionEKU
    default: .extendedKeyUsage
    }
  }

  /// The smallest accepted sizes of RSA and elliptic-curve keys, in addition to the general limits;
  /// nil for no additional limits.
  var leastKeyBits: (rsa: Int, curve: Int)? {
    if case .tls = self { return (2048, 256) }
    return nil
  }

  /// Whether signatures with SHA-1 are rejected.
  var refusesSHA1: Bool { if case .tls = self { true } else { false } }
}

extension TrustPolicy {
  /// Apple's object identifier of the policy (specification: keys-and-certificates 4.4).
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
