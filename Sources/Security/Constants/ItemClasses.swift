// Made by scripts/names from Tables/names.txt.

public import Foundation

// The classes an item can have, and the key that names one.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The key under which every dictionary names its item class. A string, one of the `kSecClass...`
/// values. Raw value `class`.
nonisolated(unsafe) public let kSecClass: CFString = "class"

/// The class of passwords identified by account and service. Value of `kSecClass`. Raw value
/// `genp`.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"

/// The class of passwords identified by account, server, protocol, port and path. Value of
/// `kSecClass`. Raw value `inet`.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"

/// A class of old file-server passwords. Nothing can be stored in it: using it gives
/// `errSecNoSuchClass`. Value of `kSecClass`. Raw value `apls`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls"

/// The class of X.509 certificates. Value of `kSecClass`. Raw value `cert`.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"

/// The class of cryptographic keys: public, private and symmetric. Value of `kSecClass`. Raw value
/// `keys`.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"

/// The class of identities: a private key together with its certificate. Value of `kSecClass`. Raw
/// value `idnt`.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
