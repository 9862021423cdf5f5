/// Removes the trust settings of a certificate.
struct RemoveTrustedCertificate {
  let session: CommandSession
  let arguments: Arguments

  func run() throws(CommandFailure) {
    guard arguments.operands.count == 1, let file = arguments.operands.first else { throw .usage }
    let certificate = try CertificateFile.readOne(file)
    try session.removeTrustSettings(of: certificate, arguments.changedTrustDomain)
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
