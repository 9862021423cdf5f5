// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrKeySizeInBits` that stand for parameter sets. They are numbers, written as
// strings.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The parameter set Kyber-768. A value of `kSecAttrKeySizeInBits`. Raw value `768`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrKeySizeKyber768: CFString = "768"

/// The parameter set Kyber-1024. A value of `kSecAttrKeySizeInBits`. Raw value `1024`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeKyber1024: CFString = "1024"

/// The parameter set ML-KEM-768. A value of `kSecAttrKeySizeInBits`. Raw value `768`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM768: CFString = "768"

/// The parameter set ML-KEM-1024. A value of `kSecAttrKeySizeInBits`. Raw value `1024`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM1024: CFString = "1024"

/// The parameter set ML-DSA-65. A value of `kSecAttrKeySizeInBits`. Raw value `65`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA65: CFString = "65"

/// The parameter set ML-DSA-87. A value of `kSecAttrKeySizeInBits`. Raw value `87`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA87: CFString = "87"
