package import KeychainCrypto
import KeychainModel

/// What a caller has proven, or brings along: it opens the items whose access control asks for that.
package final class AccessCredential: Sendable {
  /// The password of the program; nil when it brought none.
  package let applicationPassword: Passcode?

  /// What only who has just given the passcode has; nil when nobody did.
  package let authenticationKey: AuthenticationKey?

  // Deriving one takes tenths of a second: it is done once for each store and cost.
  private let passwordKeys = Guarded<[ApplicationPasswordKey]>([])

  package init(
    applicationPassword: Passcode? = nil, authenticationKey: AuthenticationKey? = nil
  ) {
    self.applicationPassword = applicationPassword
    self.authenticationKey = authenticationKey
  }

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

  /// Both together; what the other has counts.
  package func adding(_ other: AccessCredential) -> AccessCredential {
    AccessCredential(
      applicationPassword: other.applicationPassword ?? applicationPassword,
      authenticationKey: other.authenticationKey ?? authenticationKey)
  }
}
