// Preferences of identities: not built.

extension Command {
  static let createKeyLoop = Command(
    "create-key-loop", "Make keys for a test.",
    onMacOS: "is an internal test", missing: .macOS, isListed: false)

  static let setIdentityPreference = Command(
    "set-identity-preference", "Set the identity to use for a service.",
    synopsis: "[-n] [-c identity] [-s service] [-u usage] [-Z hash] [keychain ...]",
    onMacOS: "remembers which identity a service is shown", missing: .preferences)

  static let getIdentityPreference = Command(
    "get-identity-preference", "Get the identity to use for a service.",
    synopsis: "[-s service] [-u usage] [-p] [-c] [-Z]",
    onMacOS: "prints which identity a service is shown", missing: .preferences)

  static let cms = Command(
    "cms", "Encode or decode CMS messages.",
    synopsis: "-C|-D|-E|-S [options]",
    onMacOS: "encrypts, decrypts, wraps or signs messages", missing: .messages)
}
