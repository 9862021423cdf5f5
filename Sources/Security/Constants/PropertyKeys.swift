// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys of the dictionaries that `SecCertificateCopyValues` returns (keys-and-certificates 2.1).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The type of the property value: one of the `kSecPropertyType…` values. Raw value `type`.
nonisolated(unsafe) public let kSecPropertyKeyType: CFString = "type"

/// The name of the property. The value is a string. Raw value `label`.
nonisolated(unsafe) public let kSecPropertyKeyLabel: CFString = "label"

/// The name of the property in the language of the user. The value is a string. In Latchkey it
/// equals the label. Raw value `localized label`.
nonisolated(unsafe) public let kSecPropertyKeyLocalizedLabel: CFString = "localized label"

/// The value of the property. Raw value `value`.
nonisolated(unsafe) public let kSecPropertyKeyValue: CFString = "value"
