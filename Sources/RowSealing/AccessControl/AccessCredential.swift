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

  /// Whether the proofs came from another process. Other clients wait for a derivation, so the cost must be fair to them.
  private let isOfOtherProcess: Bool

  // Deriving a key takes tenths of a second, so each derived key is cached. There is one key for each store and each
  // cost.
  private let passwordKeys = ForkSafeMutex<[ApplicationPasswordKey]>([])

  /// The largest number of keys of one store. A store usually has one cost, and a later version may choose another one.
  /// The rows name the costs, so a prepared store could have another cost in each row.
  static let keyCountOfStore = 8

  /// The largest number of keys of all stores. A client of a service can put one store after another in the place of its
  /// store.
  private var keyCount: Int { isOfOtherProcess ? Self.keyCountOfStore : 8 * Self.keyCountOfStore }

  /// - Parameters:
  ///   - isTypedOnce: Whether a person typed the password only once, so that the password may contain a typing error.
  ///   - isOfOtherProcess: Whether the proofs came from another process. Then the password opens only items whose cost is
  ///     fair to other clients (`Argon2Cost.isFairToOthers`).
  package init(
    applicationPassword: Passcode? = nil, authenticationKey: AuthenticationKey? = nil,
    isTypedOnce: Bool = false, isOfOtherProcess: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.authenticationKey = authenticationKey
    self.isOfOtherProcess = isOfOtherProcess
    isTrusted = ForkSafeMutex(!isTypedOnce)
  }

  /// Whether the application password may protect a new item. A password that a person typed only once may protect a
  /// new item only after the password has opened another item.
  package var mayGuard: Bool { applicationPassword != nil && isTrusted.withLock { $0 } }

  /// Records that the password has opened an item.
  func passwordOpenedItem() { isTrusted.withLock { $0 = true } }

  /// The key of the application password for a new item; nil when there is no password.
  func passwordKey(vaultID: RowIdentifier, cost: Argon2Cost) throws(KeychainError) -> ApplicationPasswordKey? {
    try passwordKey(vaultID, cost) { _ in true }
  }

  /// The key of the application password for an item that names a cost; nil when there is no password, or when the cost
  /// is too high or is one too many.
  func passwordKey(
    openingItemOf vaultID: RowIdentifier, cost: Argon2Cost
  ) throws(KeychainError) -> ApplicationPasswordKey? {
    try passwordKey(vaultID, cost) { keys in
      (cost.isFairToOthers || !isOfOtherProcess) && keys.count { $0.vaultID == vaultID } < Self.keyCountOfStore
    }
  }

  /// - Parameter mayDerive: Whether a further key may be derived, besides the derived keys.
  private func passwordKey(
    _ vaultID: RowIdentifier, _ cost: Argon2Cost, mayDerive: ([ApplicationPasswordKey]) -> Bool
  ) throws(KeychainError) -> ApplicationPasswordKey? {
    guard let applicationPassword else { return nil }
    return try passwordKeys.withLock { (keys) throws(KeychainError) in
      if let key = keys.first(where: { $0.vaultID == vaultID && $0.cost == cost }) { return key }
      guard mayDerive(keys) else { return nil }
      let key = try ApplicationPasswordKey(applicationPassword, vaultID: vaultID, cost: cost)
      if keys.count == keyCount { keys.removeFirst() }
      keys.append(key)
      return key
    }
  }
}
