import Keychain
import KeychainModel

extension Session {
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
    if StoreLocation.isNameOfKeychain(operand.bytes) { return true }
    return operand.bytes == Array(try keychain().location.databasePath.utf8)
  }
}
