import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt

/// The work of a prompt. It runs on a thread of its own, because the person may take long.
struct PromptAction: Sendable {
  /// A collection that a program wants to unlock, with the items that it named.
  struct Unlocking: Sendable {
    let name: String
    let label: String
    let keychain: KeychainCollection
    /// The items. Items with an access control need a proof after the collection is unlocked.
    var items: [RowIdentifier] = []
  }

  enum Kind: Sendable {
    /// Unlocks the keychains of collections, and opens items. If the program needs the consent of the person, the person
    /// gives it with a password, or is asked when no keychain is locked.
    case unlock([Unlocking], needsConsent: Bool)
    /// Makes a keychain, with a new password.
    case create(label: String, client: KeychainClient)
    /// Deletes a keychain.
    case delete(label: String, deletion: @Sendable () throws(KeychainError) -> Void)
  }

  enum Outcome: Sendable {
    /// The names of the collections that are unlocked, and the proofs of their items with an access control.
    case unlocked([String], [AuthorizedItems.Entry], refused: Set<RowIdentifier>)
    case created(KeychainPath)
    case deleted
    /// The person, or the time, ended the prompt.
    case dismissed
  }

  let kind: Kind
  /// The path of the program that wants the answer.
  let program: String

  /// The number of answers to one question.
  static let tries = 3

  func run(_ conversation: PromptConversation) -> Outcome {
    do throws(AuthenticationFailure) {
      switch kind {
      case .unlock(let wanted, let needsConsent): return try unlock(wanted, needsConsent: needsConsent, conversation)
      case .create(let label, let client): return try create(label, client, conversation)
      case .delete(let label, let deletion): return try delete(label, deletion, conversation)
      }
    } catch {
      return .dismissed
    }
  }

  /// A label for a question. A program chooses the label, so it must not fill the question.
  private static func short(_ label: String) -> String { PromptSafeText.line(label, byteLimit: 60) }

  // MARK: Unlocking

  private func unlock(
    _ wanted: [Unlocking], needsConsent: Bool, _ conversation: PromptConversation
  ) throws(AuthenticationFailure) -> Outcome {
    var isAccepted = false
    for collection in wanted {
      guard try unlock(collection.keychain, collection.label, conversation, &isAccepted) else { return .dismissed }
    }
    // A wrong passcode is no consent, also if another program has unlocked the keychain meanwhile.
    if needsConsent, !isAccepted {
      _ = try conversation.ask(.confirmation, reason: "use the passwords of the desktop until the end of the session")
    }
    var opening = ItemOpening(conversation)
    for collection in wanted { try opening.open(collection.items, of: collection) }
    return .unlocked(wanted.map(\.name), opening.authorized, refused: opening.refused)
  }

  /// - Parameter isAccepted: Becomes true when the person has given the right passcode.
  private func unlock(
    _ collection: KeychainCollection, _ label: String, _ conversation: PromptConversation, _ isAccepted: inout Bool
  ) throws(AuthenticationFailure) -> Bool {
    let reason = "unlock the collection \(Self.short(label))"
    var problem: String?
    for _ in 0..<Self.tries {
      guard let keychain = try? collection.keychain() else { return false }
      // Another prompt may have unlocked the keychain.
      guard isLocked(collection) else { return true }
      if try conversation.unlockThroughAgent(keychain, reason: reason) {
        isAccepted = true
        return true
      }
      guard (try? keychain.requirePasscodeAttempt()) != nil else { return false }
      guard let passcode = try conversation.ask(.passcode, reason: reason, problem: problem) else {
        problem = "Nothing was typed."
        continue
      }
      do throws(KeychainError) {
        _ = try keychain.unlock(passcode)
        isAccepted = true
        return true
      } catch {
        guard error.code == .authenticationFailed, error.cause != .passcodeMustWait else { return false }
        problem = "The passcode is wrong. Try again."
      }
    }
    return false
  }

  private func isLocked(_ keychain: KeychainCollection) -> Bool { (try? keychain.isLocked()) ?? false }

  // MARK: Creating and deleting

  private func create(
    _ label: String, _ client: KeychainClient, _ conversation: PromptConversation
  ) throws(AuthenticationFailure) -> Outcome {
    let reason = "protect the new collection \(Self.short(label))"
    var problem: String?
    for _ in 0..<Self.tries {
      let first = try conversation.ask(.newApplicationPassword, reason: reason, problem: problem)
      let second = try conversation.ask(.repeatedApplicationPassword, reason: reason)
      guard isSame(first, second) else {
        problem = "That was not the same password twice. Try again."
        continue
      }
      guard let path = try? CollectionDirectory.create(label, password: first, client) else { return .dismissed }
      return .created(path)
    }
    return .dismissed
  }

  /// Whether the same password was typed twice. No password is the same as no password: the keychain then has none.
  private func isSame(_ first: Passcode?, _ second: Passcode?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return (try? first.isEqual(to: second)) ?? false
  }

  private func delete(
    _ label: String, _ deletion: () throws(KeychainError) -> Void, _ conversation: PromptConversation
  ) throws(AuthenticationFailure) -> Outcome {
    // The fixed words come first, so that no label hides them.
    _ = try conversation.ask(.confirmation, reason: "delete all passwords of the collection \(Self.short(label))")
    return (try? deletion()) == nil ? .dismissed : .deleted
  }
}
