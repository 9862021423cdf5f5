// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

// MARK: Values of `kSecAttrPRF`.

/// The key derivation uses HMAC with SHA-1. This constant is a value of `kSecAttrPRF`. Raw value
/// `hsha1`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"

/// The key derivation uses HMAC with SHA-224. This constant is a value of `kSecAttrPRF`. Raw value
/// `hsha224`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"

/// The key derivation uses HMAC with SHA-256. This constant is a value of `kSecAttrPRF`. Raw value
/// `hsha256`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"

/// The key derivation uses HMAC with SHA-384. This constant is a value of `kSecAttrPRF`. Raw value
/// `hsha384`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"

/// The key derivation uses HMAC with SHA-512. This constant is a value of `kSecAttrPRF`. Raw value
/// `hsha512`.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"

// MARK: Keys for the parameters of key generation.

/// The attributes of the private key of a generated pair. The value is a dictionary. Raw value
/// `private`.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"

/// The attributes of the public key of a generated pair. The value is a dictionary. Raw value
/// `public`.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"

/// Whether the generated key may be used for payments. The value is a Boolean. Raw value
/// `applepay`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecKeyApplePayEnabled: CFString = "applepay"

/// Whether the generated key is bound to the running system. The value is a Boolean. Raw value
/// `osbound`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecKeyOSBound: CFString = "osbound"

/// Whether the generated key is bound to the sealed hashes of the system. The value is a Boolean.
/// Raw value `sealedhashesbound`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecKeySealedHashesBound: CFString = "sealedhashesbound"

/// The attributes of a generated symmetric key. The value is a dictionary. Raw value `symmetric`.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecSymmetricKeyAttrs: CFString = "symmetric"
