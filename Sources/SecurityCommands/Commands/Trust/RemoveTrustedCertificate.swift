import Glibc
import Keychain
import KeychainModel
import PublicKeys

/// Forgets what was decided about a certificate.
struct RemoveTrustedCertificate {
  let session: Session
  let arguments: Arguments

  /// What macOS calls the attempt.
  private static let context = "SecTrustSettingsRemoveTrustSettings"

  func run() throws(CommandFailure) {
    guard arguments.operands.count == 1, let file = arguments.operands.first else { throw .usage }
    let certificate = try CertificateFile.readOne(file)
    let store = try session.trustSettings()
    try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
      try Self.remove(certificate, arguments.changedTrustDomain, store)
    }
  }

  private static func remove(
    _ certificate: Certificate, _ domain: TrustSettingsDomain, _ store: TrustSettingsStore
  ) throws(KeychainError) {
    guard try store.settings(of: domain)?.record(of: certificate) != nil else { throw nothing }
    try store.change(domain) { (list, _) throws(KeychainError) in
      guard try list.remove(certificate) else { throw nothing }
    }
  }

  private static var nothing: KeychainError {
    KeychainError(.itemNotFound, "there are no trust settings for the certificate")
  }

  /// Forgets the user's decisions about a certificate, and as root the administrator's, where there are any.
  static func forget(_ certificate: Certificate, in session: Session) throws(CommandFailure) {
    let store = try session.trustSettings()
    for domain in forgottenDomains {
      do throws(KeychainError) {
        try remove(certificate, domain, store)
      } catch {
        guard error.code == .itemNotFound else { throw .keychain(error, in: context) }
      }
    }
  }

  private static var forgottenDomains: [TrustSettingsDomain] {
    geteuid() == 0 ? [.user, .admin] : [.user]
  }

  /// Looks whether the decisions about a certificate can be forgotten, before it is deleted.
  static func requireForgettable(
    _ certificate: Certificate, in session: Session
  ) throws(CommandFailure) {
    let store = try session.trustSettings()
    try CommandFailure.translating(in: context) { () throws(KeychainError) in
      for domain in forgottenDomains {
        guard try store.settings(of: domain)?.record(of: certificate) != nil else { continue }
        try store.requireChangeable(domain)
      }
    }
  }
}

extension Command {
  static let removeTrustedCertificate = Command(
    "remove-trusted-cert", "Remove trust settings of a certificate.",
    synopsis: "[-d] file",
    details: [
      "The file holds the certificate in PEM or DER.",
      "-d  those for all users; takes the rights of an administrator",
    ],
    options: OptionSyntax("d")
  ) { (arguments, session) throws(CommandFailure) in
    try RemoveTrustedCertificate(session: session, arguments: arguments).run()
  }
}
