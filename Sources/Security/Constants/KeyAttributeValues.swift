// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

// MARK: Values of `kSecAttrKeyClass`. The values are strings with the digits of numbers.

/// The key is a public key. This constant is a value of `kSecAttrKeyClass`. Raw value `0`.
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"

/// The key is a private key. This constant is a value of `kSecAttrKeyClass`. Raw value `1`.
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"

/// The key is a symmetric key. This constant is a value of `kSecAttrKeyClass`. Raw value `2`.
nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"

// MARK: Values of `kSecAttrKeyType`. The values are strings with the digits of numbers.

/// The key is an RSA key. This constant is a value of `kSecAttrKeyType`. Raw value `42`.
nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"

/// The key is an elliptic-curve key on a NIST prime curve. The raw value is the same as for
/// `kSecAttrKeyTypeECSECPrimeRandom`. This constant is a value of `kSecAttrKeyType`. Raw value
/// `73`.
nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"

/// The key is an elliptic-curve key on a NIST prime curve. This constant is a value of
/// `kSecAttrKeyType`. Raw value `73`.
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"

/// The key is an elliptic-curve key of a secure enclave's public-key accelerator. This constant is
/// a value of `kSecAttrKeyType`. Raw value `2147483678`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandomPKA: CFString = "2147483678"

/// The key is a secure enclave's attestation key. This constant is a value of `kSecAttrKeyType`.
/// Raw value `2147483679`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAttestation: CFString = "2147483679"

/// The key is a secure enclave's key for anonymous attestation. This constant is a value of
/// `kSecAttrKeyType`. Raw value `2147483680`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAnonymousAttestation: CFString =
  "2147483680"

/// The key is an Ed25519 signing key. This constant is a value of `kSecAttrKeyType`. Raw value
/// `105`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105"

/// The key is an X25519 key-agreement key. This constant is a value of `kSecAttrKeyType`. Raw value
/// `106`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106"

/// The key is an Ed448 signing key. This constant is a value of `kSecAttrKeyType`. Raw value `107`.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeEd448: CFString = "107"

/// The key is an X448 key-agreement key. This constant is a value of `kSecAttrKeyType`. Raw value
/// `108`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeX448: CFString = "108"

/// The key is a Kyber encapsulation key. This constant is a value of `kSecAttrKeyType`. Raw value
/// `109`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeKyber: CFString = "109"

/// The key is an ML-KEM encapsulation key. This constant is a value of `kSecAttrKeyType`. Raw value
/// `110`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeMLKEM: CFString = "110"

/// The key is an ML-DSA signing key. This constant is a value of `kSecAttrKeyType`. Raw value
/// `111`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyTypeMLDSA: CFString = "111"

/// The key is a DES key. This constant is a value of `kSecAttrKeyType`. Raw value `14`.
nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"

/// The key is a triple-DES key. This constant is a value of `kSecAttrKeyType`. Raw value `17`.
nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"

/// The key is an RC2 key. This constant is a value of `kSecAttrKeyType`. Raw value `23`.
nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"

/// The key is an RC4 key. This constant is a value of `kSecAttrKeyType`. Raw value `25`.
nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"

/// The key is a DSA key. This constant is a value of `kSecAttrKeyType`. Raw value `43`.
nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"

/// The key is a CAST key. This constant is a value of `kSecAttrKeyType`. Raw value `56`.
nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"

/// The key is an elliptic-curve key on a NIST prime curve. The raw value is the same as for
/// `kSecAttrKeyTypeECSECPrimeRandom`. This constant is a value of `kSecAttrKeyType`. Raw value
/// `73`.
nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"

/// The key is an AES key. This constant is a value of `kSecAttrKeyType`. Raw value `2147483649`.
nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"

// MARK: Values of `kSecAttrKeySizeInBits` that stand for parameter sets. The values are strings
// with the digits of numbers.

/// The key uses the parameter set Kyber-768. This constant is a value of `kSecAttrKeySizeInBits`.
/// Raw value `768`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeKyber768: CFString = "768"

/// The key uses the parameter set Kyber-1024. This constant is a value of `kSecAttrKeySizeInBits`.
/// Raw value `1024`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeKyber1024: CFString = "1024"

/// The key uses the parameter set ML-KEM-768. This constant is a value of `kSecAttrKeySizeInBits`.
/// Raw value `768`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM768: CFString = "768"

/// The key uses the parameter set ML-KEM-1024. This constant is a value of `kSecAttrKeySizeInBits`.
/// Raw value `1024`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM1024: CFString = "1024"

/// The key uses the parameter set ML-DSA-65. This constant is a value of `kSecAttrKeySizeInBits`.
/// Raw value `65`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA65: CFString = "65"

/// The key uses the parameter set ML-DSA-87. This constant is a value of `kSecAttrKeySizeInBits`.
/// Raw value `87`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA87: CFString = "87"
