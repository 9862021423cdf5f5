import Foundation
import Keychain
import KeychainModel

/// The second dictionary of `SecItemUpdate`. Every key names an attribute, regardless of the length of the key
/// (specification: secitem 3.6.2).
struct UpdateValues {
  private(set) var attributes = AttributeSet()
  private(set) var secret: [UInt8]?
  private var accessControl: SecAccessControl?

  init(
    _ dictionary: NSDictionary, _ schema: ItemSchema, _ caller: Caller
  ) throws(KeychainError) {
    if dictionary["u_AuthCtx"] != nil, dictionary["u_CredRef"] != nil {
      throw KeychainError(.parameter, "a context and a credential exclude each other")
    }
    try Self.checkKeyCount(dictionary, schema)
    try dictionary.forEachEntry { (key, value) throws(KeychainError) in
      guard let key = PropertyValue.text(key) else {
        throw KeychainError(.parameter, "the keys of the new values must be strings")
      }
      try read(key, value, schema, caller)
    }
    try AccessControlRules.apply(accessControl, to: &attributes)
    if accessControl?.hasOperations == true, attributes.isSynchronizable {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
  }

  private mutating func read(
    _ key: String, _ value: Any, _ schema: ItemSchema, _ caller: Caller
  ) throws(KeychainError) {
    switch key {
    case "class": try Self.checkClass(value, schema)
    case "accc":
      guard let control = value as? SecAccessControl else {
        throw KeychainError(.parameter, "kSecAttrAccessControl takes a SecAccessControl")
      }
      accessControl = control
    case "v_Ref":
      guard try ItemReference(object: value) != nil else {
        throw ItemDictionary.noReference
      }
      throw KeychainError(.noSuchAttribute, "an item reference is no new value")
    case "v_Data" where schema.itemClass == .identity:
      throw KeychainError(.parameter, "the halves of an identity do not hold the same data")
    case "v_Data":
      secret = try Secret.given(try ItemDictionary.property(key, value), to: .update)
    case "musr", "persistref", "nleg":
      _ = try ItemDictionary.property(key, value)
    case "rowid", "data", "v_pk", "u_Tomb", "clip", "ggrp":
      throw KeychainError(.parameter, "\(key) cannot be updated")
    case "u_AuthCtx":
      throw KeychainError(.noSuchAttribute, "\(KeyName.shown(key)) is no attribute")
    default:
      try readAttribute(key, value, schema, caller)
    }
  }

  private mutating func readAttribute(
    _ key: String, _ value: Any, _ schema: ItemSchema, _ caller: Caller
  ) throws(KeychainError) {
    guard let name = AttributeName(key: key), let attribute = schema[name] else {
      throw KeychainError(.noSuchAttribute, "\(KeyName.shown(key)) is no attribute of the class")
    }
    var property = try ItemDictionary.property(key, value)
    if schema.itemClass == .identity { try ItemSchema.checkHalves(name) }
    if name == .issuer { property = try ItemDictionary.issuer(property) }
    if name == .accessGroup { try ItemDictionary.checkGroup(property, .update) }
    // `kSecAttrSynchronizableAny` selects items in a query. As a new value, it changes nothing.
    if name == .synchronizable, case .string("syna") = property { return }
    if let entitlement = attribute.entitlement, name != .systemBound {
      try caller.checkEntitlement(entitlement, for: key)
    }
    let converted = try attribute.kind.convert(property, for: name)
    guard name != .tokenID else { throw ItemRequest.noToken }
    if attribute.traits.contains(.settableByUpdate) { attributes[name] = converted }
  }

  private static func checkKeyCount(
    _ dictionary: NSDictionary, _ schema: ItemSchema
  ) throws(KeychainError) {
    // The limit on the number of keys counts the attributes of the class and the keys that are not attributes. A small
    // dictionary cannot exceed the limit, so this code returns before it counts the keys.
    guard dictionary.count > Limits.queryKeyCount - schema.attributeCount else { return }
    let others = dictionary.allKeys.filter { key in
      (key as? String).flatMap(AttributeName.init(key:)).flatMap { schema[$0] } == nil
    }
    guard schema.attributeCount + others.count <= Limits.queryKeyCount else {
      throw KeychainError(.parameter, "the dictionary has too many keys")
    }
  }

  /// Accepts `kSecClass` only with the class of the query (compatibility: D17).
  private static func checkClass(_ value: Any, _ schema: ItemSchema) throws(KeychainError) {
    guard (value as? String) == schema.itemClass.rawValue else {
      throw KeychainError(.noSuchAttribute, "the class of an item cannot be updated")
    }
  }
}
