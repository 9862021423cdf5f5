import CSecurity
import Foundation
import Security

/// The C function `SecKeychainGetStatus`.
@_cdecl("SecKeychainGetStatus")
public func secKeychainGetStatus(
  _ keychain: UnsafeRawPointer?, _ status: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  KeychainArgument.use(keychain) { keychain in
    guard let status else { return errSecParam }
    return SecKeychainGetStatus(keychain, status)
  }
}

/// The C function `SecKeychainLock`.
@_cdecl("SecKeychainLock")
public func secKeychainLock(_ keychain: UnsafeRawPointer?) -> Int32 {
  KeychainArgument.use(keychain) { keychain in
    let status = SecKeychainLock(keychain)
    if status == errSecSuccess { KeychainCallbacks.post(.lock) }
    return status
  }
}

/// The C function `SecKeychainLockAll`.
@_cdecl("SecKeychainLockAll")
public func secKeychainLockAll() -> Int32 {
  CCall.run {
    let status = SecKeychainLockAll()
    if status == errSecSuccess { KeychainCallbacks.post(.lock) }
    return status
  }
}

/// The C function `SecKeychainUnlock`.
@_cdecl("SecKeychainUnlock")
public func secKeychainUnlock(
  _ keychain: UnsafeRawPointer?, _ length: UInt32, _ password: UnsafeRawPointer?,
  _ usesPassword: UInt8
) -> Int32 {
  KeychainArgument.use(keychain) { keychain in
    var before: SecKeychainStatus = 0
    let wasLocked =
      SecKeychainGetStatus(keychain, &before) == errSecSuccess && before & kSecUnlockStateStatus == 0
    let status = SecKeychainUnlock(keychain, length, password, usesPassword != 0)
    if status == errSecSuccess, wasLocked { KeychainCallbacks.post(.unlock) }
    return status
  }
}

/// The C structure `SecKeychainSettings`, with the same memory layout.
struct CKeychainSettings {
  var version: UInt32
  var lockOnSleep: UInt8
  var useLockInterval: UInt8
  var lockInterval: UInt32
}

/// The C function `SecKeychainSetSettings`.
@_cdecl("SecKeychainSetSettings")
public func secKeychainSetSettings(
  _ keychain: UnsafeRawPointer?, _ settings: UnsafeRawPointer?
) -> Int32 {
  KeychainArgument.use(keychain) { keychain in
    guard let new = settings?.load(as: CKeychainSettings.self) else { return errSecParam }
    var settings = SecKeychainSettings(
      version: new.version, lockOnSleep: DarwinBoolean(new.lockOnSleep != 0),
      useLockInterval: DarwinBoolean(new.useLockInterval != 0), lockInterval: new.lockInterval)
    return SecKeychainSetSettings(keychain, &settings)
  }
}

/// The C function `SecKeychainCopySettings`.
@_cdecl("SecKeychainCopySettings")
public func secKeychainCopySettings(
  _ keychain: UnsafeRawPointer?, _ settings: UnsafeMutableRawPointer?
) -> Int32 {
  KeychainArgument.use(keychain) { keychain in
    guard let settings else { return errSecParam }
    var current = SecKeychainSettings()
    current.version = settings.load(as: CKeychainSettings.self).version
    let status = SecKeychainCopySettings(keychain, &current)
    guard status == errSecSuccess else { return status }
    settings.storeBytes(
      of: CKeychainSettings(
        version: current.version, lockOnSleep: current.lockOnSleep.boolValue ? 1 : 0,
        useLockInterval: current.useLockInterval.boolValue ? 1 : 0, lockInterval: current.lockInterval),
      as: CKeychainSettings.self)
    return errSecSuccess
  }
}

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
