// Functions that return the type numbers of the C interface.

/// The C function `SecAccessControlGetTypeID`.
@_cdecl("SecAccessControlGetTypeID")
public func secAccessControlGetTypeID() -> UInt { Box.typeIdentifier(.accessControl) }

/// The C function `SecKeychainItemGetTypeID`.
@_cdecl("SecKeychainItemGetTypeID")
public func secKeychainItemGetTypeID() -> UInt { Box.typeIdentifier(.keychainItem) }
