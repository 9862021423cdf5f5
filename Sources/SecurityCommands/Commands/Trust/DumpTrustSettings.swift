import Keychain
import KeychainModel
import CertificateTrust

/// Prints the trust settings of certificates.
struct DumpTrustSettings {
  let session: CommandSession
  let arguments: Arguments

  func run() throws(CommandFailure) {
    guard arguments.operands.isEmpty else { throw .usage }
    let store = try session.trustSettings()
    let list: TrustSettingsList?
    do throws(KeychainError) {
      list = try store.settings(of: arguments.readTrustDomain)
    } catch {
      throw Self.failure(error)
    }
    guard let list else {
      throw Self.failure(
        KeychainError(.noTrustSettings, "nothing was decided about any certificate"))
    }
    session.console.print("Number of trusted certs = \(list.records.count)")
    let records = list.records.sorted { $0.key < $1.key }
    for (number, record) in records.enumerated() {
      let label = record.value.certificate?.label ?? "SHA-1 \(record.key)"
      session.console.print("Cert \(number): \(TerminalSafeText.of(label))")
      print(record.value)
    }
    if let record = list.defaultRoot {
      session.console.print("Default for roots:")
      print(record)
    }
  }

  /// Makes the failure of this command for an error of the keychain. The status is 1, as on macOS. Other commands end
  /// with the status of the error.
  private static func failure(_ error: KeychainError) -> CommandFailure {
    let failure = CommandFailure.keychain(error, in: "SecTrustSettingsCopyCertificates")
    return CommandFailure(status: 1, failure.lines)
  }

  private func print(_ record: TrustSettingsRecord) {
    session.console.print("   Number of trust settings : \(record.settings.count)")
    for (number, setting) in record.settings.enumerated() {
      session.console.print("   Trust Setting \(number):")
      for (name, value) in fields(of: setting) {
        let blanks = String(repeating: " ", count: max(0, 22 - name.utf8.count))
        session.console.print("      \(name)\(blanks): \(value)")
      }
    }
  }

  private func fields(of setting: TrustSetting) -> [(String, String)] {
    var fields: [(String, String)] = []
    if let policy = setting.policy { fields.append(("Policy OID", PolicyName.title(policy))) }
    if setting.hasUnknownConstraints {
      let effect = setting.result == .deny ? "denies for all programs" : "trusts nothing here"
      fields.append(("Application", "<of another system: \(effect)>"))
    }
    if let string = setting.policyString { fields.append(("Policy String", TerminalSafeText.of(string))) }
    if let error = setting.allowedError { fields.append(("Allowed Error", Self.text(of: error))) }
    if let result = setting.result {
      fields.append(("Result Type", "kSecTrustSettingsResult\(Self.name(of: result))"))
    }
    if let usage = setting.keyUsage { fields.append(("Key Usage", Self.uses(usage))) }
    return fields
  }

  private static func text(of error: Int32) -> String {
    switch error {
    case AllowedErrors.certificateExpired: "CSSMERR_TP_CERT_EXPIRED"
    case AllowedErrors.hostnameMismatch: "CSSMERR_APPLETP_HOSTNAME_MISMATCH"
    default: StatusMessage.text(for: error)
    }
  }

  private static func name(of result: TrustSetting.Result) -> String {
    switch result {
    case .trustRoot: "TrustRoot"
    case .trustAsRoot: "TrustAsRoot"
    case .deny: "Deny"
    case .unspecified: "Unspecified"
    }
  }

  private static func uses(_ usage: UInt32) -> String {
    if usage == .max { return "Any" }
    let names = [
      "Signature", "EnDecryptData", "EnDecryptKey", "SignCert", "SignRevocation", "KeyExchange",
    ]
    var uses = names.enumerated().filter { usage & 1 << $0.offset != 0 }.map(\.element)
    let others = usage & ~0x3F
    if others != 0 { uses.append("0x\(String(others, radix: 16))") }
    return uses.joined(separator: " ")
  }
}

extension Command {
  static let dumpTrustSettings = Command(
    "dump-trust-settings", "Print trust settings.",
    synopsis: "[-s|-d]",
    details: [
      "-s  the system's authorities",
      "-d  the settings for all users",
      "The user's without them. A certificate without settings is trusted as a root for everything.",
    ],
    options: OptionSyntax("sd")
  ) { (arguments, session) throws(CommandFailure) in
    try DumpTrustSettings(session: session, arguments: arguments).run()
  }
}
