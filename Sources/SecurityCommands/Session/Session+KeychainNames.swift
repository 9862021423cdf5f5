import Keychain
import KeychainModel

extension Session {
  /// The names that stand for the keychain beside its path: those of the login keychain of macOS,
  /// so that scripts written there find it, and the name of the database.
  private static let names: Set<String> = [
    "login", "login.keychain", "login.keychain-db", StoreLocation.databaseName,
  ]

  /// Checks that operands name the one keychain there is.
  ///
  /// - Parameter context: The name that an error line gives to what was being done.
  /// - Throws: The status for a keychain that does not exist.
  func checkKeychains(
    _ operands: [Word], in context: String = "SecKeychainOpen"
  ) throws(CommandFailure) {
    for operand in operands where try !namesKeychain(operand) {
      throw .keychain(.noSuchKeychain, operand, in: context)
    }
  }

  /// Whether a word names the one keychain there is.
  func namesKeychain(_ operand: Word) throws(CommandFailure) -> Bool {
    if Self.names.contains(operand.text) { return true }
    return operand.bytes == Array(try keychain().location.databasePath.utf8)
  }
}
