import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt

/// The questions of a prompt to the person. The work runs on a thread of its own, because the person may take long.
struct PromptAction: Sendable {
  enum Kind: Sendable {
    /// Unlocks the keychains of collections. If the program needs the consent of the person, the person gives it with a
    /// password, or is asked when no keychain is locked.
    case unlock([(name: String, label: String, keychain: KeychainCollection)], needsConsent: Bool)
    /// Makes a keychain, with a new password.
    case create(label: String, client: KeychainClient)
    /// Deletes a keychain.
    case delete(label: String, deletion: @Sendable () throws(KeychainError) -> Void)
  }

  enum Outcome: Sendable {
    /// The names of the collections that are unlocked.
    case unlocked([String])
    case created(KeychainPath)
    case deleted
    /// The person, or the time, ended the prompt.
    case dismissed
  }

  let kind: Kind
  /// The path of the program that wants the answer.
  let program: String

  /// The number of answers to one question.
  private static let tries = 3

  func run(_ prompter: any Prompter) -> Outcome {
    do throws(AuthenticationFailure) {
      switch kind {
      case .unlock(let keychains, let needsConsent):
        var unlocked: [String] = []
        var isAccepted = false
        for (name, label, keychain) in keychains where try unlock(keychain, label, prompter, &isAccepted) {
          unlocked.append(name)
        }
        // A wrong passcode is no consent, also if another program has unlocked the keychain meanwhile.
        if needsConsent, !isAccepted, unlocked.count == keychains.count {
          let question = PromptQuestion(
            .confirmation, program: program, reason: "use the passwords of the desktop until the end of the session")
          _ = try prompter.ask(question)
        }
        return unlocked.count == keychains.count ? .unlocked(unlocked) : .dismissed
      case .create(let label, let client): return try create(label, client, prompter)
      case .delete(let label, let deletion): return try delete(label, deletion, prompter)
      }
    } catch {
      return .dismissed
    }
  }

  /// A label for a question. A program chooses the label, so it must not fill the question.
  private static func short(_ label: String) -> String { PromptSafeText.line(label, byteLimit: 60) }

  // MARK: Unlocking

  /// - Parameter isAccepted: Becomes true when the person has given the right passcode.
  private func unlock(
    _ collection: KeychainCollection, _ label: String, _ prompter: any Prompter, _ isAccepted: inout Bool
  ) throws(AuthenticationFailure) -> Bool {
    var problem: String?
    for _ in 0..<Self.tries {
      guard let keychain = try? collection.keychain() else { return false }
      // Another prompt may have unlocked the keychain.
      guard isLocked(collection) else { return true }
      guard (try? keychain.requirePasscodeAttempt()) != nil else { return false }
      let question = PromptQuestion(
        .passcode, program: program, reason: "unlock the collection \(Self.short(label))", problem: problem)
      guard let passcode = try prompter.ask(question) else {
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
    _ label: String, _ client: KeychainClient, _ prompter: any Prompter
  ) throws(AuthenticationFailure) -> Outcome {
    let reason = "protect the new collection \(Self.short(label))"
    var problem: String?
    for _ in 0..<Self.tries {
      let first = try prompter.ask(
        PromptQuestion(.newApplicationPassword, program: program, reason: reason, problem: problem))
      let second = try prompter.ask(PromptQuestion(.repeatedApplicationPassword, program: program, reason: reason))
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
    _ label: String, _ deletion: () throws(KeychainError) -> Void, _ prompter: any Prompter
  ) throws(AuthenticationFailure) -> Outcome {
    // The fixed words come first, so that no label hides them.
    let reason = "delete all passwords of the collection \(Self.short(label))"
    _ = try prompter.ask(PromptQuestion(.confirmation, program: program, reason: reason))
    return (try? deletion()) == nil ? .dismissed : .deleted
  }
}
