import Foundation
import Keychain
import KeychainModel
import Security

/// Functions for the keychain arguments of a C program.
enum KeychainArgument {
  /// The keychains that an argument selects.
  enum Selection {
    /// NULL: the login keychain and the search list, or the default keychain.
    case standard
    case keychains([SecKeychain])
    /// The argument is not a keychain, or is an empty array. The status is the result of the function.
    case refused(OSStatus)
  }

  /// - Returns: `.refused(errSecInvalidKeychain)` for an object that is not a keychain, and
  ///   `.refused(errSecItemNotFound)` for an empty array: the keychains of an empty array contain no items.
  static func selection(_ keychainOrArray: UnsafeRawPointer?) -> Selection {
    guard let keychainOrArray else { return .standard }
    guard let list = CFInput.array(keychainOrArray) else {
      guard let keychain = Box.object(keychainOrArray, as: SecKeychain.self) else {
        return .refused(errSecInvalidKeychain)
      }
      return .keychains([keychain])
    }
    let keychains = (0..<list.count).map { list.object(at: $0) as? SecKeychain }
    if keychains.isEmpty { return .refused(errSecItemNotFound) }
    guard keychains.allSatisfy({ $0 != nil }) else { return .refused(errSecInvalidKeychain) }
    return .keychains(keychains.compactMap { $0 })
  }

  /// Limits a query to the keychains of an argument.
  ///
  /// - Returns: The status with which the function refuses the argument; nil if the function accepts the argument.
  static func limit(_ query: NSMutableDictionary, to keychainOrArray: UnsafeRawPointer?) -> OSStatus? {
    switch selection(keychainOrArray) {
    case .standard: return nil
    case .refused(let status): return status
    case .keychains(let keychains):
      query[kSecMatchSearchList] = NSArray(array: keychains)
      return nil
    }
  }

  /// Sets the keychain for a new item.
  ///
  /// - Returns: The status with which the function refuses the argument; nil if the function accepts the argument.
  static func target(_ item: NSMutableDictionary, _ keychain: UnsafeRawPointer?) -> OSStatus? {
    switch selection(keychain) {
    case .standard: return nil
    case .refused(let status): return status
    case .keychains(let keychains):
      item[kSecUseKeychain] = keychains.first
      return nil
    }
  }

  /// The keychain of an argument that takes no array.
  ///
  /// - Returns: `.failure` with `errSecInvalidKeychain` for an object that is not a keychain.
  static func keychain(_ keychain: UnsafeRawPointer?) -> Result<SecKeychain?, Refusal> {
    guard let keychain else { return .success(nil) }
    guard let object = Box.object(keychain, as: SecKeychain.self) else {
      return .failure(Refusal(status: errSecInvalidKeychain))
    }
    return .success(object)
  }

  /// The status with which a function refuses an argument.
  struct Refusal: Error { let status: OSStatus }

  /// Runs a function on a keychain.
  ///
  /// - Returns: The status that `body` returns; `errSecInvalidKeychain` for an object that is not a keychain.
  static func use(_ keychain: UnsafeRawPointer?, _ body: (SecKeychain?) -> OSStatus) -> Int32 {
    CCall.run {
      switch Self.keychain(keychain) {
      case .success(let keychain): return body(keychain)
      case .failure(let refusal): return refusal.status
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
