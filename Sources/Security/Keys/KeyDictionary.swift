import Foundation
import KeychainModel

/// A dictionary that a caller gave to a key function.
struct KeyDictionary {
  private let dictionary: NSDictionary

  init(_ dictionary: NSDictionary) { self.dictionary = dictionary }

  /// Returns the value under a key; nil if there is none.
  subscript(_ key: CFString) -> PropertyValue? {
    dictionary.object(forKey: key).map { PropertyValue($0) }
  }

  /// Returns a number, or the number that a string spells. The string must have the canonical form. Returns nil for
  /// everything else.
  func number(_ key: CFString) -> Int64? {
    switch self[key] {
    case .number(let number): number
    case .string(let text): Int64(text).flatMap { String($0) == text ? $0 : nil }
    default: nil
    }
  }

  /// Returns a flag, which is a Boolean or the number 0 or 1. Returns nil for everything else.
  func flag(_ key: CFString) -> Bool? {
    switch self[key] {
    case .boolean(let flag): flag
    case .number(let number): number == 1 ? true : number == 0 ? false : nil
    default: nil
    }
  }

  /// Returns a nested dictionary; nil if there is none.
  func dictionary(_ key: CFString) -> NSDictionary? {
    dictionary.object(forKey: key) as? NSDictionary
  }

  static var noToken: KeychainError {
    KeychainError(.unimplemented, "there is no Secure Enclave and no other token here")
  }
}

extension NSData {
  /// The bytes. Converting to `Data` first would copy them one by one on Linux.
  var bytesArray: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: bytes, count: length)) }

  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: length) }
}
