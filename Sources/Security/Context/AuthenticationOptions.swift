import Keychain
import KeychainModel
import KeychainPrompt

/// How a proof that the access control of an item asks for may be had (secitem 5.7).
struct AuthenticationOptions {
  /// `kSecUseAuthenticationContext`
  let context: (any AuthenticationContext)?

  /// `kSecUseOperationPrompt`: why, for the person who is asked.
  let prompt: String?

  /// Whether anybody may be asked, as long as `UserInteraction` allows it.
  let mayAsk: Bool
}

extension AuthenticationOptions {
  /// What the constraints of an item ask for: what the caller has, and the rest asked for.
  ///
  /// - Parameter isNew: Whether an item is to be stored with it.
  /// - Throws: `.userCancelled` when the person dismissed the question; `.interactionNotAllowed` when
  ///   nobody may or can be asked; `.authenticationFailed` for everything else.
  func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, having proof: AccessProof?,
    _ keychain: KeychainContext
  ) throws(KeychainError) -> AccessProof {
    // Those who wait for the answer to somebody else's question are told by the prompter.
    let mayAsk = mayAsk && keychain.mayAsk()
    do throws(AuthenticationFailure) {
      if let context {
        return try context.satisfy(constraints, isNew: isNew, reason: prompt, mayAsk: mayAsk)
      }
      // Somebody who takes minutes to answer must not keep a fork waiting.
      return try ForkGate.outside { () throws(AuthenticationFailure) in
        try Authenticator(keychain.keychain, prompter: keychain.makePrompter()).proof(
          for: constraints, isNew: isNew, reason: prompt,
          having: proof ?? AccessProof(), mayAsk: mayAsk)
      }
    } catch {
      throw error.keychainError
    }
  }
}
