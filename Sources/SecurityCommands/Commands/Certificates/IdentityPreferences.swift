import Keychain
import KeychainModel
import X509Certificates

/// Sets the preferred identity for a service.
struct SetIdentityPreference {
  let session: CommandSession
  let arguments: Arguments

  /// The function name that macOS prints in error messages of this command.
  private static let context = "SecIdentitySetPreferred"

  func run() throws(CommandFailure) {
    let removes = arguments.has("n")
    guard removes != (arguments.has("c") || arguments.has("Z")) else { throw .usage }
    let preference = try CertificatePreference(arguments)
    try session.checkKeychains(arguments.operands)
    guard !removes else {
      try session.withPreferences(in: Self.context) { (preferences) throws(KeychainError) in
        try preferences.remove(preference)
      }
      return
    }
    let choice = CertificateChoice(
      itemClass: .identity, session: session, arguments: arguments, name: arguments.value("c"))
    guard let chosen = try choice.chosen() else {
      throw .keychain(
        KeychainError(.itemNotFound, "no identity matches"), in: Self.context)
    }
    try session.withPreferences(in: Self.context) { (preferences) throws(KeychainError) in
      try preferences.set(chosen.certificate, preference)
    }
  }
}

extension CertificatePreference {
  /// Makes a preference from the values of the options `-s` and `-u`.
  init(_ arguments: Arguments) throws(CommandFailure) {
    guard let service = arguments.value("s"), !service.bytes.isEmpty else { throw .usage }
    // Invalid UTF-8 is refused. Replacing invalid UTF-8 would give different services the same name.
    guard let name = String(validating: service.bytes, as: UTF8.self) else {
      throw .usage("-s: the service is no UTF-8")
    }
    var usage = PreferenceUsage()
    if let word = arguments.value("u") {
      guard let number = UInt32(word.text) else {
        throw .usage("-u: \"\(word.text)\" is no sum of uses")
      }
      usage = PreferenceUsage(rawValue: number)
    }
    guard usage.isKnown else { throw .usage("-u: there is no such use of a key") }
    self = try CommandFailure.translating(in: "SecIdentitySetPreferred") {
      () throws(KeychainError) in
      try CertificatePreference(.identity, for: name, usage)
    }
  }
}

extension CommandSession {
  /// Runs `body` with the preferences that the tool can use: the preferences in all access groups.
  func withPreferences<Result>(
    in context: String, _ body: (CertificatePreferences) throws(KeychainError) -> Result
  ) throws(CommandFailure) -> Result {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      try body(
        CertificatePreferences(of: .tool) { (request) throws(KeychainError) in
          try keychain.perform(request)
        })
    }
  }
}

extension Command {
  /// The lines about the option `-u` in the help of the two commands for identity preferences.
  static let preferenceUsage = [
    "-u  what the key is for, a sum: 1 encrypt, 2 decrypt, 4 sign, 8 verify, 16 and 32 the same with",
    "    recovery, 64 wrap, 128 unwrap, 256 derive; 0, as without it, for everything",
  ]

  static let setIdentityPreference = Command(
    "set-identity-preference", "Set the identity to use for a service.",
    synopsis: "-n | -c name | -Z hash  -s service [-u usage] [keychain ...]",
    details: [
      "-n  prefer none any more",
      "-c  part of the identity's name, in any case; a name that is just that comes before the others",
      "-Z  SHA-1 or SHA-256 of the certificate, in hexadecimal digits",
      "-s  what it is for: a URL, which stands for all below it when it ends with a slash; an address",
      "    for mail; a host; *. and a domain for every host in it; or any other name",
    ] + preferenceUsage,
    options: OptionSyntax("nc:s:u:Z:")
  ) { (arguments, session) throws(CommandFailure) in
    try SetIdentityPreference(session: session, arguments: arguments).run()
  }
}

/// Prints the preferred identity for a service.
struct GetIdentityPreference {
  let session: CommandSession
  let arguments: Arguments

  /// The function name that macOS prints in error messages of this command.
  private static let context = "SecIdentityCopyPreferred"

  func run() throws(CommandFailure) {
    let asked = try CertificatePreference(arguments)
    guard arguments.operands.isEmpty else { throw .usage }
    let identity = try session.withPreferences(in: Self.context) {
      (preferences) throws(KeychainError) in
      let reference = try preferences.preferred(for: asked)
      // The private key of the identity must exist, but this command does not read the private key.
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
