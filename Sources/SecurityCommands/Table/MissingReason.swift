/// Why a command of macOS is not built. The raw value completes a sentence that begins with the
/// command's name.
enum MissingReason: String, Sendable {
  case oneKeychain =
    "there is exactly one keychain; it is made when first used and cannot be made, removed or set"
  case locking = "locking and keychain passwords are not available"
  case accessLists = "items have no access lists on Linux"
  case keysAndCertificates = "keys and certificates are not available"
  case importAndExport = "import and export are not available"
  case trust = "trust evaluation and trust settings are not available"
  case tokens = "tokens and smart cards are not available"
  case messages = "CMS messages are not available"
  case macOS = "this part of macOS has no counterpart on Linux"
}
