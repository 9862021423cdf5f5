import Foundation
import Keychain
import KeychainModel

/// Finds the state of a keychain.
///
/// - Parameters:
///   - keychain: The keychain; nil for the default keychain.
///   - keychainStatus: Receives the state: bits such as `kSecUnlockStateStatus`.
/// - Returns:
///   - `errSecSuccess`: The state was found.
///   - `errSecNoSuchKeychain`: The keychain does not exist.
///   - `errSecInvalidKeychain`: The file is not a keychain.
///   - `errSecNoDefaultKeychain`: There is no default keychain.
///   - `errSecNotAvailable`: The keychain cannot be used.
@discardableResult
public func SecKeychainGetStatus(
  _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let client = try KeychainCall.client(keychain)
    // A login keychain that does not exist is reported as unlocked, because a new keychain is unlocked. This call makes
    // no keychain.
    let isUnlocked = try client.isPresent() ? try client.lockStatus().state == .unlocked : true
    let isBundle = [.system, .systemRoots].contains(try KeychainCall.path(keychain))
    keychainStatus.pointee =
      (isUnlocked ? kSecUnlockStateStatus : 0) | kSecReadPermStatus | (isBundle ? 0 : kSecWritePermStatus)
  }
}

/// Locks a keychain for every program.
///
/// - Parameter keychain: The keychain; nil for the default keychain.
/// - Returns: The statuses of `SecKeychainGetStatus`; `errSecNotAvailable` if the keychain has no password.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in try KeychainCall.client(keychain).lock() }
}

/// Locks all keychains that have a password: the login keychain, the default keychain, the keychains of the search list,
/// the keychains in the user's folder of keychains, and the keychains that this process uses. A keychain that cannot be
/// locked does not prevent the locking of the others.
///
/// - Returns: `errSecSuccess`; the status of `SecKeychainLock` for the first keychain that could not be locked;
///   `errSecNotAvailable` if no keychain has a password.
@discardableResult
public func SecKeychainLockAll() -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    try KeychainContext.resolve().keychain.lockAll()
  }
}

/// Unlocks a keychain for every program of the user. A login keychain without a password is never locked.
///
/// - Parameters:
///   - keychain: The keychain; nil for the default keychain.
///   - passwordLength: The length of the password.
///   - password: The password.
///   - usePassword: Whether the password is given. If no password is given, the agent of the session
///     (`keychain-agent`) asks the user for the password of a login keychain in `keychaind`. No user is asked for the
///     password of any other keychain, unlike on macOS.
/// - Returns: The statuses of `SecKeychainGetStatus`, and:
///   - `errSecAuthFailed`: The password is wrong, or may not be tried yet.
///   - `errSecInteractionNotAllowed`: The keychain is locked, no password is given, and no user can be asked.
///   - `errSecUserCanceled`: The user dismissed the question for the password.
@discardableResult
public func SecKeychainUnlock(
  _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ usePassword: Bool
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    guard passwordLength == 0 || password != nil else { throw KeychainError(.parameter, "the password is missing") }
    let client = try KeychainCall.client(keychain)
    let status = try client.lockStatus()
    guard status.hasPasscode else { return }
    guard usePassword else {
      guard status.state != .unlocked else { return }
      guard !client.isInProcess, try KeychainContext.resolve().mayAsk() else {
        throw KeychainError(.interactionNotAllowed, "the keychain is locked, and no password was given")
      }
      try client.askToUnlock()
      return
    }
    let path = try KeychainCall.path(keychain)
    try client.unlock(try KeychainCall.passcode(passwordLength, password, for: path))
  }
}

/// Sets the automatic locking of a keychain.
///
/// - Parameters:
///   - keychain: The keychain; nil for the default keychain.
///   - newSettings: The settings.
/// - Returns: The statuses of `SecKeychainGetStatus`, and:
///   - `errSecParam`: The version is unknown, or the interval is 0.
///   - `errSecNotAvailable`: A setting enables locking, but the keychain has no password.
///   - `errSecInteractionNotAllowed`: The keychain is locked, and its password alone protects it.
@discardableResult
public func SecKeychainSetSettings(
  _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let new = newSettings.pointee
    guard new.version == SEC_KEYCHAIN_SETTINGS_VERS1 else {
      throw KeychainError(.parameter, "the settings are of a version that is not known")
    }
    let isTimed = new.useLockInterval.boolValue && new.lockInterval < UInt32(Int32.max)
    guard !isTimed || new.lockInterval > 0 else { throw KeychainError(.parameter, "the interval is 0") }
    try KeychainCall.client(keychain).set(
      LockSettings(timeout: isTimed ? new.lockInterval : nil, locksWhenSuspended: new.lockOnSleep.boolValue))
  }
}

/// Finds the settings for the automatic locking of a keychain.
///
/// - Parameters:
///   - keychain: The keychain; nil for the default keychain.
///   - outSettings: Receives the settings. The caller must set the member `version` before the call.
/// - Returns: The statuses of `SecKeychainGetStatus`; `errSecParam` if the version is unknown.
@discardableResult
public func SecKeychainCopySettings(
  _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    guard outSettings.pointee.version == SEC_KEYCHAIN_SETTINGS_VERS1 else {
      throw KeychainError(.parameter, "the settings are of a version that is not known")
    }
    let client = try KeychainCall.client(keychain)
    let current = try client.isPresent() ? try client.lockStatus().settings : LockSettings()
    outSettings.pointee = SecKeychainSettings(
      version: SEC_KEYCHAIN_SETTINGS_VERS1, lockOnSleep: DarwinBoolean(current.locksWhenSuspended),
      useLockInterval: DarwinBoolean(current.timeout != nil), lockInterval: current.timeout ?? UInt32(Int32.max))
  }
}
