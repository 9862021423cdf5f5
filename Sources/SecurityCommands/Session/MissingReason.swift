/// Why a command of macOS is not built. The raw value completes a sentence that begins with the
/// command's name.
enum MissingReason: String, Sendable {
  case oneKeychain =
    "there is exactly one keychain; it is made when first used and cannot be made, removed or set"
  case locking = "nothing can be locked: the keychain has no password"
  case accessLists = "items have no access lists on Linux, so nothing would be restricted"
  case tokens = "tokens and smart cards are not available"
  case messages = "CMS messages are not available"
  case macOS = "this part of macOS has no counterpart on Linux"
}

extension CommandFailure {
  /// Refuses what a command was asked, although it was asked rightly.
  static func refused(_ command: String, _ reason: MissingReason) -> CommandFailure {
    .failed("\(command): \(reason.rawValue).")
  }
}
