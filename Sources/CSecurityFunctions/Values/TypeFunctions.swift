// The types of the objects of the C interface.

/// `SecAccessControlGetTypeID`
@_cdecl("SecAccessControlGetTypeID")
public func secAccessControlGetTypeID() -> UInt { Box.typeIdentifier(.accessControl) }

/// `SecKeychainItemGetTypeID`
@_cdecl("SecKeychainItemGetTypeID")
public func secKeychainItemGetTypeID() -> UInt { Box.typeIdentifier(.keychainItem) }
