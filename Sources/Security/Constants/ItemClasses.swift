// Made by scripts/names from Tables/names.txt.

public import Foundation

// The item classes, and the key of the item class.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The item class. Every dictionary of an item contains this key. The value is a string: one of the
/// `kSecClass...` values. Raw value `class`.
nonisolated(unsafe) public let kSecClass: CFString = "class"

/// The class of passwords identified by account and service. A value of `kSecClass`. Raw value
/// `genp`.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"

/// The class of passwords identified by account, server, protocol, port and path. A value of
/// `kSecClass`. Raw value `inet`.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"

/// The class of passwords for old file servers. Latchkey stores no item of this class. A call with
/// this class gives `errSecNoSuchClass`. A value of `kSecClass`. Raw value `apls`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls"

/// The class of X.509 certificates. A value of `kSecClass`. Raw value `cert`.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"

/// The class of cryptographic keys: public, private and symmetric. A value of `kSecClass`. Raw
/// value `keys`.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"

/// The class of identities. An identity is a private key together with its certificate. A value of
/// `kSecClass`. Raw value `idnt`.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
