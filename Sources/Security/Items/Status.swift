import Foundation
import Keychain
import KeychainModel

/// The edge where typed errors become an `OSStatus`.
enum Status {
  static func of(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
      // A fork waits for the whole call, also for the reading of the dictionary.
      try ForkGate.enter(body)
      return errSecSuccess
    } catch {
      return error.code.rawValue
    }
  }

  /// - Throws: `.parameter` without a dictionary (D26).
  static func require(_ dictionary: CFDictionary?) throws(KeychainError) -> CFDictionary {
    guard let dictionary else { throw KeychainError(.parameter, "the dictionary is missing") }
    return dictionary
  }
}
