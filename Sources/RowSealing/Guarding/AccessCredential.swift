package import KeychainCrypto
import KeychainModel

/// What a caller has proven, or brings along: it opens the items whose access control asks for that.
package final class AccessCredential: Sendable {
  /// The password of the program; nil when it brought none.
  package let applicationPassword: Passcode?

  /// What only who has just given the passcode has; nil when nobody did.
  package let authenticationKey: AuthenticationKey?

  private let isTrusted: Guarded<Bool>

  // Deriving one takes tenths of a second: it is done once for each store and cost.
  private let passwordKeys = Guarded<[ApplicationPasswordKey]>([])

  /// - Parameter isTypedOnce: Whether a person typed the password, once: it may be mistyped.
  package init(
    applicationPassword: Passcode? = nil, authenticationKey: AuthenticationKey? = nil,
    isTypedOnce: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.authenticationKey = authenticationKey
    isTrusted = Guarded(!isTypedOnce)
  }

  /// Whether a new item may be guarded by the password: there is one, and the program supplied it, it was
  /// typed twice, or it has opened an item.
  package var mayGuard: Bool { applicationPassword != nil && isTrusted.withLock { $0 } }

  /// Notes that the password has opened an item.
  func passwordOpenedItem() { isTrusted.withLock { $0 = true } }

  /// The key of the application password, which must be there.
  func passwordKey(
    storeID: RowIdentifier, cost: Argon2Cost
  ) throws(KeychainError) -> ApplicationPasswordKey? {
    guard let applicationPassword else { return nil }
    return try passwordKeys.withLock { (keys) throws(KeychainError) in
      if let key = keys.first(where: { $0.storeID == storeID && $0.cost == cost }) { return key }
      let key = try ApplicationPasswordKey(applicationPassword, storeID: storeID, cost: cost)
      keys.append(key)
      return key
    }
  }
}
