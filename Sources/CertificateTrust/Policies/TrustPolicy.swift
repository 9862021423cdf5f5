import X509Certificates

/// The purpose for which certificates are evaluated.
package enum TrustPolicy: Sendable, Hashable {
  /// Only the certificate path is checked (specification: keys-and-certificates 4.5).
  case basic
  /// The certificate is used for TLS (specification: keys-and-certificates 4.6). If `host` is given, the server's
  /// certificate must be valid for the host.
  case tls(isServer: Bool, host: String?)
  /// The certificate is used for mail. If `address` is given, the certificate must be valid for the mail address.
  case mail(address: String?)
  case codeSigning
  case timeStamping
  /// The certificates must not be revoked. `flags` contains the flags of `SecPolicyCreateRevocation`.
  case revocation(flags: UInt)
}

extension TrustPolicy {
  /// The accepted key purposes; nil when all key purposes are accepted. If the leaf names key purposes, it must name
  /// one of the accepted key purposes.
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

  /// Whether a leaf that names no key purposes is accepted.
  var acceptsMissingPurposes: Bool {
    switch self {
    case .codeSigning, .timeStamping: false
    default: true
    }
  }

  /// Whether the policy also applies to the key purposes of authorities. If an authority names key purposes, it must
  /// then name one of the accepted key purposes.
  var asksAuthoritiesForPurposes: Bool { if case .tls = self { true } else { false } }

  /// Apple's check that fails when the key purposes are wrong.
  var purposeCheck: TrustCheck {
    switch self {
    case .mail: .emailProtectionEKU
    default: .extendedKeyUsage
    }
  }

  /// The smallest accepted sizes of RSA keys and elliptic-curve keys, in bits, in addition to the general limits. Nil
  /// when only the general limits apply.
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
