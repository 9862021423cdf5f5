import KeychainCrypto
import KeychainModel
import Vault

@testable import Keychain

/// Gives tests direct access to the rows and keys of a keychain.
extension LocalKeychain {
  func read<Result>(
    _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try read(until: .after(timeout), body)
  }

  @discardableResult
  func write<Result>(
    isSynchronizable: (Result) -> Bool, _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try write(until: .after(timeout), isSynchronizable: isSynchronizable, body).value
  }

  func check(_ passcode: Passcode) throws(KeychainError) {
    _ = try authenticationKey(for: passcode)
  }

  func authenticationKey(for passcode: Passcode) throws(KeychainError) -> AuthenticationKey {
    try vault.authenticationKey(for: passcode, until: .after(timeout)).key
  }
}
