import Security

/// The C function `SecKeychainSetUserInteractionAllowed`.
@_cdecl("SecKeychainSetUserInteractionAllowed")
public func secKeychainSetUserInteractionAllowed(_ state: UInt8) -> Int32 {
  UserInteraction.isAllowed = state != 0
  return errSecSuccess
}

/// The C function `SecKeychainGetUserInteractionAllowed`.
@_cdecl("SecKeychainGetUserInteractionAllowed")
public func secKeychainGetUserInteractionAllowed(_ state: UnsafeMutablePointer<UInt8>?) -> Int32 {
  guard let state else { return errSecParam }
  state.pointee = UserInteraction.isAllowed ? 1 : 0
  return errSecSuccess
}
