import KeychainLog
import KeychainModel

/// A credential helper: a program that git or Docker starts to get, store and erase credentials.
package protocol CredentialHelper {
  /// The name of the executable.
  static var name: String { get }

  /// The program whose credentials the helper stores.
  static var owner: CredentialOwner { get }

  /// The operations that the helper supports.
  static var operations: [HelperOperation] { get }

  init(_ keychain: HelperKeychain)

  /// Performs one operation.
  ///
  /// - Parameters:
  ///   - words: The arguments of the helper.
  ///   - input: A function that reads standard input to its end.
  func run(_ words: [String], input: () throws(HelperFailure) -> [UInt8]) -> HelperOutcome
}

/// The reason for which a helper failed, as a sentence for the user of git or Docker. The sentence contains no secret.
package struct HelperFailure: Error, Equatable {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  /// Makes the failure for an error of the keychain.
  init(_ error: KeychainError) {
    Log.failure(error, of: "credential helper")
    sentence = "\(StatusMessage.text(for: error.code.rawValue)) (\(error.reason))"
  }
}

/// The result of a helper.
package struct HelperOutcome: Equatable {
  /// The exit status.
  package var status: Int32 = 0

  /// The bytes for standard output. The bytes may contain a secret.
  package var output: [UInt8] = []

  /// The line for standard error; nil for no line.
  package var errorLine: String?

  package init(status: Int32 = 0, output: [UInt8] = [], errorLine: String? = nil) {
    self.status = status
    self.output = output
    self.errorLine = errorLine
  }
}

/// An operation of a credential helper. The name of the operation is the only argument of the helper.
package struct HelperOperation: Sendable {
  package let name: String

  /// A description of the operation in one sentence.
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
