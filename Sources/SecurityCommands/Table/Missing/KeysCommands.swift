// Keys, certificates and identities: not built.

extension Command {
  static let createKeypair = Command(
    "create-keypair", "Make a pair of keys.",
    synopsis: """
      [-a rsa|dh|dsa|fee] [-s bits] [-f from] [-t to] [-d days] [-k keychain] [-A|-T \
      app] [-H] label
      """,
    onMacOS: "makes a public and a private key and stores both", missing: .keysAndCertificates)

  static let createKeyLoop = Command(
    "create-key-loop", "Make keys for a test.",
    onMacOS: "is an internal test", missing: .keysAndCertificates, isListed: false)

  static let addCertificates = Command(
    "add-certificates", "Add certificates.",
    synopsis: "[-k keychain] file ...",
    onMacOS: "stores the certificates in files", missing: .keysAndCertificates)

  static let findKey = Command(
    "find-key", "Find keys.",
    synopsis: "[options] [keychain ...]",
    onMacOS: "prints the keys that match", missing: .keysAndCertificates)

  static let findCertificate = Command(
    "find-certificate", "Find certificates.",
    synopsis: "[-a] [-c name] [-e address] [-m] [-p] [-Z] [keychain ...]",
    onMacOS: "prints certificates by common name or e-mail address", missing: .keysAndCertificates)

  static let findIdentity = Command(
    "find-identity", "Find identities.",
    synopsis: "[-p policy] [-s string] [-v] [keychain ...]",
    onMacOS: "prints the certificates whose private keys are there", missing: .keysAndCertificates)

  static let deleteCertificate = Command(
    "delete-certificate", "Delete a certificate.",
    synopsis: "[-c name] [-Z hash] [-t] [keychain ...]",
    onMacOS: "deletes a certificate by name or hash", missing: .keysAndCertificates)

  static let deleteIdentity = Command(
    "delete-identity", "Delete a certificate and its private key.",
    synopsis: "[-c name] [-Z hash] [-t] [keychain ...]",
    onMacOS: "deletes a certificate and its private key", missing: .keysAndCertificates)

  static let setIdentityPreference = Command(
    "set-identity-preference", "Set the identity to use for a service.",
    synopsis: "[-n] [-c identity] [-s service] [-u usage] [-Z hash] [keychain ...]",
    onMacOS: "remembers which identity a service is shown", missing: .keysAndCertificates)

  static let getIdentityPreference = Command(
    "get-identity-preference", "Get the identity to use for a service.",
    synopsis: "[-s service] [-u usage] [-p] [-c] [-Z]",
    onMacOS: "prints which identity a service is shown", missing: .keysAndCertificates)

  static let exportItems = Command(
    "export", "Export keys and certificates.",
    synopsis: "[-k keychain] [-t type] [-f format] [-w] [-p] [-P password] [-o file]",
    onMacOS: "writes keys and certificates to a file", missing: .importAndExport)

  static let importItems = Command(
    "import", "Import keys and certificates.",
    synopsis: "file [-k keychain] [-t type] [-f format] [-w] [-x] [-P password] [-A|-T app]",
    onMacOS: "stores the keys and certificates in a file", missing: .importAndExport)

  static let cms = Command(
    "cms", "Encode or decode CMS messages.",
    synopsis: "-C|-D|-E|-S [options]",
    onMacOS: "encrypts, decrypts, wraps or signs messages", missing: .messages)
}
