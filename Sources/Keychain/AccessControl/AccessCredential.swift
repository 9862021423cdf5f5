package import KeychainCrypto

/// What a caller has proven, or brings along: it opens the items whose access control asks for that.
package final class AccessCredential: Sendable {
  /// The password of the program; nil when it brought none.
  package let applicationPassword: Passcode?

  /// What only who has just given the passcode has; nil when nobody did.
  package let authenticationKey: AuthenticationKey?

  package init(
    applicationPassword: Passcode? = nil, authenticationKey: AuthenticationKey? = nil
  ) {
    self.applicationPassword = applicationPassword
    self.authenticationKey = authenticationKey
  }

  /// Both together; what the other has counts.
  package func adding(_ other: AccessCredential) -> AccessCredential {
    AccessCredential(
      applicationPassword: other.applicationPassword ?? applicationPassword,
      authenticationKey: other.authenticationKey ?? authenticationKey)
  }
}
