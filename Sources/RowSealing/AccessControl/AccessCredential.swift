package import KeychainCrypto
import KeychainModel

/// The proofs of a caller. They open items whose access control requires them.
package final class AccessCredential: Sendable {
  /// The application password; nil when the caller has not brought one.
  package let applicationPassword: Passcode?

  /// The authentication key, which the passcode has just unlocked; nil when the passcode was not
  /// given.
  package let authenticationKey: AuthenticationKey?

  private let isTrusted: ForkSafeMutex<Bool>

  // Deriving a key takes tenths of a second, so each key is cached by store and cost.
  private let passwordKeys = ForkSafeMutex<[ApplicationPasswordKey]>([])

  /// - Parameter isTypedOnce: Whether a person typed the password only once, so that it may be
  ///   mistyped.
  package init(
    applicationPassword: Passcode? = nil, authenticationKey: AuthenticationKey? = nil,
    isTypedOnce: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.authenticationKey = authenticationKey
    isTrusted = ForkSafeMutex(!isTypedOnce)
  }

  /// Whether the password may protect a new item. It may if the program supplied it, if a person typed it
  /// twice, or if it has opened an item.
  package var mayGuard: Bool { applicationPassword != nil && isTrusted.withLock { $0 } }

  /// Records that the password has opened an item.
  func passwordOpenedItem() { isTrusted.withLock { $0 = true } }

  /// The key of the application password. There must be a password.
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
