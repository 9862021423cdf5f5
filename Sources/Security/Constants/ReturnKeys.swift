// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys that say what a call returns.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Whether the item's data is returned. A Boolean. Raw value `r_Data`.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"

/// Whether the item's attributes are returned, as a dictionary. A Boolean. Raw value
/// `r_Attributes`.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"

/// Whether a reference to the item is returned: a `SecKey`, a `SecCertificate` and so on. A
/// Boolean. Raw value `r_Ref`.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"

/// Whether a reference that may be stored and handed to other processes is returned. A Boolean. Raw
/// value `r_PersistentRef`.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
