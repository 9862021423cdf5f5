// Made by scripts/names from Tables/names.txt.

public import Foundation

// The types of the values of properties (keys-and-certificates 2.1).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The value is a string with a warning. Raw value `warning`.
nonisolated(unsafe) public let kSecPropertyTypeWarning: CFString = "warning"

/// The value is a string with a description of an error. Raw value `error`.
nonisolated(unsafe) public let kSecPropertyTypeError: CFString = "error"

/// The value is a string that reports success. Raw value `success`.
nonisolated(unsafe) public let kSecPropertyTypeSuccess: CFString = "success"

/// The value is a string with a title. Raw value `title`.
nonisolated(unsafe) public let kSecPropertyTypeTitle: CFString = "title"

/// The value is an array of properties. Raw value `section`.
nonisolated(unsafe) public let kSecPropertyTypeSection: CFString = "section"

/// The value is data. Raw value `data`.
nonisolated(unsafe) public let kSecPropertyTypeData: CFString = "data"

/// The value is a string. Raw value `string`.
nonisolated(unsafe) public let kSecPropertyTypeString: CFString = "string"

/// The value is a URL. Raw value `url`.
nonisolated(unsafe) public let kSecPropertyTypeURL: CFString = "url"

/// The value is a date. Raw value `date`.
nonisolated(unsafe) public let kSecPropertyTypeDate: CFString = "date"

/// The value is an array of strings. Raw value `array`.
nonisolated(unsafe) public let kSecPropertyTypeArray: CFString = "array"

/// The value is a number. Raw value `number`.
nonisolated(unsafe) public let kSecPropertyTypeNumber: CFString = "number"
