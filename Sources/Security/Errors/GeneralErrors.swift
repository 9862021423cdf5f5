// Made by scripts/names from Tables/names.txt.

// This file declares the statuses with a meaning outside the keychain. Some of these statuses come
// from the first Macintosh.

/// The call succeeded.
public let errSecSuccess: OSStatus = 0

/// The operation is not supported. A request for protection that Latchkey cannot provide also
/// returns this status.
public let errSecUnimplemented: OSStatus = -4

/// There is no space left on the disk.
public let errSecDiskFull: OSStatus = -34

/// The older spelling of `errSecDiskFull`.
public let errSecDskFull: OSStatus = -34

/// Reading or writing the keychain's files failed.
public let errSecIO: OSStatus = -36

/// The file is already open for writing.
public let errSecOpWr: OSStatus = -49

/// An argument has a wrong type or value, or is missing. The item functions return this status for
/// every malformed dictionary.
public let errSecParam: OSStatus = -50

/// Writing is not permitted by the file's access rights.
public let errSecWrPerm: OSStatus = -61

/// Not enough memory could be obtained.
public let errSecAllocate: OSStatus = -108

/// The user dismissed the prompt.
public let errSecUserCanceled: OSStatus = -128

/// The request is invalid in the present state.
public let errSecBadReq: OSStatus = -909

/// An internal component failed.
public let errSecInternalComponent: OSStatus = -2070

/// A function of Core Foundation failed for an unknown reason.
public let errSecCoreFoundationUnknown: OSStatus = -4960

/// The program lacks an entitlement or access group that the call needs. A call returns this status
/// if its dictionary names an access group of which the program is not a member.
public let errSecMissingEntitlement: OSStatus = -34018

/// A program of this kind may not call the function.
public let errSecRestrictedAPI: OSStatus = -34020
