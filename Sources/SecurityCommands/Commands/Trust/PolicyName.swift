import CertificateTrust
import X509Certificates

/// Converts between policies and their names in the trust commands.
enum PolicyName {
  /// The names of the supported policies.
  static let names = ["basic", "ssl", "smime", "codeSign", "timestamping"]

  /// - Parameters:
  ///   - command: The name of the command, for messages.
  ///   - isClient: Whether a TLS certificate belongs to a client.
  ///   - host: The host that a TLS certificate must be valid for; nil for any host.
  ///   - address: The address that a mail certificate must be valid for; nil for any address.
  /// - Throws: A failure if the policy is not supported.
  static func policy(
    _ word: Word, of command: String, isClient: Bool = false, host: String? = nil,
    address: String? = nil
  ) throws(CommandFailure) -> TrustPolicy {
    let known: [TrustPolicy] = [
      .basic, .tls(isServer: !isClient, host: isClient ? nil : host), .mail(address: address),
      .codeSigning, .timeStamping,
    ]
    let text = word.text
    switch text {
    case "basic": return known[0]
    case "ssl": return known[1]
    case "smime": return known[2]
    case "codeSign": return known[3]
    case "timestamping": return known[4]
    case "IPSec", "swUpdate", "pkgSign", "eap", "macappstore", "appleID":
      throw .failed("\(command): -p \(text): this policy has no counterpart on Linux.")
    default:
      if let policy = known.first(where: { $0.objectIdentifier == text }) { return policy }
      guard ObjectIdentifierText.octets(text) == nil else {
        throw .failed("\(command): -p \(text): this policy has no counterpart on Linux.")
      }
      throw .usage("-p: \"\(text)\" is no policy")
    }
  }

  /// Returns the name of a policy that commands print in a list of trust settings.
  static func title(_ identifier: String) -> String {
    switch identifier {
    case TrustPolicy.basic.objectIdentifier: "X.509 Basic"
    case TrustPolicy.tls(isServer: true, host: nil).objectIdentifier: "SSL"
    case TrustPolicy.mail(address: nil).objectIdentifier: "S/MIME"
    case TrustPolicy.codeSigning.objectIdentifier: "Code Signing"
    case TrustPolicy.timeStamping.objectIdentifier: "Time Stamping"
    default: identifier
    }
  }
}
