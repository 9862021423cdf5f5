import AsymmetricKeys
import CertificateTrust
import Keychain
import KeychainModel
import X509Certificates

/// Prints the certificates whose private keys are in the keychain.
struct FindIdentity {
  let session: CommandSession
  let arguments: Arguments

  func run() throws(CommandFailure) {
    try session.checkKeychains(arguments.operands)
    let text = arguments.value("s")?.text
    var policies: [IdentityPolicy] = []
    for word in arguments.values("p") { policies.append(try IdentityPolicy(word, text)) }
    if policies.isEmpty { policies = [try IdentityPolicy("basic", text)] }
    let identities = try StoredCertificate.all(.identity, of: session)
    let settings = try session.currentTrustSettings()
    let issuers = IssuerNames(try StoredCertificate.all(.certificate, of: session))
    if let text, !arguments.has("v") {
      session.console.print("Looking for identities matching \"\(text)\"")
    }
    for policy in policies { try print(identities, issuers, policy, settings) }
  }

  private func print(
    _ identities: [StoredCertificate], _ issuers: IssuerNames, _ policy: IdentityPolicy,
    _ settings: TrustSettingsDomains?
  ) throws(CommandFailure) {
    var matching: [String] = []
    var valid: [String] = []
    for one in identities
    where TrustEvaluation.isLeafSuitable(one.certificate, policy.policy) {
      let line = "\(try one.digest(.sha1)) \"\(TerminalSafeText.of(one.label))\""
      if let failure = try failure(of: one.certificate, issuers, policy, settings) {
        matching.append("\(line) (\(failure))")
      } else {
        matching.append(line)
        valid.append(line)
      }
    }
    guard !arguments.has("v") else {
      printList(valid, "valid identities found")
      return
    }
    session.console.print("\nPolicy: \(policy.title)\n  Matching identities")
    printList(matching, "identities found")
    session.console.print("\n  Valid identities only")
    printList(valid, "valid identities found")
  }

  private func printList(_ lines: [String], _ what: String) {
    for (index, line) in lines.enumerated() {
      let number = "\(index + 1)"
      let blanks = String(repeating: " ", count: max(0, 3 - number.utf8.count))
      session.console.print("\(blanks)\(number)) \(line)")
    }
    session.console.print("     \(lines.count) \(what)")
  }

  /// Evaluates a certificate. Returns the name that macOS prints for the failure; nil if the certificate is valid.
  private func failure(
    of certificate: Certificate, _ issuers: IssuerNames, _ policy: IdentityPolicy,
    _ settings: TrustSettingsDomains?
  ) throws(CommandFailure) -> String? {
    var evaluation = TrustEvaluation(
      certificates: [certificate], policies: [policy.policy], date: SystemClock().now)
    evaluation.intermediates = issuers.above(certificate)
    evaluation.settings = settings
    let outcome = try CommandFailure.translating(in: CommandSession.searching) {
      () throws(KeychainError) in try evaluation.outcome()
    }
    guard let check = outcome.reported?.check else { return nil }
    switch check {
    case .anchorTrusted, .missingIntermediate: return "CSSMERR_TP_NOT_TRUSTED"
    case .validity: return "CSSMERR_TP_CERT_EXPIRED"
    default: return StatusMessage.text(for: check.status)
    }
  }
}

/// The certificates of the keychain, indexed by subject name.
struct IssuerNames {
  private let certificates: [[UInt8]: [Certificate]]

  init(_ certificates: [StoredCertificate]) {
    self.certificates = Dictionary(grouping: certificates.map(\.certificate)) {
      $0.subject.normalizedContent
    }
  }

  /// Returns the issuers of a certificate, the issuers of these issuers, and so on.
  func above(_ certificate: Certificate) -> [Certificate] {
    Certificate.issuers(above: [certificate]) { certificates[$0] ?? [] }
  }
}

extension Command {
  static let findIdentity = Command(
    "find-identity", "Find identities.",
    synopsis: "[-p policy] [-s string] [-v] [keychain ...]",
    details: [
      "-p  basic, ssl-client, ssl-server, smime or codesigning; more than once for several",
      "-s  the host or the address that a certificate must be for",
      "-v  the valid ones alone: those that lead to a trusted authority",
    ],
    options: OptionSyntax("p:s:v", values: ["p": .words(IdentityPolicy.names)])
  ) { (arguments, session) throws(CommandFailure) in
    try FindIdentity(session: session, arguments: arguments).run()
  }
}

/// A policy that `find-identity` accepts.
struct IdentityPolicy {
  let title: String
  let policy: TrustPolicy

  /// The names of the supported policies.
  static let names = ["basic", "ssl-client", "ssl-server", "smime", "codesigning"]

  /// - Parameter text: The value of the option `-s`: a host or an address; nil if the option was not given.
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
