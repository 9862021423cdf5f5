import Keychain
import KeychainModel
import X509Certificates

/// Prints certificates that match a name or an e-mail address.
struct FindCertificate {
  let session: CommandSession
  let arguments: Arguments

  func run() throws(CommandFailure) {
    try session.checkKeychains(arguments.operands)
    var attributes = AttributeSet()
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    var found = try StoredCertificate.all(.certificate, of: session, attributes)
      .filter { matches($0.certificate) }
    guard arguments.has("a") || !found.isEmpty else {
      throw .keychain(KeychainError(.itemNotFound, "no certificate"), in: CommandSession.searching)
    }
    if !arguments.has("a") { found = Array(found.prefix(1)) }
    for one in found { try print(one) }
  }

  private func matches(_ certificate: Certificate) -> Bool {
    if let name = arguments.value("c") {
      guard let own = certificate.commonName, NamePattern(name).isContained(in: own) else {
        return false
      }
    }
    guard let address = arguments.value("e")?.text.lowercased() else { return true }
    return certificate.emailAddresses.contains { $0.lowercased() == address }
  }

  private func print(_ one: StoredCertificate) throws(CommandFailure) {
    if arguments.has("Z") { try one.printHashes(in: session) }
    if arguments.has("m") {
      let addresses = one.certificate.emailAddresses.joined(separator: ", ")
      session.console.print("email addresses: \(TerminalSafeText.of(addresses))")
    }
    try one.print(asPEM: arguments.has("p"), in: session)
  }
}

extension Command {
  static let findCertificate = Command(
    "find-certificate", "Find certificates.",
    synopsis: "[-a] [-c name] [-e address] [-m] [-p] [-Z] [--access-group name] [keychain ...]",
    details: [
      "-a  all that match; the first without it",
      "-c  part of the common name, in any case",
      "-e  e-mail address",
      "-m  print the e-mail addresses",
      "-p  print PEM",
      "-Z  print the SHA-256 and the SHA-1 of the certificate",
      "--access-group  access group",
    ],
    options: OptionSyntax("ac:e:mpZ", long: [PasswordKind.accessGroupOption])
  ) { (arguments, session) throws(CommandFailure) in
    try FindCertificate(session: session, arguments: arguments).run()
  }
}
