import Foundation
import Keychain
import KeychainModel
import Security

/// Functions for the keychain arguments of a C program. Only one keychain exists. A reference to any other keychain is
/// a reference to a missing keychain.
enum KeychainArgument {
  /// Returns the status with which a function refuses its keychain argument.
  ///
  /// - Returns:
  ///   - Nil: The argument is NULL, the one keychain, or an array that contains the one keychain.
  ///   - `errSecNoSuchKeychain`: The argument contains only other keychains.
  ///   - `errSecItemNotFound`: The argument is an empty array. The keychains of an empty array contain no items.
  ///   - `errSecInvalidKeychain`: An object is not a keychain.
  static func refusal(_ keychainOrArray: UnsafeRawPointer?) -> OSStatus? {
    guard let keychainOrArray else { return nil }
    guard let list = CFInput.array(keychainOrArray) else {
      guard let keychain = Box.object(keychainOrArray, as: SecKeychain.self) else {
        return errSecInvalidKeychain
      }
      return keychain.isMissing ? errSecNoSuchKeychain : nil
    }
    let keychains = (0..<list.count).map { list.object(at: $0) as? SecKeychain }
    if keychains.isEmpty { return errSecItemNotFound }
    guard keychains.allSatisfy({ $0 != nil }) else { return errSecInvalidKeychain }
    return keychains.contains { $0?.isMissing == false } ? nil : errSecNoSuchKeychain
  }

  /// Returns a reference to the keychain with a name or a path. The keychain need not exist.
  static func named(_ path: String) throws(KeychainError) -> SecKeychain {
    let location = try StoreLocation.standard()
    let isOne = StoreLocation.isNameOfKeychain(path.utf8) || path == location.databasePath
    return isOne ? .standard : SecKeychain(missing: path)
  }

  /// Runs `body` with the keychain that a reference selects.
  ///
  /// - Returns: The status that `body` returns, or the status of the error that `body` throws;
  ///   `errSecNoSuchKeychain`; `errSecInvalidKeychain`.
  static func use(
    _ keychain: UnsafeRawPointer?, _ body: (KeychainClient) throws(KeychainError) -> OSStatus
  ) -> Int32 {
    CCall.run {
      if let refusal = refusal(keychain) { return refusal }
      return status { () throws(KeychainError) in
        try body(try KeychainContext.resolve().keychain)
      }
    }
  }

  static func status(_ body: () throws(KeychainError) -> OSStatus) -> OSStatus {
    do throws(KeychainError) {
      return try body()
    } catch {
      LastFailure.note(error)
      return error.code.rawValue
    }
  }
}
