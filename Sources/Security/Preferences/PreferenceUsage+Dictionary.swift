import Foundation
import Keychain
import KeychainModel

extension PreferenceUsage {
  /// Reads an array of `kSecAttrCan…` constants. Nil and an empty array mean all uses.
  ///
  /// - Throws: `.parameter` for other members.
  init(_ keyUsage: CFArray?) throws(KeychainError) {
    try ArgumentChecks.check(keyUsage)
    var usage: PreferenceUsage = []
    for member in keyUsage ?? [] {
      guard let use = PropertyValue.text(member) else { throw Self.unknown }
      switch NSString(string: use) {
      case kSecAttrCanEncrypt: usage.insert(.encrypt)
      case kSecAttrCanDecrypt: usage.insert(.decrypt)
      case kSecAttrCanSign: usage.insert(.sign)
      case kSecAttrCanVerify: usage.insert(.verify)
      case kSecAttrCanSignRecover: usage.insert(.signRecover)
      case kSecAttrCanVerifyRecover: usage.insert(.verifyRecover)
      case kSecAttrCanWrap: usage.insert(.wrap)
      case kSecAttrCanUnwrap: usage.insert(.unwrap)
      case kSecAttrCanDerive: usage.insert(.derive)
      default: throw Self.unknown
      }
    }
    self = usage
  }

  private static var unknown: KeychainError {
    KeychainError(.parameter, "a use of a key is none of kSecAttrCan…")
  }
}
