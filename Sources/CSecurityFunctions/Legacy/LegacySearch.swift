import Foundation
import KeychainModel
import Security

/// The state of a search for passwords: the references that the search has not returned yet.
///
/// `@unchecked Sendable` is safe: the class is final, and a mutex protects its state.
final class LegacySearch: NSObject, @unchecked Sendable {
  private let remaining: ForkSafeMutex<[SecKeychainItem]>

  init(_ items: [SecKeychainItem]) { remaining = ForkSafeMutex(items.reversed()) }

  func next() -> SecKeychainItem? { remaining.withLock { $0.popLast() } }

  override var description: String { "<SecKeychainSearchRef>" }
}

extension LegacySearch: Boxed {
  static var kind: CFObjectKind { .keychainSearch }
}

/// The C function `SecKeychainSearchGetTypeID`.
@_cdecl("SecKeychainSearchGetTypeID")
public func secKeychainSearchGetTypeID() -> UInt { Box.typeIdentifier(.keychainSearch) }

/// The C function `SecKeychainSearchCreateFromAttributes`.
@_cdecl("SecKeychainSearchCreateFromAttributes")
public func secKeychainSearchCreateFromAttributes(
  _ keychains: UnsafeRawPointer?, _ itemClass: UInt32, _ attributes: UnsafeRawPointer?,
  _ search: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  search?.pointee = nil
  return CCall.run {
    guard let search else { return errSecParam }
    let code = itemClass
    guard let itemClass = ItemArgument.itemClass(code) else { return errSecNoSuchClass }
    let query = NSMutableDictionary()
    if let refusal = KeychainArgument.limit(query, to: keychains) {
      guard refusal == errSecItemNotFound else { return refusal }
      search.pointee = Box.make(LegacySearch([]))
      return errSecSuccess
    }
    let status = AttributeList.read(attributes, of: code, into: query)
    guard status == errSecSuccess else { return status }
    query[kSecClass] = itemClass
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecReturnRef] = kCFBooleanTrue
    var found: CFTypeRef?
    let outcome = SecItemCopyMatching(query, &found)
    // If no item matches, this function still succeeds. The search object is then empty.
    guard outcome == errSecSuccess || outcome == errSecItemNotFound else { return outcome }
    let list = found as? NSArray ?? NSArray()
    let items = (0..<list.count).compactMap { list.object(at: $0) as? SecKeychainItem }
    search.pointee = Box.make(LegacySearch(items))
    return errSecSuccess
  }
}

/// The C function `SecKeychainSearchCopyNext`.
@_cdecl("SecKeychainSearchCopyNext")
public func secKeychainSearchCopyNext(
  _ search: UnsafeRawPointer?, _ item: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  item?.pointee = nil
  return CCall.run {
    guard let search = Box.object(search, as: LegacySearch.self), let item else {
      return errSecParam
    }
    guard let next = search.next() else { return errSecItemNotFound }
    item.pointee = Box.make(next)
    return errSecSuccess
  }
}
