// Made by scripts/names from Tables/names.txt.

public import Foundation

// What the values of properties are (keys-and-certificates 2.1).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// A string that warns. Raw value `warning`.
nonisolated(unsafe) public let kSecPropertyTypeWarning: CFString = "warning"

/// A string that says what is wrong. Raw value `error`.
nonisolated(unsafe) public let kSecPropertyTypeError: CFString = "error"

/// A string that says that all is well. Raw value `success`.
nonisolated(unsafe) public let kSecPropertyTypeSuccess: CFString = "success"

/// A string that is a title. Raw value `title`.
nonisolated(unsafe) public let kSecPropertyTypeTitle: CFString = "title"

/// An array of properties. Raw value `section`.
nonisolated(unsafe) public let kSecPropertyTypeSection: CFString = "section"

/// Data. Raw value `data`.
nonisolated(unsafe) public let kSecPropertyTypeData: CFString = "data"

/// A string. Raw value `string`.
nonisolated(unsafe) public let kSecPropertyTypeString: CFString = "string"

/// A URL. Raw value `url`.
nonisolated(unsafe) public let kSecPropertyTypeURL: CFString = "url"

/// A date. Raw value `date`.
nonisolated(unsafe) public let kSecPropertyTypeDate: CFString = "date"

/// An array of strings. Raw value `array`.
nonisolated(unsafe) public let kSecPropertyTypeArray: CFString = "array"

/// A number. Raw value `number`.
nonisolated(unsafe) public let kSecPropertyTypeNumber: CFString = "number"
