import Foundation
import Keychain
import KeychainModel

// From a caller's dictionaries to typed requests: every error of a dictionary is found here.

extension ItemRequest {
  /// Reads the dictionary of `SecItemAdd`.
  static func add(
    parsing query: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (ItemRequest, ResultShape, AuthenticationOptions) {
    let dictionary = try ItemDictionary(query)
    guard !dictionary.use.skipsAuthentication else { throw skippingOutsideSearch }
    let keys = try dictionary.keysToAdd()
    let schema = try dictionary.schema()
    switch dictionary.persistentReference {
    case .rowNumber, .token: throw KeychainError(.parameter, "an add takes no old reference")
    case .item, nil: break  // Only its class matters.
    }
    try dictionary.checkEntitlements(caller, schema, including: { $0.entitlement })
    let shape = ResultShape(
      returns: dictionary.returns, isArray: dictionary.use.itemList != nil,
      givenAccessControl: dictionary.accessControl)
    var requests: [AddRequest] = []
    for key in keys { requests.append(try addition(dictionary, schema, key)) }
    let request = shape.isArray ? ItemRequest.addAll(requests) : .add(requests[0])
    return (request, shape, dictionary.use.authentication)
  }

  /// The item that a dictionary describes, with a key in it if there is one.
  private static func addition(
    _ dictionary: ItemDictionary, _ schema: ItemSchema, _ key: KeyReference?
  ) throws(KeychainError) -> AddRequest {
    var attributes = try dictionary.converted(schema, .add, with: key).attributes
    try AccessRules.apply(dictionary.accessControl, to: &attributes)
    if dictionary.accessControl?.hasOperations == true, attributes.isSynchronizable {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
    try AccessRules.checkSynchronizable(attributes)
    guard attributes[.tokenID] == nil else { throw noToken }
    return AddRequest(
      schema.itemClass, attributes: attributes,
      secret: try Secret.given(dictionary.data, to: .add) ?? key?.data,
      contents: dictionary.returns.contents(of: schema.itemClass))
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
    var limit: Int? = 1
    switch dictionary.match.limit {
    case .all: limit = nil
    case .count(let count): limit = count
    case nil: break
    }
    let request = SearchRequest(
      parsed, contents: dictionary.returns.contents(of: schema.itemClass), limit: limit,
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
  /// else brings all attributes with it (secitem 3.8). A key is made of its item.
  func contents(of itemClass: ItemClass) -> ItemContents {
    var contents: ItemContents = []
    if itemClass == .key, contains(.reference) { contents = [.attributes, .secret] }
    if contains(.data) { contents.insert(.secret) }
    if contains(.attributes) || (contains(.reference) && self != .reference) {
      contents.insert(.attributes)
    }
    return contents
  }
}

extension ItemDictionary {
  /// The keys that an add stores: that of `kSecValueRef` or those of `kSecUseItemList`; a nil where
  /// the dictionary has none, and describes its item alone.
  ///
  /// - Throws: `.parameter` for a reference to an item that is there, and for a list with one in it, an
  ///   empty one, or one beside a reference or data (D7).
  func keysToAdd() throws(KeychainError) -> [KeyReference?] {
    guard let list = use.itemList else {
      guard let reference else { return [nil] }
      return [try Self.key(of: reference)]
    }
    guard !list.isEmpty, reference == nil, data == nil else {
      throw KeychainError(.parameter, "kSecUseItemList takes keys, and nothing beside them")
    }
    var keys: [KeyReference?] = []
    for member in list { keys.append(try Self.key(of: member)) }
    return keys
  }

  private static func key(of reference: ItemReference) throws(KeychainError) -> KeyReference {
    guard case .key(let key) = reference else {
      throw KeychainError(.parameter, "password items are added by their attributes")
    }
    return key
  }
}

extension AttributeSet {
  var isSynchronizable: Bool { self[.synchronizable] == .number(1) }
}
