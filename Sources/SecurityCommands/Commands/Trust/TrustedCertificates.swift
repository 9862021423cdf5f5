import CertificateTrust
import Keychain
import KeychainModel
import X509Certificates

/// Sets trust settings for a certificate.
struct AddTrustedCertificate {
  let session: CommandSession
  let arguments: Arguments

  /// The function name that macOS prints in error messages when trust settings cannot be changed.
  static let context = "SecTrustSettingsSetTrustSettings"

  func run() throws(CommandFailure) {
    guard arguments.operands.count == 1, let file = arguments.operands.first else { throw .usage }
    guard !arguments.has("a") else {
      throw .failed("add-trusted-cert: -a: programs cannot be told apart on Linux.")
    }
    guard arguments.has("o") || !arguments.has("i") else {
      throw .usage("-i reads settings that -o writes: it is of no use alone")
    }
    let settings = try settings()
    let certificate = try CertificateFile.readOne(file)
    try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
      for setting in settings.isEmpty ? [TrustSetting()] : settings {
        try setting.check(for: certificate)
      }
    }
    if let keychain = arguments.value("k") {
      try session.checkKeychains([keychain])
      // This code checks that the trust settings can be changed before it stores the certificate. Otherwise the
      // certificate could be stored without its trust settings.
      if !arguments.has("o") {
        let settings = try session.trustSettings()
        try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
          try settings.requireChangeable(arguments.changedTrustDomain)
        }
      }
      try store(certificate)
    }
    guard let output = arguments.value("o") else {
      let store = try session.trustSettings()
      try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
        try store.change(
          arguments.changedTrustDomain, completingFrom: { (try? session.keychain())?.certificates() ?? [] }
        ) { (list, now) throws(KeychainError) in
          try list.set(settings, for: certificate, modified: now)
        }
      }
      return
    }
    let input = try arguments.value("i").map { (file) throws(CommandFailure) in
      try CertificateFile.bytes(of: file)
    }
    let external = try CommandFailure.translating(in: Self.context) {
      () throws(KeychainError) in
      var list = try input.map(TrustSettingsList.init(external:)) ?? TrustSettingsList()
      try list.set(settings, for: certificate, modified: SystemClock().now.rounded(.down))
      return try list.exported()
    }
    try TrustSettingsFile.write(external, to: output, in: session)
  }

  /// Adds the certificate to the keychain. The function also succeeds if the keychain already contains the certificate.
  private func store(_ certificate: Certificate) throws(CommandFailure) {
    let context = "SecCertificateAddToKeychain"
    let group = try PasswordKind.generic.accessGroup(in: arguments)
    let request = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      try AddRequest(certificate, group)
    }
    _ = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
      try keychain.perform(BatchRequest([request], onDuplicate: .skip))
    }
  }

  /// Returns one setting for each combination of the values of the options. Returns an empty array if the user gave no
  /// option that restricts the trust.
  private func settings() throws(CommandFailure) -> [TrustSetting] {
    let narrowing = ["r", "p", "s", "e", "u"]
    guard narrowing.contains(where: arguments.has) else { return [] }
    var setting = TrustSetting(keyUsage: try keyUsage(), result: try result())
    var settings: [TrustSetting] = []
    let strings: [String?] = arguments.has("s") ? arguments.values("s").map { $0.text } : [nil]
    for policy in try policies() {
      for string in strings {
        for error in try allowedErrors() {
          setting.policy = policy
          setting.policyString = string
          setting.allowedError = error
          settings.append(setting)
        }
      }
    }
    return settings
  }

  private func policies() throws(CommandFailure) -> [String?] {
    guard arguments.has("p") else { return [nil] }
    var policies: [String?] = []
    for word in arguments.values("p") {
      policies.append(try PolicyName.policy(word, of: "add-trusted-cert").objectIdentifier)
    }
    return policies
  }

  private func result() throws(CommandFailure) -> TrustSetting.Result {
    switch arguments.value("r")?.text {
    case nil, "trustRoot": return .trustRoot
    case "trustAsRoot": return .trustAsRoot
    case "deny": return .deny
    case "unspecified": return .unspecified
    case let text?:
      throw .usage("-r: \"\(text)\" is not trustRoot, trustAsRoot, deny or unspecified")
    }
  }

  private func allowedErrors() throws(CommandFailure) -> [Int32?] {
    guard arguments.has("e") else { return [nil] }
    var errors: [Int32?] = []
    for word in arguments.values("e") {
      switch word.text {
      case "certExpired": errors.append(AllowedErrors.certificateExpired)
      case "hostnameMismatch": errors.append(AllowedErrors.hostnameMismatch)
      case let text:
        guard let number = StatusNumber.parse(text) else {
          throw .usage("-e: \"\(text)\" is not certExpired, hostnameMismatch or a number")
        }
        errors.append(number)
      }
    }
    return errors
  }

  private func keyUsage() throws(CommandFailure) -> UInt32? {
    guard let text = arguments.value("u")?.text else { return nil }
    guard let number = StatusNumber.parse(text), number != 0 else {
      throw .usage("-u: \"\(text)\" is no sum of key usages")
    }
    return UInt32(bitPattern: number)
  }
}

extension Command {
  static let addTrustedCertificate = Command(
    "add-trusted-cert", "Trust a certificate.",
    synopsis:
      "[-d] [-r result] [-p policy ...] [-s string ...] [-e error ...] [-u usage] [-k keychain] "
      + "[-i file] [-o file] [-a application] [--access-group name] file",
    details: [
      "The file holds a certificate in PEM or DER. What was decided about it before is replaced.",
      "-d  for all users; takes the rights of an administrator",
      "-r  trustRoot (unless another is named), trustAsRoot, deny or unspecified; trustRoot is for",
      "    certificates that are signed by themselves, trustAsRoot for the others",
      "-p  for this policy alone: basic, ssl, smime, codeSign, timestamping, or their identifiers",
      "-s  for this host or address alone",
      "-e  an error that is none for this certificate: certExpired, hostnameMismatch or a number",
      "-u  for these uses of the key alone: the sum of 1 (signature), 2 (data), 4 (keys),",
      "    8 (certificates), 32 (key exchange); -1 for all",
      "-k  store the certificate in the keychain as well",
      "-i  read the settings of this file, and not those that count",
      "-o  write to this file, and decide nothing",
      "-a  refused: programs cannot be told apart",
      "--access-group  with -k, the access group",
    ],
    options: OptionSyntax(
      "dr:p:a:s:e:u:k:i:o:", long: [PasswordKind.accessGroupOption],
      values: [
        "r": .words(["trustRoot", "trustAsRoot", "deny", "unspecified"]),
        "p": .words(PolicyName.names), "e": .words(["certExpired", "hostnameMismatch"]),
        "k": .keychain, "i": .file, "o": .file,
      ])
  ) { (arguments, session) throws(CommandFailure) in
    try AddTrustedCertificate(session: session, arguments: arguments).run()
  }
}

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

extension Arguments {
  /// The domain of trust settings that a command changes: the administrator's domain with the option `-d`, otherwise
  /// the user's domain.
  var changedTrustDomain: TrustSettingsDomain { has("d") ? .admin : .user }

  /// The domain of trust settings that a command reads: the system's domain with the option `-s`, otherwise
  /// `changedTrustDomain`. Some commands give `-s` another meaning and must not use this property.
  var readTrustDomain: TrustSettingsDomain { has("s") ? .system : changedTrustDomain }
}
