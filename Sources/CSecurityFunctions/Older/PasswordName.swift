import Foundation
import Security

/// The attributes that name a password, as the older functions take them: lengths and addresses.
struct PasswordName {
  private(set) var entries: [(key: CFString, value: NSObject)] = []
  /// Whether a length came without an address.
  private(set) var isMalformed = false

  /// Characters; of length 0 they stand for any where a password is sought.
  mutating func add(_ key: CFString, _ characters: UnsafeRawPointer?, _ count: UInt32) {
    guard count == 0 || characters != nil else {
      isMalformed = true
      return
    }
    let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
    entries.append((key, PasswordAttribute.text(bytes) ?? PasswordAttribute.data(bytes)))
  }

  /// A value; null stands for any, and is nothing that an item has.
  mutating func add(_ key: CFString, _ value: NSObject) {
    if !(value is NSNull) { entries.append((key, value)) }
  }

  /// The dictionary that adds a password of this name.
  func item(_ itemClass: CFString) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecClass] = itemClass
    for (key, value) in entries { dictionary[key] = value }
    return dictionary
  }

  /// The dictionary that finds passwords of this name.
  func query(_ itemClass: CFString) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecClass] = itemClass
    for (key, value) in entries where (value as? NSString)?.length != 0 { dictionary[key] = value }
    return dictionary
  }
}
