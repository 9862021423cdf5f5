import Foundation
import Keychain
import KeychainModel

/// Converts items to the results that a caller requested (specification: secitem 3.8).
struct ResultShape {
  let returns: RequestedResults

  /// Whether the result is an array. The result of a search is an array unless the limit is 1.
  let isArray: Bool

  /// The access control object in the dictionary of an add. The result of an add contains no access control if this
  /// value is nil.
  var givenAccessControl: SecAccessControl?

  /// Returns the result of a search. Returns nil if the limit of the search is 1, and the item has nothing that the
  /// caller requested.
  ///
  /// - Throws: `.dataNotAvailable` if the caller requested the data of private keys that stay in the service, and the result
  ///   would contain nothing else. The array of several results leaves out these data.
  func result(ofSearch items: [Item]) throws(KeychainError) -> AnyObject? {
    guard isArray else {
      if returns.contains(.data), items.first?.privateKey != nil { throw RemotePrivateKey.unavailable }
      return items.first.flatMap { result(of: $0, isAdd: false) }
    }
    guard !returns.isEmpty else { return NSArray() }
    let results = items.compactMap { result(of: $0, isAdd: false) }
    if results.isEmpty, items.contains(where: { $0.privateKey != nil }) { throw RemotePrivateKey.unavailable }
    return NSArray(array: results)
  }

  /// Returns the result of an add. The result is an array if the dictionary contained `kSecUseItemList`.
  func result(ofAdd items: [Item]) -> AnyObject? {
    guard isArray else { return items.first.flatMap { result(of: $0, isAdd: true) } }
    guard !returns.isEmpty else { return nil }
    return NSArray(array: items.compactMap { result(of: $0, isAdd: true) })
  }

  private func result(of item: Item, isAdd: Bool) -> AnyObject? {
    switch returns {
    case []: return nil
    case .data:
      // If the item has no data, an add returns empty data, and a search returns no result (specification: surprise
      // S36, S37).
      guard let secret = item.secret else { return isAdd ? NSData() : nil }
      return Self.data(secret)
    case .persistentReference: return Self.data(item.persistentReference)
    case .reference: return Self.reference(to: item)
    default: return dictionary(of: item, isAdd: isAdd)
    }
  }

  private func dictionary(of item: Item, isAdd: Bool) -> NSDictionary {
    var result = DictionaryBuilder(capacity: item.attributes.entries.count + 6)
    let schema = ItemSchema.of(item.itemClass)
    let showsAll = returns.contains(.attributes) || returns.contains(.reference)
    for (name, value) in item.attributes.entries {
      guard let attribute = schema[name] else { continue }
      let isShown =
        attribute.traits.contains(.secret)
        ? returns.contains(.data)
        : showsAll
          && attribute.traits.contains(isAdd ? .returnedByAdd : .returnedBySearch)
      guard isShown, name != .accessControl else { continue }
      result.add(ResultKeys.key(of: attribute), Self.object(value))
    }
    if showsAll {
      addProtection(of: item, isAdd: isAdd, to: &result)
      if let certificate = item.certificate {
        result.add(ResultKeys.certificateData, Self.data(certificate))
      }
    }
    if returns.contains(.reference) { addReference(of: item, isAdd: isAdd, to: &result) }
    if returns.contains(.data), let secret = item.secret {
      result.add(ResultKeys.data, Self.data(secret))
    }
    if returns.contains(.persistentReference) {
      result.add(ResultKeys.persistentReference, Self.data(item.persistentReference))
    }
    return result.dictionary()
  }

  /// Adds an access control object to a result. The result of an add contains the object that the caller gave. The
  /// result of a search always contains an object. If the item has no access control, the function makes the object
  /// from the item's accessibility.
  private func addProtection(
    of item: Item, isAdd: Bool, to result: inout DictionaryBuilder
  ) {
    if isAdd {
      if let givenAccessControl { result.add(ResultKeys.accessControl, givenAccessControl) }
      return
    }
    guard let protection = item.attributes[.accessible]?.text else { return }
    result.add(
      ResultKeys.accessControl,
      SecAccessControl(
        protection: protection, hasOperations: item.attributes[.accessControl] != nil,
        constraints: AccessConstraints(of: item.attributes)))
  }

  private func addReference(
    of item: Item, isAdd: Bool, to result: inout DictionaryBuilder
  ) {
    result.add(ResultKeys.itemClass, NSString(string: item.itemClass.rawValue))
    if let reference = Self.reference(to: item) { result.add(ResultKeys.reference, reference) }
    guard !isAdd else { return }
    // A result with a reference also contains identifiers that are SPI on Apple's platforms (specification: secitem
    // 3.8).
    if let uuid = item.attributes[AttributeName("UUID")] {
      result.add(NSString("UUID"), Self.object(uuid))
    }
    if !returns.contains(.attributes) {
      result.add(NSString("persistref"), Self.data(item.identifier.bytes))
    }
  }

  /// Returns an object that represents an item. Returns nil if the data of a key or certificate item cannot be read.
  private static func reference(to item: Item) -> NSObject? {
    switch item.itemClass {
    case .genericPassword, .internetPassword: SecKeychainItem(item.itemClass, item.identifier, in: item.keychain)
    case .key: SecKey(of: item)
    case .certificate: SecCertificate(of: item)
    case .identity: SecIdentity(of: item)
    }
  }

  private static func data(_ bytes: [UInt8]) -> NSData { Data(bytes) as NSData }

  private static func object(_ value: AttributeValue) -> NSObject {
    switch value {
    case .string(let text): NSString(string: text)
    case .data(let bytes): data(bytes)
    case .date(let date): NSDate(timeIntervalSinceReferenceDate: date)
    case .number(let number):
      // Programs expect 32-bit numbers, and fail if the type of a number has another size (compatibility: D25).
      Int32(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
    }
  }
}

/// Collects the entries of a result dictionary, and makes the dictionary in one step.
struct DictionaryBuilder {
  private var keys: [NSObject] = []
  private var values: [AnyObject] = []

  init(capacity: Int) {
    keys.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  /// Adds an entry. The key must be new.
  mutating func add(_ key: NSString, _ value: AnyObject) {
    keys.append(key)
    values.append(value)
  }

  /// Makes the dictionary. The class of the dictionary is `NSDictionary`, because the cast of a subclass with
  /// `as? [String: Any]` gives an empty dictionary.
  ///
  /// The function passes pointers to the elements, because the initializer that takes arrays spends time on a cast of
  /// each element.
  func dictionary() -> NSDictionary {
    keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in
        // An empty array may have no memory.
        guard let key = keys.baseAddress, let value = values.baseAddress else {
          return NSDictionary()
        }
        return NSDictionary(objects: value, forKeys: key, count: keys.count)
      }
    }
  }
}

/// The keys of result dictionaries. The string objects are made once, because a new string object for each key of each
/// item would take more time than the rest of the dictionary.
enum ResultKeys {
  // `nonisolated(unsafe)` is safe here: the strings are immutable objects.
  nonisolated(unsafe) static let data = NSString("v_Data")
  nonisolated(unsafe) static let reference = NSString("v_Ref")
  nonisolated(unsafe) static let persistentReference = NSString("v_PersistentRef")
  nonisolated(unsafe) static let itemClass = NSString("class")
  /// The key of a certificate's data in the result for an identity. The data of the private key are under `v_Data`
  /// (specification: secitem 2.7).
  nonisolated(unsafe) static let certificateData = NSString("certdata")
  nonisolated(unsafe) static let accessControl = NSString("accc")

  nonisolated(unsafe) private static let keys: [NSString] = {
    var keys = [NSString](repeating: "", count: 256)
    for itemClass in ItemClass.allCases {
      for attribute in ItemSchema.of(itemClass).attributes {
        keys[Int(attribute.number)] = NSString(string: attribute.name.key)
      }
    }
    return keys
  }()

  static func key(of attribute: Attribute) -> NSString { keys[Int(attribute.number)] }
}

/// The results that a dictionary requests.
struct RequestedResults: OptionSet {
  let rawValue: UInt8

  static let data = RequestedResults(rawValue: 1 << 0)
  static let attributes = RequestedResults(rawValue: 1 << 1)
  static let reference = RequestedResults(rawValue: 1 << 2)
  static let persistentReference = RequestedResults(rawValue: 1 << 3)
}
