// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrPRF`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The key derivation uses HMAC with SHA-1. A value of `kSecAttrPRF`. Raw value `hsha1`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"

/// The key derivation uses HMAC with SHA-224. A value of `kSecAttrPRF`. Raw value `hsha224`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"

/// The key derivation uses HMAC with SHA-256. A value of `kSecAttrPRF`. Raw value `hsha256`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"

/// The key derivation uses HMAC with SHA-384. A value of `kSecAttrPRF`. Raw value `hsha384`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"

/// The key derivation uses HMAC with SHA-512. A value of `kSecAttrPRF`. Raw value `hsha512`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
