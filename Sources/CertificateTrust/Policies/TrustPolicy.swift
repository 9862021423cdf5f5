import X509Certificates

/// What certificates are judged for.
package enum TrustPolicy: Sendable, Hashable {
  /// The path alone (keys-and-certificates 4.5).
  case basic
  /// TLS (keys-and-certificates 4.6). With a host, a server's certificate must be for it.
  case tls(isServer: Bool, host: String?)
  /// Mail: with an address, the certificate must be for it.
  case mail(address: String?)
  case codeSigning
  case timeStamping
  /// That certificates are not revoked: the flags of `SecPolicyCreateRevocation`.
  case revocation(flags: UInt)
}

extension TrustPolicy {
  /// The purposes of which the leaf must have one, when it names purposes; nil for any.
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

  /// Whether a leaf that names no purposes is good for all.
  var acceptsMissingPurposes: Bool {
    switch self {
    case .codeSigning, .timeStamping: false
    default: true
    }
  }

  /// Whether authorities that name purposes must name one of these, too.
  var asksAuthoritiesForPurposes: Bool { if case .tls = self { true } else { false } }

  /// Which of Apple's checks fails when the purposes are wrong.
  var purposeCheck: TrustCheck {
    switch self {
    case .mail: .emailProtectionEKU
    default: .extendedKeyUsage
    }
  }

  /// RSA and elliptic-curve keys below these sizes are refused, beside those that are always.
  var leastKeyBits: (rsa: Int, curve: Int)? {
    if case .tls = self { return (2048, 256) }
    return nil
  }

  /// Whether signatures with SHA-1 are refused.
  var refusesSHA1: Bool { if case .tls = self { true } else { false } }
}
