package import KeychainCrypto
import KeychainModel

/// The proofs of a caller, which open items whose access control requires proofs.
package final class AccessCredential: Sendable {
  /// The application password; nil when the caller supplied no password.
  package let applicationPassword: Passcode?

  /// The authentication key, which the passcode has just unlocked; nil when the passcode was not
  /// given.
  package let authenticationKey: AuthenticationKey?

  private let isTrusted: ForkSafeMutex<Bool>

  // Deriving a key takes tenths of a second, so each derived key is cached. There is one key for each store and each
  // cost.
  private let passwordKeys = ForkSafeMutex<[ApplicationPasswordKey]>([])

  /// - Parameter isTypedOnce: Whether a person typed the password only once, so that the password may contain a typing
  ///   error.
  package init(
    applicationPassword: Passcode? = nil, authenticationKey: AuthenticationKey? = nil,
    isTypedOnce: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.authenticationKey = authenticationKey
    isTrusted = ForkSafeMutex(!isTypedOnce)
  }

  /// Whether the application password may protect a new item. A password that a person typed only once may protect a
  /// new item only after the password has opened another item.
  package var mayGuard: Bool { applicationPassword != nil && isTrusted.withLock { $0 } }

  /// Records that the password has opened an item.
  func passwordOpenedItem() { isTrusted.withLock { $0 = true } }

  /// The key of the application password; nil when there is no password.
  func passwordKey(
    vaultID: RowIdentifier, cost: Argon2Cost
  ) throws(KeychainError) -> ApplicationPasswordKey? {
    guard let applicationPassword else { return nil }
    return try passwordKeys.withLock { (keys) throws(KeychainError) in
      if let key = keys.first(where: { $0.vaultID == vaultID && $0.cost == cost }) { return key }
      let key = try ApplicationPasswordKey(applicationPassword, vaultID: vaultID, cost: cost)
      keys.append(key)
      return key
    }
  }
}
