import Keychain
import KeychainModel

/// The keychain as the tool uses it: requests, where the files lie, and whether they are whole.
protocol OpenKeychain: KeychainService {
  var location: StoreLocation { get }

  /// Reads everything that is stored and says what is damaged.
  func verify() throws(KeychainError) -> VerificationReport

  /// Repairs the database if it is damaged, and says whether it was.
  func repair() throws(KeychainError) -> Bool

  /// Puts back the items in quarantine that can be read now and whose place is free.
  func restoreQuarantined() throws(KeychainError) -> (restored: Int, remaining: Int)
}

extension LocalKeychain: OpenKeychain {
  func restoreQuarantined() throws(KeychainError) -> (restored: Int, remaining: Int) {
    let outcome = try recoverQuarantined()
    return (outcome.recovered, outcome.remaining)
  }
}
