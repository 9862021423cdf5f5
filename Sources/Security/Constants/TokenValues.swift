// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrTokenID`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// A secure enclave holds the key. The key is a 256-bit elliptic-curve private key that the enclave
/// generated. A value of `kSecAttrTokenID`. Raw value `com.apple.setoken`.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"

/// The key store of the system holds the key. A value of `kSecAttrTokenID`. Raw value
/// `com.apple.setoken:aks`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenIDAppleKeyStore: CFString = "com.apple.setoken:aks"

/// A secure element holds the key. A value of `kSecAttrTokenID`. Raw value
/// `com.apple.secelemtoken`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenIDSecureElement: CFString = "com.apple.secelemtoken"
