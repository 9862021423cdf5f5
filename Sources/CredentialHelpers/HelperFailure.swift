import KeychainLog
import KeychainModel

/// Why a helper could not do what it was asked, as a sentence for the person who reads the output of
/// git or Docker. It holds no secret.
package struct HelperFailure: Error, Equatable {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  /// What the keychain answered.
  init(_ error: KeychainError) {
    Log.failure(error, of: "credential helper")
    sentence = "\(StatusMessage.text(for: error.code.rawValue)) (\(error.reason))"
  }
}
