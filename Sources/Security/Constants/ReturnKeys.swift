// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys for the results of a call.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Whether the call returns the data of the item. The value is a Boolean. Raw value `r_Data`.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"

/// Whether the call returns the attributes of the item in a dictionary. The value is a Boolean. Raw
/// value `r_Attributes`.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"

/// Whether the call returns a reference to the item, for example a `SecKey` or a `SecCertificate`.
/// The value is a Boolean. Raw value `r_Ref`.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"

/// Whether the call returns a persistent reference. A program can store such a reference and give
/// it to other processes. The value is a Boolean. Raw value `r_PersistentRef`.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
