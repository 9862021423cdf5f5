import Foundation
import Keychain
import KeychainModel
import Security

/// Keychains that a C program names: there is one, and every other is missing.
enum KeychainHandle {
  /// Why a keychain, or an array of them, cannot be used; nil when it is the one there is.
  ///
  /// - Returns: Nil also for NULL, which means that one; `errSecNoSuchKeychain` for another;
  ///   `errSecItemNotFound` for an empty array: nothing is in it; `errSecInvalidKeychain` for what is
  ///   no keychain.
  static func refusal(_ keychainOrArray: UnsafeRawPointer?) -> OSStatus? {
    guard let keychainOrArray else { return nil }
    guard let list = Incoming.array(keychainOrArray) else {
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

  /// The keychain of a name or a path, whether it is there or not.
  static func named(_ path: String) throws(KeychainError) -> SecKeychain {
    let location = try StoreLocation.standard()
    let isOne = StoreLocation.isNameOfKeychain(path.utf8) || path == location.databasePath
    return isOne ? .standard : SecKeychain(missing: path)
  }

  /// Works on the keychain that a reference names.
  ///
  /// - Returns: What `body` throws; `errSecNoSuchKeychain`, `errSecInvalidKeychain`.
  static func use(
    _ keychain: UnsafeRawPointer?, _ body: (KeychainClient) throws(KeychainError) -> OSStatus
  ) -> Int32 {
    ForeignCall.run {
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
