import Keychain
import KeychainModel

extension CommandSession {
  /// Checks that all operands name the keychain.
  ///
  /// - Parameter context: The name of the operation in an error message.
  /// - Throws: The status of a missing keychain.
  func checkKeychains(
    _ operands: [Word], in context: String = "SecKeychainOpen"
  ) throws(CommandFailure) {
    for operand in operands where try !namesKeychain(operand) {
      throw .keychain(.noSuchKeychain, operand, in: context)
    }
  }

  /// Returns whether a word names the keychain.
  func namesKeychain(_ operand: Word) throws(CommandFailure) -> Bool {
    if StoreLocation.isNameOfKeychain(operand.bytes) { return true }
    return operand.bytes == Array(try keychain().location.databasePath.utf8)
  }
}
