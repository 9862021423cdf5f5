// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrKeyClass`. They are numbers, written as strings.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The key is a public key. A value of `kSecAttrKeyClass`. Raw value `0`.
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"

/// The key is a private key. A value of `kSecAttrKeyClass`. Raw value `1`.
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"

/// The key is a symmetric key. A value of `kSecAttrKeyClass`. Raw value `2`.
nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"
