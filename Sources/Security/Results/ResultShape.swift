import Foundation
import Keychain
import KeychainModel

/// Turns items into what a caller asked for (secitem 3.8).
struct ResultShape {
  let returns: RequestedResults

  /// An array for every limit but one.
  let isArray: Bool

  /// The access control that an add was given: an add returns none otherwise.
  var givenAccessControl: SecAccessControl?

  /// The result of a search; nil when the single form has none.
  func result(ofSearch items: [Item]) -> AnyObject? {
    guard isArray else { return items.first.flatMap { result(of: $0, isAdd: false) } }
    guard !returns.isEmpty else { return NSArray() }
    return NSArray(array: items.compactMap { result(of: $0, isAdd: false) })
  }

  /// The result of an add: an array when it was one of a list.
  func result(ofAdd items: [Item]) -> AnyObject? {
    guard isArray else { return items.first.flatMap { result(of: $0, isAdd: true) } }
    guard !returns.isEmpty else { return nil }
    return NSArray(array: items.compactMap { result(of: $0, isAdd: true) })
  }

  private func result(of item: Item, isAdd: Bool) -> AnyObject? {
    switch returns {
    case []: return nil
    case .data:
      // An add without data gives empty data, a search no result (S36, S37).
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

  /// A search always has the access control, made from the accessibility of a plain item.
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
    // With a reference the private identifiers are not taken out (secitem 3.8).
    if let uuid = item.attributes[AttributeName("UUID")] {
      result.add(NSString("UUID"), Self.object(uuid))
    }
    if !returns.contains(.attributes) {
      result.add(NSString("persistref"), Self.data(item.identifier.bytes))
    }
  }

  /// An object that stands for an item; nil for one of keys or certificates whose data are none.
  private static func reference(to item: Item) -> NSObject? {
    switch item.itemClass {
    case .genericPassword, .internetPassword: SecKeychainItem(item.itemClass, item.identifier)
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
      // Clients read 32-bit numbers and panic on others (D25).
      Int32(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
    }
  }
}
