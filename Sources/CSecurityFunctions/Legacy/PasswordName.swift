import Foundation
import Security

/// The attributes that identify a password, from the lengths and addresses that the older functions take.
struct PasswordName {
  private(set) var entries: [(key: CFString, value: NSObject)] = []
  /// Whether a length was given without an address.
  private(set) var isMalformed = false

  /// Adds text. In a search, text of length 0 matches any value.
  mutating func add(_ key: CFString, _ characters: UnsafeRawPointer?, _ count: UInt32) {
    guard count == 0 || characters != nil else {
      isMalformed = true
      return
    }
    let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
    entries.append((key, PasswordAttribute.text(bytes) ?? PasswordAttribute.data(bytes)))
  }

  /// Adds a value. Null adds nothing: it matches any value, and no item stores it.
  mutating func add(_ key: CFString, _ value: NSObject) {
    if !(value is NSNull) { entries.append((key, value)) }
  }

  /// Returns the dictionary that adds a password with these attributes.
  func item(_ itemClass: CFString) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecClass] = itemClass
    for (key, value) in entries { dictionary[key] = value }
    return dictionary
  }

  /// Returns the dictionary that finds passwords with these attributes.
  func query(_ itemClass: CFString) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecClass] = itemClass
    for (key, value) in entries where (value as? NSString)?.length != 0 { dictionary[key] = value }
    return dictionary
  }
}
