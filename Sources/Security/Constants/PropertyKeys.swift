// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys of the dictionaries that `SecCertificateCopyValues` returns (keys-and-certificates 2.1).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// What the value is: one of `kSecPropertyType…`. Raw value `type`.
nonisolated(unsafe) public let kSecPropertyKeyType: CFString = "type"

/// A name for the value: a string. Raw value `label`.
nonisolated(unsafe) public let kSecPropertyKeyLabel: CFString = "label"

/// The name in the language of the user: a string, here always the label. Raw value
/// `localized label`.
nonisolated(unsafe) public let kSecPropertyKeyLocalizedLabel: CFString = "localized label"

/// The value. Raw value `value`.
nonisolated(unsafe) public let kSecPropertyKeyValue: CFString = "value"
