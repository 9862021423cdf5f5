// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrPRF`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Derive with HMAC over SHA-1. Value of `kSecAttrPRF`. Raw value `hsha1`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"

/// Derive with HMAC over SHA-224. Value of `kSecAttrPRF`. Raw value `hsha224`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"

/// Derive with HMAC over SHA-256. Value of `kSecAttrPRF`. Raw value `hsha256`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"

/// Derive with HMAC over SHA-384. Value of `kSecAttrPRF`. Raw value `hsha384`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"

/// Derive with HMAC over SHA-512. Value of `kSecAttrPRF`. Raw value `hsha512`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
