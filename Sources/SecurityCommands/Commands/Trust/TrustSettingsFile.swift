import Keychain
import KeychainModel
import CertificateTrust

/// Exports trust settings to a file, and imports them from a file.
struct TrustSettingsFile {
  let session: CommandSession
  let arguments: Arguments

  private func file() throws(CommandFailure) -> Word {
    guard arguments.operands.count == 1 else { throw .usage }
    return arguments.operands[0]
  }

  func export() throws(CommandFailure) {
    let file = try file()
    let context = "SecTrustSettingsCreateExternalRepresentation"
    let store = try session.trustSettings()
    let external = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      guard let list = try store.settings(of: arguments.readTrustDomain) else {
        throw KeychainError(.noTrustSettings, "nothing was decided about any certificate")
      }
      return try list.exported()
    }
    try Self.write(external, to: file, in: session)
    if !session.isQuiet { session.console.print("...Trust Settings exported successfully.") }
  }

  func importSettings() throws(CommandFailure) {
    let bytes = try CertificateFile.bytes(of: try file())
    let context = "SecTrustSettingsImportExternalRepresentation"
    let store = try session.trustSettings()
    let keychain = try? session.keychain()
    let list = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      let imported = try TrustSettingsList(imported: bytes, completingFrom: { keychain?.certificates() ?? [] })
      try store.change(arguments.changedTrustDomain) { (list, _) throws(KeychainError) in
        list.replaceRecords(with: imported)
      }
      return imported
    }
    guard !session.isQuiet else { return }
    session.console.print("...Trust Settings imported successfully.")
    for sentence in Self.remarks(on: list) { session.console.print(sentence, to: .error) }
  }

  /// Returns sentences about the imported settings that `dump-trust-settings` does not show: settings for certificates
  /// that the keychain does not contain, and the default setting for roots.
  private static func remarks(on list: TrustSettingsList) -> [String] {
    var remarks: [String] = []
    let count = list.records.values.count { $0.certificate == nil }
    if count > 0 {
      remarks.append(
        (count == 1 ? "1 decision names a certificate" : "\(count) decisions name certificates")
          + " by SHA-1 that the keychain does not have: trust counts only where a peer sends it.")
    }
    if list.defaultRoot != nil {
      remarks.append(
        "There is a default for roots without a decision: it counts for every root that a peer sends. "
          + "Only another import takes it away.")
    }
    return remarks
  }

  static func write(
    _ bytes: [UInt8], to file: Word, in session: CommandSession
  ) throws(CommandFailure) {
    let output = try OutputFile(file, in: session)
    try output.write(bytes)
    try output.finish()
  }
}

extension Command {
  static let trustSettingsExport = Command(
    "trust-settings-export", "Export trust settings.",
    synopsis: "[-s|-d] file",
    details: [
      "The file gets a property list, as macOS writes it, with the certificates.",
      "-s  the system's authorities",
      "-d  the settings for all users",
    ],
    options: OptionSyntax("sd")
  ) { (arguments, session) throws(CommandFailure) in
    try TrustSettingsFile(session: session, arguments: arguments).export()
  }

  static let trustSettingsImport = Command(
    "trust-settings-import", "Import trust settings.",
    synopsis: "[-d] file",
    details: [
      "Puts the settings of the file, which macOS may have written, in place of those that are there.",
      "-d  for all users; takes the rights of an administrator",
    ],
    options: OptionSyntax("d")
  ) { (arguments, session) throws(CommandFailure) in
    try TrustSettingsFile(session: session, arguments: arguments).importSettings()
  }
}
