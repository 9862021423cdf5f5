// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys for the parameters of key generation.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The attributes of the private key of a pair being generated. A dictionary. Raw value `private`.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"

/// The attributes of the public key of a pair being generated. A dictionary. Raw value `public`.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"

/// Asks for a key that may be used for payments. A Boolean. Raw value `applepay`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecKeyApplePayEnabled: CFString = "applepay"

/// Asks for a key bound to the running system. A Boolean. Raw value `osbound`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecKeyOSBound: CFString = "osbound"

/// Asks for a key bound to the system's sealed hashes. A Boolean. Raw value `sealedhashesbound`.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecKeySealedHashesBound: CFString = "sealedhashesbound"

/// The attributes of a symmetric key being generated. A dictionary. Raw value `symmetric`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecSymmetricKeyAttrs: CFString = "symmetric"
