// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys of an item's data and of references to it, in queries and in results.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The data of the item: a password, or the bytes of a key or a certificate. The value is data. Raw
/// value `v_Data`.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"

/// A reference to the item. The value is a `SecKey`, a `SecCertificate` or a `SecIdentity`. Raw
/// value `v_Ref`.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"

/// A persistent reference to the item. The value is data. Raw value `v_PersistentRef`.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
