import Foundation
import KeychainModel

/// The dictionaries of the key functions.
struct KeyDictionary {
  private let dictionary: NSDictionary

  init(_ dictionary: NSDictionary) { self.dictionary = dictionary }

  /// The value of a key; nil when it is not there.
  subscript(_ key: CFString) -> PropertyValue? {
    dictionary.object(forKey: key).map { PropertyValue($0) }
  }

  /// A number, or a string that spells one in the only way it can be spelled; nil for everything else.
  func number(_ key: CFString) -> Int64? {
    switch self[key] {
    case .number(let number): number
    case .string(let text): Int64(text).flatMap { String($0) == text ? $0 : nil }
    default: nil
    }
  }

  /// A flag: a Boolean or the numbers 0 and 1; nil for everything else.
  func flag(_ key: CFString) -> Bool? {
    switch self[key] {
    case .boolean(let flag): flag
    case .number(let number): number == 1 ? true : number == 0 ? false : nil
    default: nil
    }
  }

  /// A dictionary inside; nil when there is none.
  func dictionary(_ key: CFString) -> NSDictionary? {
    dictionary.object(forKey: key) as? NSDictionary
  }

  static var noToken: KeychainError {
    KeychainError(.unimplemented, "there is no Secure Enclave and no other token here")
  }
}

extension NSData {
  /// The bytes, without the detour over `Data`, which copies one by one on Linux.
  var bytesArray: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: bytes, count: length)) }

  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: length) }
}
