// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

// MARK: Keys of the dictionaries that `SecCertificateCopyValues` returns (specification:
// keys-and-certificates 2.1).

/// The type of the property value: one of the `kSecPropertyType…` values. Raw value `type`.
nonisolated(unsafe) public let kSecPropertyKeyType: CFString = "type"

/// The name of the property. The value is a string. Raw value `label`.
nonisolated(unsafe) public let kSecPropertyKeyLabel: CFString = "label"

/// The name of the property in the language of the user. The value is a string. In Latchkey, the
/// value equals the value of `kSecPropertyKeyLabel`. Raw value `localized label`.
nonisolated(unsafe) public let kSecPropertyKeyLocalizedLabel: CFString = "localized label"

/// The value of the property. `kSecPropertyKeyType` states the type of this value. Raw value
/// `value`.
nonisolated(unsafe) public let kSecPropertyKeyValue: CFString = "value"

// MARK: The types of the values of properties (specification: keys-and-certificates 2.1).

/// The value of the property is a string with a warning. Raw value `warning`.
nonisolated(unsafe) public let kSecPropertyTypeWarning: CFString = "warning"

/// The value of the property is a string with a description of an error. Raw value `error`.
nonisolated(unsafe) public let kSecPropertyTypeError: CFString = "error"

/// The value of the property is a string that reports success. Raw value `success`.
nonisolated(unsafe) public let kSecPropertyTypeSuccess: CFString = "success"

/// The value of the property is a string with a title. Raw value `title`.
nonisolated(unsafe) public let kSecPropertyTypeTitle: CFString = "title"

/// The value of the property is an array of properties. Raw value `section`.
nonisolated(unsafe) public let kSecPropertyTypeSection: CFString = "section"

/// The value of the property is data. Raw value `data`.
nonisolated(unsafe) public let kSecPropertyTypeData: CFString = "data"

/// The value of the property is a string. Raw value `string`.
nonisolated(unsafe) public let kSecPropertyTypeString: CFString = "string"

/// The value of the property is a URL. Raw value `url`.
nonisolated(unsafe) public let kSecPropertyTypeURL: CFString = "url"

/// The value of the property is a date. Raw value `date`.
nonisolated(unsafe) public let kSecPropertyTypeDate: CFString = "date"

/// The value of the property is an array of strings. Raw value `array`.
nonisolated(unsafe) public let kSecPropertyTypeArray: CFString = "array"

/// The value of the property is a number. Raw value `number`.
nonisolated(unsafe) public let kSecPropertyTypeNumber: CFString = "number"
