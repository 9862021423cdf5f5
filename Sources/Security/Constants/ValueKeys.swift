// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys of an item's data and of references to it, in queries and in results.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The item's data: the password, or the bytes of a key or certificate. Data. Raw value `v_Data`.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"

/// A reference to the item: a `SecKey`, a `SecCertificate`, a `SecIdentity`. Raw value `v_Ref`.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"

/// A persistent reference to the item. Data. Raw value `v_PersistentRef`.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
