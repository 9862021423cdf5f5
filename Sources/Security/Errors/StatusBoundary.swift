import Foundation
import Keychain
import KeychainLog
import KeychainModel

/// Converts the typed error of a public function to an `OSStatus`.
enum StatusBoundary {
  @inline(__always)
  static func of(
    _ name: StaticString = #function, _ body: () throws(KeychainError) -> Void
  ) -> OSStatus {
    do throws(KeychainError) {
      if Log.isOn(.notice) {
        try Log.call(name) { () throws(KeychainError) in try throughForkGate(body) }
      } else {
        try throughForkGate(body)
      }
      LastFailure.clear()
      return errSecSuccess
    } catch {
      LastFailure.note(error)
      return error.code.rawValue
    }
  }

  /// Runs the body inside the fork gate, so that a fork waits for the whole call, including the reading of the
  /// dictionary.
  @inline(__always)
  private static func throughForkGate(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
    ForkGate.enter()
    defer { ForkGate.leave() }
    try body()
  }

  /// Returns the dictionary if the dictionary is valid.
  ///
  /// - Throws: `.parameter` if the dictionary is nil (compatibility: D26), or if `ArgumentChecks` refuses the
  ///   dictionary.
  static func require(_ dictionary: CFDictionary?) throws(KeychainError) -> CFDictionary {
    guard let dictionary else { throw KeychainError(.parameter, "the dictionary is missing") }
    try ArgumentChecks.check(dictionary)
    return dictionary
  }
}
