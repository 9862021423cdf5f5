import Foundation
import Keychain
import KeychainModel

// This file converts the dictionaries of callers to typed requests. The conversion finds all errors in a dictionary.

extension ItemRequest {
  /// Reads the dictionary of `SecItemAdd`.
  static func add(
    parsing query: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (ItemRequest, ResultShape, AuthenticationOptions) {
    let dictionary = try ItemDictionary(query)
    guard !dictionary.use.skipsAuthentication else { throw skippingOutsideSearch }
    let objects = try dictionary.objectsToAdd()
    let schema = try dictionary.schema()
    switch dictionary.persistentReference {
    case .rowNumber, .token: throw KeychainError(.parameter, "an add takes no old reference")
    case .item, nil: break  // The add uses only the class of the reference.
    }
    try dictionary.checkEntitlements(caller, schema, including: { $0.entitlement })
    let shape = ResultShape(
      returns: dictionary.returns, isArray: dictionary.use.itemList != nil,
      givenAccessControl: dictionary.accessControl)
    if schema.itemClass == .identity {
      let request = try identities(objects, dictionary)
      return (request, shape, dictionary.options(.add))
    }
    var requests: [AddRequest] = []
    for object in objects { requests.append(try addition(dictionary, schema, object)) }
    let request = shape.isArray ? ItemRequest.addAll(requests) : .add(requests[0])
    return (request, shape, dictionary.options(.add))
  }

  /// Makes a request that adds identities. Each half of an identity gets the attributes of the dictionary.
  private static func identities(
    _ objects: [(any ReferencedObject)?], _ dictionary: ItemDictionary
  ) throws(KeychainError) -> ItemRequest {
    let contents = dictionary.returns.contents(of: .identity)
    var requests: [IdentityAddRequest] = []
    for object in objects {
      guard let identity = object as? IdentityReference else {
        // The service refuses this request, because identities have no table (specification: secitem 3.7). This code
        // does not refuse the request, because other errors in the dictionary are reported first.
        return .add(try addition(dictionary, .identity, object))
      }
      guard dictionary.data == nil else {
        throw KeychainError(.parameter, "an identity takes no data: its halves have their own")
      }
      var certificate = try addition(dictionary, .certificate, identity.certificate)
      var key = try addition(dictionary, .key, identity.key)
      certificate.contents = contents.isEmpty ? [] : [.attributes, .secret]
      key.contents = certificate.contents
      requests.append(
        IdentityAddRequest(certificate: certificate, key: key, contents: contents))
    }
    return .addIdentities(requests)
  }

  /// Makes the request to add the item that a dictionary and its optional object describe. A certificate in
  /// `kSecValueData` supplies the same attributes as a certificate object, except for the label.
  private static func addition(
    _ dictionary: ItemDictionary, _ schema: ItemSchema, _ object: (any ReferencedObject)?
  ) throws(KeychainError) -> AddRequest {
    var derived = object?.attributes(for: .add) ?? []
    if object == nil, schema.itemClass == .certificate {
      derived = try CertificateReference(data: dictionary.data)?.unlabelled ?? []
    }
    var attributes = try dictionary.converted(schema, .add, with: derived).attributes
    try AccessControlRules.apply(dictionary.accessControl, to: &attributes)
    if dictionary.accessControl?.hasOperations == true, attributes.isSynchronizable {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
    guard attributes[.tokenID] == nil else { throw noToken }
    var request = AddRequest(
      schema.itemClass, attributes: attributes, secret: try Secret.given(dictionary.data, to: .add),
      contents: dictionary.returns.contents(of: schema.itemClass))
    guard request.secret == nil, let object else { return request }
    request.copiedKey = object.copiedKey
    if request.copiedKey == nil { request.secret = try object.data() }
    return request
  }

  /// Reads the dictionary of `SecItemCopyMatching`.
  static func search(
    parsing query: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (SearchRequest, ResultShape, AuthenticationOptions, CertificateEvaluation?) {
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
    return (request, shape, dictionary.options(.search), dictionary.evaluation(schema))
  }

  /// Reads both dictionaries of `SecItemUpdate`.
  static func update(
    parsing query: NSDictionary, _ values: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (UpdateRequest, AuthenticationOptions, CertificateEvaluation?) {
    let dictionary = try ItemDictionary(query)
    guard !dictionary.use.skipsAuthentication else { throw skippingOutsideSearch }
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
    return (request, dictionary.options(.update), dictionary.evaluation(schema))
  }

  /// Reads the dictionary of `SecItemDelete`.
  static func delete(
    parsing query: NSDictionary, as caller: Caller
  ) throws(KeychainError) -> (DeleteRequest, AuthenticationOptions, CertificateEvaluation?) {
    let dictionary = try ItemDictionary(query)
    guard !dictionary.use.skipsAuthentication else { throw skippingOutsideSearch }
    let schema = try dictionary.schema()
    try dictionary.checkChange(.delete)
    let parsed = try dictionary.query(schema, .delete, caller)
    let request = DeleteRequest(parsed, leavesTombstones: dictionary.use.leavesTombstones)
    return (request, dictionary.options(.delete), dictionary.evaluation(schema))
  }

  static var skippingOutsideSearch: KeychainError {
    KeychainError(.parameter, "kSecUseAuthenticationUISkip is for searches")
  }

  /// Latchkey supports no tokens. The error is the same as on a device from which the token was removed.
  static var noToken: KeychainError {
    KeychainError(.itemNotFound, "the token that kSecAttrTokenID names is not present")
  }
}

extension RequestedResults {
  /// Returns the parts of an item that the service must read for the requested results. If the dictionary requests a
  /// reference together with other results, the result contains all attributes, too (specification: secitem 3.8). A key
  /// object is made from the attributes and the data of its item, and a certificate object from the data.
  func contents(of itemClass: ItemClass) -> ItemContents {
    // `ItemContents(rawValue: 0)` is faster than `[]`, which calls a generic function of the standard library.
    var contents = ItemContents(rawValue: 0)
    if contains(.reference) {
      switch itemClass {
      case .key: contents = [.attributes, .secret]
      case .certificate: contents = .secret
      case .identity: contents = [.attributes, .secret, .certificate]
      case .genericPassword, .internetPassword: break
      }
    }
    if contains(.data) { contents.insert(.secret) }
    if contains(.attributes) || (contains(.reference) && self != .reference) {
      contents.insert(.attributes)
      if itemClass == .identity { contents.insert(.certificate) }
    }
    return contents
  }
}

extension ItemDictionary {
  /// Returns the objects that an add stores: the object of `kSecValueRef`, or the objects of `kSecUseItemList`. If the
  /// dictionary contains no object, returns an array with one nil.
  ///
  /// - Throws: `.parameter` if `kSecValueRef` or a list contains a reference to an existing item. `.parameter` if the
  ///   list is empty. `.parameter` if the dictionary contains a list together with `kSecValueRef` or `kSecValueData`
  ///   (compatibility: D7).
  func objectsToAdd() throws(KeychainError) -> [(any ReferencedObject)?] {
    guard let list = use.itemList else {
      guard let reference else { return [nil] }
      return [try Self.object(of: reference)]
    }
    guard !list.isEmpty, reference == nil, data == nil else {
      throw KeychainError(
        .parameter,
        "kSecUseItemList takes certificates, keys or identities, and nothing beside them")
    }
    var objects: [(any ReferencedObject)?] = []
    for member in list { objects.append(try Self.object(of: member)) }
    return objects
  }

  private static func object(
    of reference: ItemReference
  ) throws(KeychainError) -> any ReferencedObject {
    guard case .object(let object) = reference else {
      throw KeychainError(.parameter, "password items are added by their attributes")
    }
    return object
  }
}

extension AttributeSet {
  var isSynchronizable: Bool { self[.synchronizable] == .number(1) }
}

/// Rules on the combination of accessibility and access control.
enum AccessControlRules {
  /// Adds an access control to attributes. The protection of the access control becomes the accessibility. If the
  /// access control has an operations dictionary, the function stores the constraints of the access control in the
  /// attribute `accessControl`.
  ///
  /// - Throws: `.parameter` in these cases (specification: secitem 3.1):
  ///   - The protection is a dictionary.
  ///   - The attributes already contain another accessibility.
  ///   - The attributes already contain any accessibility, and the access control has an operations dictionary.
  static func apply(
    _ control: SecAccessControl?, to attributes: inout AttributeSet
  ) throws(KeychainError) {
    guard let control else { return }
    guard let protection = control.protection else {
      throw KeychainError(
        .parameter, "no item can be stored under a protection that is a dictionary")
    }
    if let given = attributes[.accessible] {
      guard !control.hasOperations, given == .string(protection) else {
        throw KeychainError(
          .parameter, "kSecAttrAccessible and kSecAttrAccessControl contradict each other")
      }
    }
    attributes[.accessible] = .string(protection)
    if control.hasOperations {
      attributes[.accessControl] = .number(Int64(bitPattern: control.constraints.rawValue))
    }
  }
}

extension RequestedResults {
  /// Reads a `kSecReturn…` key. The value is a Boolean, or the number 0 or 1 (compatibility: D15).
  ///
  /// - Throws: `.parameter` for an unknown key or another value.
  mutating func read(_ key: String, _ value: Any) throws(KeychainError) {
    let result: RequestedResults? =
      switch key {
      case "r_Data": .data
      case "r_Attributes": .attributes
      case "r_Ref": .reference
      case "r_PersistentRef": .persistentReference
      default: nil
      }
    guard let result else {
      throw KeychainError(.parameter, "\(KeyName.shown(key)) is no return key")
    }
    switch try ItemDictionary.property(key, value) {
    case .boolean(true), .number(1): insert(result)
    case .boolean(false), .number(0): break
    default: throw KeychainError(.parameter, "\(key) takes a Boolean")
    }
  }
}
