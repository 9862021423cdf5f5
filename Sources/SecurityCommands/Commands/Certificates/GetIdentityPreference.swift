import Keychain
import KeychainModel
import X509Certificates

/// Prints the preferred identity for a service.
struct GetIdentityPreference {
  let session: CommandSession
  let arguments: Arguments

  /// The function name that macOS prints for this operation.
  private static let context = "SecIdentityCopyPreferred"

  func run() throws(CommandFailure) {
    let asked = try CertificatePreference(arguments)
    guard arguments.operands.isEmpty else { throw .usage }
    let identity = try session.withPreferences(in: Self.context) {
      (preferences) throws(KeychainError) in
      let reference = try preferences.preferred(for: asked)
      // The private key must exist, but it is not read.
      try preferences.require(reference)
      return reference
    }
    guard case .item(_, let identifier) = identity, let one = try certificate(identifier) else {
      throw .keychain(KeychainError(.itemNotFound, "the certificate is gone"), in: Self.context)
    }
    if arguments.has("c") {
      session.console.print("common name: \"\(TerminalSafeText.of(one.certificate.commonName ?? ""))\"")
    }
    if arguments.has("Z") { try one.printHashes(in: session) }
    try one.print(asPEM: arguments.has("p"), in: session)
  }

  private func certificate(
    _ identifier: RowIdentifier
  ) throws(CommandFailure) -> StoredCertificate? {
    let query = ItemQuery(
      .certificate, isSynchronizable: nil, reference: .item(.certificate, identifier))
    return try session.items(query, [.attributes, .secret]).first.flatMap(StoredCertificate.init)
  }
}

extension Command {
  static let getIdentityPreference = Command(
    "get-identity-preference", "Get the identity to use for a service.",
    synopsis: "-s service [-u usage] [-p] [-c] [-Z]",
    details: [
      "-s  what it is for: a URL, an address for mail, a host or any other name"
    ] + preferenceUsage + [
      "-p  print PEM",
      "-c  print the common name",
      "-Z  print the SHA-256 and the SHA-1 of the certificate",
    ],
    options: OptionSyntax("s:u:pcZ")
  ) { (arguments, session) throws(CommandFailure) in
    try GetIdentityPreference(session: session, arguments: arguments).run()
  }
}
