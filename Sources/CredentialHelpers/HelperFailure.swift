import KeychainLog
import KeychainModel

/// The reason why a helper failed: a sentence for the user of git or Docker. It contains no secret.
package struct HelperFailure: Error, Equatable {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  /// Makes the failure for an error of the keychain.
  init(_ error: KeychainError) {
    Log.failure(error, of: "credential helper")
    sentence = "\(StatusMessage.text(for: error.code.rawValue)) (\(error.reason))"
  }
}
