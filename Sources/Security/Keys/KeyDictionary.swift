import Foundation
import KeychainModel

/// A dictionary that a caller passed to a key function.
struct KeyDictionary {
  private let dictionary: NSDictionary

  init(_ dictionary: NSDictionary) { self.dictionary = dictionary }

  /// Returns the value under a key; nil if the dictionary does not contain the key.
  subscript(_ key: CFString) -> PropertyValue? {
    dictionary.object(forKey: key).map { PropertyValue($0) }
  }

  /// Returns the number under a key. The value is a number, or a string with the canonical decimal form of a number.
  /// Returns nil for every other value.
  func number(_ key: CFString) -> Int64? {
    switch self[key] {
    case .number(let number): number
    case .string(let text): Int64(text).flatMap { String($0) == text ? $0 : nil }
    default: nil
    }
  }

  /// Returns the flag under a key. The value is a Boolean, or the number 0 or 1. Returns nil for every other value.
  func flag(_ key: CFString) -> Bool? {
    switch self[key] {
    case .boolean(let flag): flag
    case .number(let number): number == 1 ? true : number == 0 ? false : nil
    default: nil
    }
  }

  /// Returns the dictionary under a key; nil if the value is not a dictionary.
  func dictionary(_ key: CFString) -> NSDictionary? {
    dictionary.object(forKey: key) as? NSDictionary
  }

  static var noToken: KeychainError {
    KeychainError(.unimplemented, "there is no Secure Enclave and no other token here")
  }
}

extension NSData {
  /// The bytes of the data. On Linux, a conversion to `Data` would copy the bytes one by one.
  var bytesArray: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: bytes, count: length)) }

  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: length) }
}
