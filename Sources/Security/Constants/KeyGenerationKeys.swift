// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys for the parameters of key generation.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

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
