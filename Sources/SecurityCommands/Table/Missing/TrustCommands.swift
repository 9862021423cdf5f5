// Trust in certificates: not built.

extension Command {
  static let addTrustedCertificate = Command(
    "add-trusted-cert", "Trust a certificate.",
    synopsis: "[-d] [-r result] [-p policy] [-k keychain] [options] [file]",
    onMacOS: "sets how far a certificate is trusted", missing: .trust)

  static let removeTrustedCertificate = Command(
    "remove-trusted-cert", "Remove trust settings of a certificate.",
    synopsis: "[-d] file",
    onMacOS: "removes what was set for a certificate", missing: .trust)

  static let dumpTrustSettings = Command(
    "dump-trust-settings", "Print trust settings.",
    synopsis: "[-s|-d]",
    onMacOS: "prints what was set for certificates", missing: .trust)

  static let userTrustSettingsEnable = Command(
    "user-trust-settings-enable", "Enable trust settings of the user.",
    synopsis: "[-d|-e]",
    onMacOS: "turns the settings of users off or on", missing: .trust)

  static let trustSettingsExport = Command(
    "trust-settings-export", "Export trust settings.",
    synopsis: "[-s|-d] file",
    onMacOS: "writes trust settings to a file", missing: .trust)

  static let trustSettingsImport = Command(
    "trust-settings-import", "Import trust settings.",
    synopsis: "[-d] file",
    onMacOS: "reads trust settings from a file", missing: .trust)

  static let verifyCertificate = Command(
    "verify-cert", "Verify certificates.",
    synopsis: "[-c file] [-r file] [-p policy] [options] [url]",
    onMacOS: "checks a chain of certificates", missing: .trust)
}
