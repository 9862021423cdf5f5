import Foundation
import KeychainModel
import Security

/// The state of a search for identities: the identities that the search has not returned yet.
///
/// `@unchecked Sendable` is safe: the class is final, and a mutex protects its state.
final class IdentitySearchState: NSObject, @unchecked Sendable {
  private let remaining: ForkSafeMutex<[SecIdentity]>

  init(_ identities: [SecIdentity]) { remaining = ForkSafeMutex(identities.reversed()) }

  func next() -> SecIdentity? { remaining.withLock { $0.popLast() } }

  override var description: String { "<SecIdentitySearchRef>" }
}

extension IdentitySearchState: Boxed {
  static var kind: CFObjectKind { .identitySearch }
}

/// The C function `SecIdentitySearchGetTypeID`.
@_cdecl("SecIdentitySearchGetTypeID")
public func secIdentitySearchGetTypeID() -> UInt { Box.typeIdentifier(.identitySearch) }

/// The C function `SecIdentitySearchCreate`.
@_cdecl("SecIdentitySearchCreate")
public func secIdentitySearchCreate(
  _ keychains: UnsafeRawPointer?, _ usage: UInt32,
  _ search: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  search?.pointee = nil
  return CCall.run {
    guard let search, let request = LegacyKeyRequest(usage, 0) else { return errSecParam }
    let query = NSMutableDictionary()
    if let refusal = KeychainArgument.limit(query, to: keychains) {
      // An empty array of keychains contains no items.
      guard refusal == errSecItemNotFound else { return refusal }
      search.pointee = Box.make(IdentitySearchState([]))
      return errSecSuccess
    }
    query[kSecClass] = kSecClassIdentity
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecReturnRef] = kCFBooleanTrue
    for (name, value) in request.query() { query[name] = value }
    var found: CFTypeRef?
    let outcome = SecItemCopyMatching(query, &found)
    // If no identity matches, `search` receives an object that returns no identities.
    guard outcome == errSecSuccess || outcome == errSecItemNotFound else { return outcome }
    let list = found as? NSArray ?? NSArray()
    let identities = (0..<list.count).compactMap { list.object(at: $0) as? SecIdentity }
    search.pointee = Box.make(IdentitySearchState(identities))
    return errSecSuccess
  }
}

/// The C function `SecIdentitySearchCopyNext`.
@_cdecl("SecIdentitySearchCopyNext")
public func secIdentitySearchCopyNext(
  _ search: UnsafeRawPointer?, _ identity: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  identity?.pointee = nil
  return CCall.run {
    guard let search = Box.object(search, as: IdentitySearchState.self), let identity else {
      return errSecParam
    }
    guard let next = search.next() else { return errSecItemNotFound }
    identity.pointee = Box.make(next)
    return errSecSuccess
  }
}
