import CredentialHelpers
import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import LockTestSupport

@testable import DockerCredentials
@testable import GitCredentials

/// Runs the helpers on the keychain of a test. Each run opens the keychain as a new process does.
final class Helpers {
  let machine: TestMachine
  /// The number of questions to the person. `answer` is the answer to each question; nil if no person can be asked.
  private let asked = ForkSafeMutex(0)
  var answer: String?

  init() throws { machine = try TestMachine() }

  var questions: Int { asked.withLock { $0 } }

  func git(_ words: String..., input: some Sequence<UInt8>, now: Int64 = 0) -> HelperOutcome {
    run(["git"] + words, Array(input), now: now)
  }

  func docker(_ words: String..., input: some Sequence<UInt8>) -> HelperOutcome {
    run(["docker"] + words, Array(input), now: 0)
  }

  /// Runs a helper.
  ///
  /// - Parameter words: The name of the helper and its arguments.
  func run(_ words: [String], _ input: [UInt8], now: Int64) -> HelperOutcome {
    let arguments = Array(words.dropFirst())
    return if words.first == "git" {
      GitHelper(keychain(.git), now: { now }).run(arguments) { () throws(HelperFailure) in input }
    } else {
      DockerHelper(keychain(.docker)).run(arguments) { () throws(HelperFailure) in input }
    }
  }

  private func keychain(_ owner: CredentialOwner) -> HelperKeychain {
    let answer = answer
    let prompter = ClosurePrompter { [asked] _ throws(AuthenticationFailure) in
      asked.withLock { $0 += 1 }
      guard let answer, let passcode = try? passcode(answer) else {
        throw AuthenticationFailure(.notInteractive)
      }
      return passcode
    }
    return HelperKeychain(owner, makePrompter: { prompter }) { [machine] in machine.process().client
    }
  }

  /// Adds an internet password with the protocol `https` and the account `anna`, as another program would.
  func add(
    _ secret: String, server: String = "example.com", group: String = "login",
    _ further: KeyValuePairs<AttributeName, AttributeValue> = [:]
  ) throws {
    var attributes = AttributeSet([
      .server: .string(server), .protocolName: .string("htps"), .account: .string("anna"),
      .authenticationType: .string("dflt"), .accessGroup: .string(group),
    ])
    for (name, value) in further { attributes[name] = value }
    _ = try machine.process().perform(
      .add(
        AddRequest(.internetPassword, attributes: attributes, secret: Array(secret.utf8))),
      as: .tool)
  }

  /// Returns all internet passwords in creation order.
  func items() throws -> [Item] {
    do throws(KeychainError) {
      return try machine.process().perform(
        .search(
          SearchRequest(
            ItemQuery(.internetPassword, isSynchronizable: nil), contents: [.attributes, .secret],
            limit: nil)), as: .tool)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  func secrets() throws -> [String] {
    try items().map { String(decoding: $0.secret ?? [], as: UTF8.self) }
  }
}

extension HelperOutcome {
  var text: String { String(decoding: output, as: UTF8.self) }
}
