// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrTokenID`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The key lives in a secure enclave: a 256-bit elliptic-curve private key made there. Value of
/// `kSecAttrTokenID`. Raw value `com.apple.setoken`.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"

/// The key lives in the system's key store. Value of `kSecAttrTokenID`. Raw value
/// `com.apple.setoken:aks`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenIDAppleKeyStore: CFString = "com.apple.setoken:aks"

/// The key lives in a secure element. Value of `kSecAttrTokenID`. Raw value
/// `com.apple.secelemtoken`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenIDSecureElement: CFString = "com.apple.secelemtoken"
