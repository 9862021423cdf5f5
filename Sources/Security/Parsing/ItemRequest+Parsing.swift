import Foundation
import Keychain
import KeychainModel

// From a caller's dictionaries to typed requests: every error of a dictionary is found here.

extension ItemRequest {
  /// Reads the dictionary of `SecItemAdd`.
  static func add(
    parsing query: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (AddRequest, ResultShape, AuthenticationOptions) {
    let dictionary = try ItemDictionary(query)
    guard !dictionary.use.skipsAuthentication else { throw skippingOutsideSearch }
    guard dictionary.use.itemList == nil, dictionary.reference == nil else {
      throw KeychainError(.parameter, "password items are added by their attributes")
    }
    let schema = try dictionary.schema()
    switch dictionary.persistentReference {
    case .rowNumber, .token: throw KeychainError(.parameter, "an add takes no old reference")
    case .item, nil: break  // Only its class matters.
    }
    try dictionary.checkEntitlements(caller, schema, including: { $0.entitlement })
    var attributes = try dictionary.converted(schema, .add).attributes
    try AccessRules.apply(dictionary.accessControl, to: &attributes)
    if dictionary.accessControl?.hasOperations == true, attributes.isSynchronizable {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
    try AccessRules.checkSynchronizable(attributes)
    guard attributes[.tokenID] == nil else { throw noToken }
    try dictionary.checkReturns(schema)
    let request = AddRequest(
      schema.itemClass, attributes: attributes, secret: try Secret.given(dictionary.data, to: .add),
      contents: dictionary.returns.contents)
    let shape = ResultShape(
      returns: dictionary.returns, isArray: false,
      givenAccessControl: dictionary.accessControl)
    return (request, shape, dictionary.use.authentication)
  }

  /// Reads the dictionary of `SecItemCopyMatching`.
  static func search(
    parsing query: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (SearchRequest, ResultShape, AuthenticationOptions) {
    let dictionary = try ItemDictionary(query)
    let schema = try dictionary.schema()
    let parsed = try dictionary.query(schema, .search, caller)
    if case .item? = dictionary.persistentReference, dictionary.filtersByAttributes {
      throw KeychainError(.parameter, "a search by persistent reference takes no attributes")
    }
    try dictionary.checkReturns(schema)
    var limit: Int? = 1
    switch dictionary.match.limit {
    case .all: limit = nil
    case .count(let count): limit = count
    case nil: break
    }
    let request = SearchRequest(
      parsed, contents: dictionary.returns.contents, limit: limit,
      skipsGuarded: dictionary.use.skipsAuthentication)
    let shape = ResultShape(returns: dictionary.returns, isArray: limit != 1)
    return (request, shape, dictionary.use.authentication)
  }

  /// Reads both dictionaries of `SecItemUpdate`.
  static func update(
    parsing query: NSDictionary, _ values: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (UpdateRequest, AuthenticationOptions) {
    let dictionary = try ItemDictionary(query)
    guard !dictionary.use.skipsAuthentication else { throw skippingOutsideSearch }
    guard dictionary.use.itemList == nil else {
      throw KeychainError(.parameter, "kSecUseItemList does not go with an update")
    }
    guard dictionary.returns.isEmpty else {
      throw KeychainError(.parameter, "an update returns nothing")
    }
    let schema = try dictionary.schema()
    try dictionary.checkChange(.update)
    let parsed = try dictionary.query(schema, .update, caller)
    let changes = try UpdateValues(values, schema, caller)
    let request = UpdateRequest(
      parsed, changes: changes.attributes, secret: changes.secret,
      leavesTombstones: dictionary.use.leavesTombstones)
    return (request, dictionary.use.authentication)
  }

  /// Reads the dictionary of `SecItemDelete`.
  static func delete(
    parsing query: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> DeleteRequest {
    let dictionary = try ItemDictionary(query)
    guard !dictionary.use.skipsAuthentication else { throw skippingOutsideSearch }
    let schema = try dictionary.schema()
    try dictionary.checkChange(.delete)
    let parsed = try dictionary.query(schema, .delete, caller)
    return DeleteRequest(parsed, leavesTombstones: dictionary.use.leavesTombstones)
  }

  static var skippingOutsideSearch: KeychainError {
    KeychainError(.parameter, "kSecUseAuthenticationUISkip is for searches")
  }

  /// No token is ever present here, as on a device whose token was taken out.
  static var noToken: KeychainError {
    KeychainError(.itemNotFound, "the token that kSecAttrTokenID names is not present")
  }
}

extension RequestedResults {
  /// What the service must read for the results that are asked for. A reference beside anything
  /// else brings all attributes with it (secitem 3.8).
  var contents: ItemContents {
    var contents: ItemContents = []
    if contains(.data) { contents.insert(.secret) }
    if contains(.attributes) || (contains(.reference) && self != .reference) {
      contents.insert(.attributes)
    }
    return contents
  }
}

extension AttributeSet {
  var isSynchronizable: Bool { self[.synchronizable] == .number(1) }
}
