/// The reason why a command of macOS is not supported. The raw value completes a sentence that begins with the
/// command's name.
enum UnsupportedReason: String, Sendable {
  case oneKeychain =
    "there is exactly one keychain; it is made when first used and cannot be made, removed or set"
  case locking = "nothing can be locked: the keychain has no password"
  case accessLists = "items have no access lists on Linux, so nothing would be restricted"
  case tokens = "tokens and smart cards are not available"
  case messages = "CMS messages are not available"
  case macOS = "this part of macOS has no counterpart on Linux"
}

extension CommandFailure {
  /// Makes the failure of a command whose arguments are correct, but which is not supported.
  static func refused(_ command: String, _ reason: UnsupportedReason) -> CommandFailure {
    .failed("\(command): \(reason.rawValue).")
  }
}
