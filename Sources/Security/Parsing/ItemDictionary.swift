import Foundation
import Keychain
import KeychainModel
import X509Certificates

/// A dictionary of a caller. Each kind of key has its own property. The values are not yet converted to the types of
/// the schema.
///
/// The type represents the dictionaries of add, search and delete, and the first dictionary of update. Only the length
/// and the first letter of a key determine the kind of the key (specification: secitem 3.1).
struct ItemDictionary {
  /// The value of `kSecClass`.
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

  /// Whether the dictionary contains the SPI key `dspk`. A query does not filter by the value of this key. An add does
  /// not store the value.
  private(set) var derivesSyncID = false

  /// The value of `kSecUseDataProtectionKeychain`: true for the login keychain alone, false for the search list alone,
  /// nil for both (compatibility: D29).
  private(set) var usesDataProtection: Bool?

  /// The keychain of the item that `kSecValuePersistentRef` or `kSecValueRef` names; nil if the dictionary names no item.
  private(set) var referencedKeychain: KeychainScope?

  /// The number of keys that are not attributes. The limit on the number of keys includes these keys.
  private(set) var otherKeyCount = 0

  /// Reads a dictionary.
  ///
  /// - Throws: `.parameter` for a key that is not a string, a misspelled key, or a value of the wrong type;
  ///   `.noSuchAttribute` for a key of four characters that is not an attribute of any class; `.decode` for a number
  ///   that is not a 64-bit integer.
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
      switch try Self.property(key, value) {
      case .boolean(let truth): usesDataProtection = truth
      case .number(let number): usesDataProtection = number != 0
      // A value of the wrong type has no effect, as on Apple's platforms.
      default: break
      }
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
      otherKeyCount -= 1  // `v_Data` is an attribute, although its key is longer.
      data = try Self.property(key, value)
    case "v_Ref":
      guard let object = try ItemReference(object: value) else {
        throw Self.noReference
      }
      reference = object
      if let item = value as? SecKeychainItem {
        referencedKeychain = item.keychain.map { .vault($0.vaultID, at: $0.path) } ?? .login
      }
    case "v_PersistentRef":
      guard case .data(let bytes) = PropertyValue(value) else {
        throw KeychainError(.parameter, "kSecValuePersistentRef takes data")
      }
      persistentReference = try PersistentReference(bytes)
      referencedKeychain = PersistentReference.keychain(bytes).map { .vault($0) } ?? .login
    default:
      throw KeychainError(.parameter, "\(KeyName.shown(key)) is no key of a query")
    }
  }

  static var noReference: KeychainError {
    KeychainError(
      .parameter, "kSecValueRef takes a reference to an item, a key, a certificate or an identity")
  }

  /// Converts the issuer of a certificate. A complete X.500 name is normalized to the form in which the keychain stores
  /// names (specification: secitem 2.8).
  ///
  /// - Throws: `.parameter` unless the value is data, for every item class.
  static func issuer(_ value: PropertyValue) throws(KeychainError) -> PropertyValue {
    guard case .data(let bytes) = value else {
      throw KeychainError(.parameter, "kSecAttrIssuer takes data")
    }
    guard let name = try? DistinguishedName(der: bytes) else { return value }
    return .data(name.normalizedContent)
  }

  /// Converts a value. Refuses values of types that cannot be sent to another process.
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
  /// The options of the call: how the call may obtain proofs, and which keychains it uses.
  func options(_ operation: Operation) -> AuthenticationOptions {
    var options = use.authentication
    options.scope = scope(operation)
    return options
  }

  /// The keychains that the call uses (compatibility: D9, D29).
  private func scope(_ operation: Operation) -> KeychainScope {
    if operation == .add {
      if usesDataProtection == true { return .login }
      if let keychain = use.keychain { return .keychains([keychain]) }
      return usesDataProtection == false ? .searchList : .standard
    }
    if usesDataProtection == nil, match.searchList == nil, referencedKeychain == nil { return .standard }
    let paths = usesDataProtection == true ? [.login] : match.searchList
    switch (referencedKeychain, paths) {
    case (nil, nil): return usesDataProtection == false ? .searchList : .standard
    case (nil, let paths?): return usesDataProtection == true ? .login : .keychains(paths)
    case (let referenced?, nil): return referenced
    // The item must be in one of the keychains.
    case (.vault(let vaultID, _, _), let paths?): return .vault(vaultID, among: paths)
    case (_, let paths?): return paths.contains(.login) ? .login : .keychains([])
    }
  }

  /// Returns the class that the dictionary names, or the class of its reference (specification: secitem 3.1).
  ///
  /// - Throws: `.parameter` if the dictionary contains neither a class nor a reference; `.noSuchClass` if the class is
  ///   unknown, or differs from the class of the reference.
  func resolvedClass() throws(KeychainError) -> ItemClass {
    // An object only supplies attributes. The class that the dictionary names must have these attributes, but may
    // differ from the class of the object.
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

  /// - Throws: `.parameter` if there are more keys than a query may have.
  func checkKeyCount(_ schema: ItemSchema) throws(KeychainError) {
    guard schema.attributeCount + otherKeyCount <= Limits.queryKeyCount else {
      throw KeychainError(.parameter, "the dictionary has too many keys")
    }
  }
}

/// Makes the text that an error message shows for a key of a dictionary.
///
/// A faulty program may pass a password as a key. Error messages are logged, so the text for an unknown key contains
/// only the length of the key.
enum KeyName {
  static func shown(_ key: String) -> String {
    if AttributeName(key: key) != nil || others.contains(key) { return key }
    return "a key of \(key.utf8.count) bytes"
  }

  private static let others: Set = [
    "class", "nleg", "dspk", "clip", "accc", "musr", "persistref", "rowid", "data", "v_pk", "ggrp",
    "m_Policy", "m_ItemList", "m_SearchList", "m_Issuers", "m_EmailAddressIfPresent",
    "m_SubjectContains", "m_HostOrSubdomainOfHost", "m_CaseInsensitive", "m_TrustedOnly",
    "m_ValidOnDate", "m_Limit", "m_SubjectStartsWith", "m_SubjectEndsWith",
    "m_SubjectWholeString", "m_DiacriticInsensitive", "m_WidthInsensitive", "kSecMatchLimit",
    "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef", "u_ItemList", "u_Tomb", "u_CredRef",
    "u_OpPrompt", "u_NoAuthUI", "u_AuthUI", "u_SystemKeychainAlways", "u_SystemKeychain",
    "u_SyncBubbleKeychain", "u_UserIndependentKeychain", "u_CallerName", "u_TokenRawItems",
    "u_CertWithIssuers", "u_AuthCtx", "u_Keychain", "v_Data", "v_Ref", "v_PersistentRef",
  ]
}

/// Reads the value of `kSecValueData`.
enum Secret {
  /// Returns the bytes of the value. An add also accepts a string, and stores the UTF-8 bytes of the string
  /// (compatibility: D16).
  ///
  /// - Throws: `.parameter` for a value of another type; `.dataTooLarge` for more than 64 MiB.
  static func given(
    _ value: PropertyValue?, to operation: Operation
  ) throws(KeychainError) -> [UInt8]? {
    guard let value else { return nil }
    let bytes: [UInt8]
    switch value {
    case .data(let data): bytes = data
    case .string(let text) where operation == .add: bytes = Array(text.utf8)
    default: throw KeychainError(.parameter, "kSecValueData takes data")
    }
    guard bytes.count <= Limits.secretByteCount else {
      throw KeychainError(.dataTooLarge, "a secret of \(bytes.count) bytes is too large")
    }
    return bytes
  }
}
