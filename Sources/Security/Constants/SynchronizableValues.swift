// Made by scripts/names from Tables/names.txt.

public import Foundation

// The value of `kSecAttrSynchronizable` that is not a Boolean.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The query finds synchronizable items and all others. A value of `kSecAttrSynchronizable` in a
/// query. Raw value `syna`.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
