import CSecurity
import Foundation
import Keychain
import KeychainCrypto
import KeychainModel
import Security

/// The C function `SecKeychainGetStatus`.
@_cdecl("SecKeychainGetStatus")
public func secKeychainGetStatus(
  _ keychain: UnsafeRawPointer?, _ status: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  KeychainArgument.use(keychain) { (local) throws(KeychainError) in
    guard let status else { return errSecParam }
    // A keychain that does not exist is reported as unlocked, because a new keychain is unlocked. This call creates no
    // keychain.
    let isUnlocked = try local.isPresent() ? try local.lockStatus().state == .unlocked : true
    status.pointee = isUnlocked ? 7 : 6
    return errSecSuccess
  }
}

/// The C function `SecKeychainLock`.
@_cdecl("SecKeychainLock")
public func secKeychainLock(_ keychain: UnsafeRawPointer?) -> Int32 {
  KeychainArgument.use(keychain) { (local) throws(KeychainError) in
    try local.lock()
    KeychainCallbacks.post(.lock)
    return errSecSuccess
  }
}

/// The C function `SecKeychainLockAll`.
@_cdecl("SecKeychainLockAll")
public func secKeychainLockAll() -> Int32 { secKeychainLock(nil) }

/// The C function `SecKeychainUnlock`.
@_cdecl("SecKeychainUnlock")
public func secKeychainUnlock(
  _ keychain: UnsafeRawPointer?, _ length: UInt32, _ password: UnsafeRawPointer?,
  _ usesPassword: UInt8
) -> Int32 {
  KeychainArgument.use(keychain) { (local) throws(KeychainError) in
    guard length == 0 || password != nil else { return errSecParam }
    let status = try local.lockStatus()
    // A keychain without a password is never locked.
    guard status.hasPasscode else { return errSecSuccess }
    if usesPassword == 0 {
      return status.state == .unlocked ? errSecSuccess : errSecInteractionNotAllowed
    }
    let bytes = UnsafeRawBufferPointer(start: password, count: Int(length))
    guard !bytes.isEmpty else { return errSecAuthFailed }
    try local.unlock(try Passcode(bytes))
    KeychainCallbacks.post(.unlock)
    return errSecSuccess
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
  KeychainArgument.use(keychain) { (local) throws(KeychainError) in
    guard let new = settings?.load(as: CKeychainSettings.self), new.version == 1 else {
      return errSecParam
    }
    let isTimed = new.useLockInterval != 0 && new.lockInterval < UInt32(Int32.max)
    guard !isTimed || new.lockInterval > 0 else { return errSecParam }
    try local.set(
      LockSettings(
        timeout: isTimed ? new.lockInterval : nil, locksWhenSuspended: new.lockOnSleep != 0))
    return errSecSuccess
  }
}

/// The C function `SecKeychainCopySettings`.
@_cdecl("SecKeychainCopySettings")
public func secKeychainCopySettings(
  _ keychain: UnsafeRawPointer?, _ settings: UnsafeMutableRawPointer?
) -> Int32 {
  KeychainArgument.use(keychain) { (local) throws(KeychainError) in
    guard let settings, settings.load(as: CKeychainSettings.self).version == 1 else {
      return errSecParam
    }
    let isPresent = try local.isPresent()
    let current = isPresent ? try local.lockStatus().settings : LockSettings()
    settings.storeBytes(
      of: CKeychainSettings(
        version: 1, lockOnSleep: current.locksWhenSuspended ? 1 : 0,
        useLockInterval: current.timeout == nil ? 0 : 1,
        lockInterval: current.timeout ?? UInt32(Int32.max)),
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
