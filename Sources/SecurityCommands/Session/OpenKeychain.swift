import Keychain
import KeychainModel

/// The keychain as the tool uses it: requests, where the files lie, and whether they are whole.
protocol OpenKeychain: KeychainService {
  var location: StoreLocation { get }

  /// Reads every row of every class, and opens those whose keys are at hand.
  func verify() throws(KeychainError) -> VerificationReport
}

extension LocalKeychain: OpenKeychain {
  func verify() throws(KeychainError) -> VerificationReport {
    throw KeychainError(.unimplemented, "the keychain cannot verify itself")
  }
}
