import Keychain
import KeychainModel
import KeychainPrompt

/// Obtains the proofs for items with an access control, for one prompt. One proof opens several items if it satisfies them,
/// so the person is usually asked once.
struct ItemOpening {
  private let conversation: PromptConversation
  private var proof: AccessProof?
  /// The items that the proofs open.
  private(set) var authorized: [AuthorizedItems.Entry] = []
  /// The items that stay locked, because no proof can open them.
  private(set) var refused: Set<RowIdentifier> = []

  init(_ conversation: PromptConversation) { self.conversation = conversation }

  /// Opens the items of a collection that need a proof.
  ///
  /// - Throws: `.cancelled` when the person dismisses a question, and the other errors after which no more is asked.
  mutating func open(
    _ identifiers: [RowIdentifier], of collection: PromptAction.Unlocking
  ) throws(AuthenticationFailure) {
    let keychain = collection.keychain
    guard let found = try? keychain.items(identifiers, withSecrets: false) else { return }
    for item in found where item.isLocked {
      do throws(KeychainError) {
        try openInTries(item, keychain)
      } catch {
        switch error.code {
        case .userCancelled: throw AuthenticationFailure(.cancelled)
        case .interactionNotAllowed: throw AuthenticationFailure(.notInteractive)
        default: refused.insert(item.identifier)
        }
        continue
      }
      if let proof { authorized.append(AuthorizedItems.Entry(collection.name, item.identifier, proof)) }
    }
  }

  /// Opens an item. The person may type another application password after a wrong one.
  private mutating func openInTries(_ item: SecretItem, _ keychain: KeychainCollection) throws(KeychainError) {
    for _ in 1..<PromptAction.tries {
      do throws(KeychainError) {
        return try open(item, keychain)
      } catch {
        guard error.cause == .wrongApplicationPassword else { throw error }
      }
    }
    try open(item, keychain)
  }

  private mutating func open(_ item: SecretItem, _ keychain: KeychainCollection) throws(KeychainError) {
    var rounds = AuthenticationRounds()
    let client = try keychain.keychain()
    while true {
      do throws(KeychainError) {
        return try keychain.requireOpen(item, with: proof)
      } catch {
        try rounds.prove(
          after: error, &proof,
          // The wrong password is removed, so that the person is asked for the password again.
          forget: { $0 = AccessProof(passcode: $0?.passcode) },
          prove: { (constraints, _, proof) throws(KeychainError) in
            do throws(AuthenticationFailure) {
              return try conversation.proof(
                for: constraints, of: client, reason: "open a protected item", having: proof)
            } catch {
              throw error.keychainError
            }
          })
      }
    }
  }
}
