// Made by scripts/names from Tables/names.txt.

public import Foundation

// This file declares the keys for password generation and shared web credentials.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The greatest length of a generated password. The value is a number. Raw value
/// `PasswordMaxLength`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecPasswordMaxLength: CFString = "PasswordMaxLength"

/// The smallest length of a generated password. The value is a number. The raw value is the same as
/// for `kSecPasswordMaxLength`, as on Apple's platforms. Raw value `PasswordMaxLength`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecPasswordMinLength: CFString = "PasswordMaxLength"

/// The characters that a generated password may contain. The value is a string. Raw value
/// `PasswordAllowedCharacters`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecPasswordAllowedCharacters: CFString = "PasswordAllowedCharacters"

/// The sets of required characters. A generated password contains at least one character of each
/// set. The value is an array of strings. Raw value `PasswordRequiredCharacters`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecPasswordRequiredCharacters: CFString =
  "PasswordRequiredCharacters"

/// The password in a shared web credential. The value is a string. Raw value `spwd`.
nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
