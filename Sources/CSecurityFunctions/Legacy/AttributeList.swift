import CSecurity
import Foundation
import Security

/// The C structure `SecKeychainAttributeList`, with the same memory layout.
struct AttributeList {
  /// The C structure `SecKeychainAttribute`, with the same memory layout.
  struct Entry {
    var tag: UInt32
    var length: UInt32
    var data: UnsafeMutableRawPointer?
  }

  var count: UInt32
  var entries: UnsafeMutablePointer<Entry>?

  var all: UnsafeMutableBufferPointer<Entry> {
    UnsafeMutableBufferPointer(start: entries, count: entries == nil ? 0 : Int(count))
  }

  static func at(_ pointer: UnsafeMutableRawPointer?) -> AttributeList? {
    pointer?.load(as: AttributeList.self)
  }

  /// Adds the attributes of a list to a dictionary for an item function.
  ///
  /// - Parameters:
  ///   - itemClass: The number of the item's class; nil for a key or a certificate.
  ///   - isChange: Whether the dictionary is for a change of an existing item. In a change, a protocol or an
  ///     authentication type of 0 removes the attribute. In a new item, the value 0 is ignored.
  /// - Returns:
  ///   - `errSecSuccess`: All attributes were added.
  ///   - `errSecNoSuchAttr`: The class does not have the attribute, or the attribute is not stored.
  ///   - `errSecReadOnlyAttr`: The keychain sets the attribute itself.
  ///   - `errSecParam`: A value is malformed.
  static func read(
    _ pointer: UnsafeRawPointer?, of itemClass: UInt32?, into dictionary: NSMutableDictionary,
    isChange: Bool = false
  ) -> OSStatus {
    guard let list = at(UnsafeMutableRawPointer(mutating: pointer)) else { return errSecSuccess }
    if list.count > 0, list.entries == nil { return errSecParam }
    for entry in list.all {
      guard let form = PasswordAttribute.form(of: entry.tag),
        itemClass.map({ PasswordAttribute.isKnown(entry.tag, in: $0) }) ?? true
      else { return errSecNoSuchAttr }
      if form == .date { return errSecReadOnlyAttr }
      guard entry.length == 0 || entry.data != nil else { return errSecParam }
      let bytes = UnsafeRawBufferPointer(start: entry.data, count: Int(entry.length))
      guard let value = PasswordAttribute.value(bytes, form) else { return errSecParam }
      if value is NSNull, !isChange { continue }
      dictionary[NSString(string: name(of: entry.tag))] =
        value is NSNull ? PasswordAttribute.nothing(form) : value
    }
    return errSecSuccess
  }

  /// Stores the values of an item's attributes in a list that contains the tags of these attributes.
  ///
  /// - Parameter itemClass: The number of the item's class.
  /// - Returns: `errSecSuccess`; `errSecNoSuchAttr` if the class does not have an attribute of the list; `errSecParam`
  ///   if the list has attributes but no address; `errSecAllocate`.
  static func fill(
    _ list: AttributeList, of itemClass: UInt32, from item: NSDictionary
  ) -> OSStatus {
    if list.count > 0, list.entries == nil { return errSecParam }
    guard list.all.allSatisfy({ PasswordAttribute.isKnown($0.tag, in: itemClass) }) else {
      return errSecNoSuchAttr
    }
    for index in list.all.indices {
      list.all[index].length = 0
      list.all[index].data = nil
    }
    for index in list.all.indices {
      let tag = list.all[index].tag
      guard let form = PasswordAttribute.form(of: tag),
        let value = item.object(forKey: NSString(string: name(of: tag)))
      else { continue }
      let bytes = PasswordAttribute.bytes(of: value, form)
      guard let copy = lk_buffer_create(bytes, bytes.count) else {
        list.freeValues()
        return errSecAllocate
      }
      list.all[index].data = copy
      list.all[index].length = UInt32(bytes.count)
    }
    return errSecSuccess
  }

  /// Overwrites and frees the values of the attributes.
  func freeValues() {
    for index in all.indices {
      lk_buffer_free(all[index].data)
      all[index].data = nil
      all[index].length = 0
    }
  }

  /// Returns the name of an attribute in an item dictionary: the four characters of the attribute's tag.
  private static func name(of tag: UInt32) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
  }
}
