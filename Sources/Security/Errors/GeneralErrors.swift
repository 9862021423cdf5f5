// Made by scripts/names from Tables/names.txt.

// Statuses with a meaning outside the keychain. Some are as old as the Macintosh.

/// The call succeeded.
public let errSecSuccess: OSStatus = 0

/// This operation is not supported here. A request for protection that Latchkey cannot give also
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

/// The user dismissed the question.
public let errSecUserCanceled: OSStatus = -128

/// The request makes no sense in the present state.
public let errSecBadReq: OSStatus = -909

/// A component below the keychain failed.
public let errSecInternalComponent: OSStatus = -2070

/// A Core Foundation call failed without giving a reason.
public let errSecCoreFoundationUnknown: OSStatus = -4960

/// The program lacks an entitlement or access group that the call needs. A call that names an
/// access group without the caller as a member returns this status.
public let errSecMissingEntitlement: OSStatus = -34018

/// A program of this kind may not make this call.
public let errSecRestrictedAPI: OSStatus = -34020
