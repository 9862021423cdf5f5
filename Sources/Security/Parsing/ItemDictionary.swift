import Foundation
import Keychain
import KeychainModel
import X509Certificates

/// A caller's dictionary, read once: its keys sorted by kind, its values still unconverted.
///
/// Used for the dictionaries of add, search and delete and for the first of update. How a key is
/// classified depends on its length and first letter only (secitem 3.1).
struct ItemDictionary {
  /// What the dictionary says about the class.
  enum Class {
    case absent
    case named(String)
    case notAString
  }

  private(set) var itemClass = Class.absent
  private(set) var attributes: [(name: AttributeName, value: PropertyValue)] = []
  private(set) var accessControl: SecAccessControl?
  private(set) var returns: RequestedResults = []
  private(set) var match = MatchOptions()
  private(set) var use = UseOptions()
  private(set) var data: PropertyValue?
  private(set) var reference: ItemReference?
  private(set) var persistentReference: PersistentReference?

  /// Whether the private key `dspk` is there: it is neither a filter nor stored.
  private(set) var derivesSyncID = false

  /// Keys that are not attributes; they count towards the limit of keys.
  private(set) var otherKeyCount = 0

  /// Reads a dictionary.
  ///
  /// - Throws: `.parameter` for a key that is no string, a misspelled key, or a value of a type
  ///   that the key does not take; `.noSuchAttribute` for four characters that name no attribute
  ///   of any class; `.decode` for a number that is not a 64-bit integer.
  init(_ dictionary: NSDictionary) throws(KeychainError) {
    attributes.reserveCapacity(dictionary.count)
    try dictionary.forEachEntry { (key, value) throws(KeychainError) in try read(key, value) }
  }

  private mutating func read(_ key: Any, _ value: Any) throws(KeychainError) {
    guard let key = PropertyValue.text(key) else {
      if key is NSNumber { throw KeychainError(.noSuchAttribute, "a number names no attribute") }
      throw KeychainError(.parameter, "the keys of a dictionary must be strings")
    }
    let length = key.utf16.count
    if length == 4 {
      try readAttribute(key, value)
      return
    }
    otherKeyCount += 1
    switch length < 2 ? nil : key.utf8.first {
    case UInt8(ascii: "c") where key == "class":
      itemClass = PropertyValue.text(value).map { .named($0) } ?? .notAString
    case UInt8(ascii: "m"): try match.read(key, value)
    case UInt8(ascii: "r"): try returns.read(key, value)
    case UInt8(ascii: "u"): try use.read(key, value)
    case UInt8(ascii: "v"): try readValue(key, value)
    case UInt8(ascii: "f"): _ = try Self.property(key, value)
    default: throw KeychainError(.parameter, "\(KeyName.shown(key)) is no key of a query")
    }
  }

  private mutating func readAttribute(_ key: String, _ value: Any) throws(KeychainError) {
    switch key {
    case "nleg":
      _ = try Self.property(key, value)
    case "dspk":
      derivesSyncID = true
      _ = try Self.property(key, value)
    case "clip":
      throw KeychainError(.parameter, "clip is set by the system only")
    case "accc":
      guard let control = value as? SecAccessControl else {
        throw KeychainError(.parameter, "kSecAttrAccessControl takes a SecAccessControl")
      }
      accessControl = control
    default:
      var property = try Self.property(key, value)
      guard let name = AttributeName(key: key) else {
        throw KeychainError(.noSuchAttribute, "\(KeyName.shown(key)) is no attribute")
      }
      if name == .issuer { property = try Self.issuer(property) }
      attributes.append((name, property))
    }
  }

  private mutating func readValue(_ key: String, _ value: Any) throws(KeychainError) {
    switch key {
    case "v_Data":
      otherKeyCount -= 1  // An attribute, though its key is longer.
      data = try Self.property(key, value)
    case "v_Ref":
      guard let object = try ItemReference(object: value) else {
        throw Self.noReference
      }
      reference = object
    case "v_PersistentRef":
      guard case .data(let bytes) = PropertyValue(value) else {
        throw KeychainError(.parameter, "kSecValuePersistentRef takes data")
      }
      persistentReference = try PersistentReference(bytes)
    default:
      throw KeychainError(.parameter, "\(KeyName.shown(key)) is no key of a query")
    }
  }

  static var noReference: KeychainError {
    KeychainError(
      .parameter, "kSecValueRef takes a reference to an item, a key, a certificate or an identity")
  }

  /// The issuer of a certificate: a whole name becomes what is stored of it (secitem 2.8).
  ///
  /// - Throws: `.parameter` for anything but data, whatever the class.
  static func issuer(_ value: PropertyValue) throws(KeychainError) -> PropertyValue {
    guard case .data(let bytes) = value else {
      throw KeychainError(.parameter, "kSecAttrIssuer takes data")
    }
    guard let name = try? DistinguishedName(der: bytes) else { return value }
    return .data(name.normalizedContent)
  }

  /// A value that could cross to another process.
  static func property(_ key: String, _ value: Any) throws(KeychainError) -> PropertyValue {
    let property = PropertyValue(value)
    switch property {
    case .unsupported:
      throw KeychainError(
        .parameter, "\(KeyName.shown(key)): objects of this type are not accepted")
    case .unrepresentableNumber:
      throw KeychainError(.decode, "\(KeyName.shown(key)): the number is not a 64-bit integer")
    default:
      return property
    }
  }
}

extension ItemDictionary {
  /// The class that the dictionary is about: named, or that of a reference (secitem 3.1).
  ///
  /// - Throws: `.parameter` when nothing says it; `.noSuchClass` for an unknown name, or one that
  ///   differs from the class of the reference.
  func resolvedClass() throws(KeychainError) -> ItemClass {
    // An object is a set of attributes: the class that is named has to have them.
    let referenced = persistentReference?.itemClass ?? reference?.item?.itemClass
    switch itemClass {
    case .named(let name):
      guard let itemClass = ItemClass(rawValue: name) else {
        throw KeychainError(.noSuchClass, "kSecClass names no class")
      }
      guard referenced == nil || referenced == itemClass else {
        throw KeychainError(.noSuchClass, "the reference is to an item of another class")
      }
      return itemClass
    case .notAString:
      guard referenced == nil else {
        throw KeychainError(.noSuchClass, "kSecClass takes a string")
      }
      throw KeychainError(.parameter, "kSecClass takes a string")
    case .absent:
      if let itemClass = referenced ?? reference?.itemClass { return itemClass }
      if let listed = (use.itemList ?? match.itemList)?.first?.itemClass { return listed }
      throw KeychainError(.parameter, "kSecClass is missing")
    }
  }

  /// - Throws: `.parameter` when there are more keys than a query may have.
  func checkKeyCount(_ schema: ItemSchema) throws(KeychainError) {
    guard schema.attributeCount + otherKeyCount <= Limits.queryKeyCount else {
      throw KeychainError(.parameter, "the dictionary has too many keys")
    }
  }
}
