/// The type of a Core Foundation object. The raw values equal the results of `lk_kind`.
enum CFObjectKind: Int32 {
  case other
  case string
  case number
  case boolean
  case data
  case date
  case array
  case dictionary
  case null
  case accessControl
  case key
  case certificate
  case identity
  case trust
  case policy
  case keychain
  case keychainItem
  case keychainSearch
  case access
  case trustedApplication
  case identitySearch

  /// The first kind that is a box.
  static let firstBox = accessControl

  /// The position of the kind in the list of boxes: 0 for the first box. Nil if the kind is not a box.
  var box: Int32? {
    rawValue >= Self.firstBox.rawValue ? rawValue - Self.firstBox.rawValue : nil
  }
}

/// The C function `SecAccessControlGetTypeID`.
@_cdecl("SecAccessControlGetTypeID")
public func secAccessControlGetTypeID() -> UInt { Box.typeIdentifier(.accessControl) }

/// The C function `SecKeychainItemGetTypeID`.
@_cdecl("SecKeychainItemGetTypeID")
public func secKeychainItemGetTypeID() -> UInt { Box.typeIdentifier(.keychainItem) }
