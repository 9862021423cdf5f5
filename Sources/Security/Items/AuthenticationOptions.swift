import Keychain
import KeychainModel

/// How a proof that the access control of an item asks for may be had (secitem 5.7).
struct AuthenticationOptions {
  /// `kSecUseAuthenticationContext`
  let context: (any AuthenticationContext)?

  /// `kSecUseOperationPrompt`: why, for the person who is asked.
  let prompt: String?

  /// Whether anybody may be asked.
  let mayAsk: Bool
}

extension AuthenticationOptions {
  func satisfy(
    _ constraints: AccessConstraints, having credential: AccessCredential?,
    _ service: any KeychainService
  ) throws(KeychainError) -> AccessCredential {
    throw KeychainError(.authenticationFailed, "nobody can be asked")
  }
}
