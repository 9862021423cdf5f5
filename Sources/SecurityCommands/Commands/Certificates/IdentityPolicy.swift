import CertificateTrust

/// A policy that `find-identity` accepts.
struct IdentityPolicy {
  let title: String
  let policy: TrustPolicy

  /// The names of the supported policies.
  static let names = ["basic", "ssl-client", "ssl-server", "smime", "codesigning"]

  /// - Parameter text: The value of `-s`: a host or an address.
  /// - Throws: A failure if the policy is not supported.
  init(_ word: Word, _ text: String?) throws(CommandFailure) {
    switch word.text {
    case "basic": (title, policy) = ("X.509 Basic", .basic)
    case "ssl-client": (title, policy) = ("SSL (client)", .tls(isServer: false, host: text))
    case "ssl-server": (title, policy) = ("SSL (server)", .tls(isServer: true, host: text))
    case "smime": (title, policy) = ("S/MIME", .mail(address: text))
    case "codesigning": (title, policy) = ("Code Signing", .codeSigning)
    case "eap", "ipsec", "ichat", "sys-default", "sys-kerberos-kdc", "macappstore", "appleID":
      throw .failed("find-identity: -p \(word.text): this policy has no counterpart on Linux.")
    default:
      throw .usage("-p: \"\(word.text)\" is no policy")
    }
  }
}
