// Certificates and identities: not built.

extension Command {
  static let createKeyLoop = Command(
    "create-key-loop", "Make keys for a test.",
    onMacOS: "is an internal test", missing: .certificates, isListed: false)

  static let addCertificates = Command(
    "add-certificates", "Add certificates.",
    synopsis: "[-k keychain] file ...",
    onMacOS: "stores the certificates in files", missing: .certificates)

  static let findCertificate = Command(
    "find-certificate", "Find certificates.",
    synopsis: "[-a] [-c name] [-e address] [-m] [-p] [-Z] [keychain ...]",
    onMacOS: "prints certificates by common name or e-mail address", missing: .certificates)

  static let findIdentity = Command(
    "find-identity", "Find identities.",
    synopsis: "[-p policy] [-s string] [-v] [keychain ...]",
    onMacOS: "prints the certificates whose private keys are there", missing: .certificates)

  static let deleteCertificate = Command(
    "delete-certificate", "Delete a certificate.",
    synopsis: "[-c name] [-Z hash] [-t] [keychain ...]",
    onMacOS: "deletes a certificate by name or hash", missing: .certificates)

  static let deleteIdentity = Command(
    "delete-identity", "Delete a certificate and its private key.",
    synopsis: "[-c name] [-Z hash] [-t] [keychain ...]",
    onMacOS: "deletes a certificate and its private key", missing: .certificates)

  static let setIdentityPreference = Command(
    "set-identity-preference", "Set the identity to use for a service.",
    synopsis: "[-n] [-c identity] [-s service] [-u usage] [-Z hash] [keychain ...]",
    onMacOS: "remembers which identity a service is shown", missing: .certificates)

  static let getIdentityPreference = Command(
    "get-identity-preference", "Get the identity to use for a service.",
    synopsis: "[-s service] [-u usage] [-p] [-c] [-Z]",
    onMacOS: "prints which identity a service is shown", missing: .certificates)

  static let cms = Command(
    "cms", "Encode or decode CMS messages.",
    synopsis: "-C|-D|-E|-S [options]",
    onMacOS: "encrypts, decrypts, wraps or signs messages", missing: .messages)
}
