import Keychain
import KeychainModel

/// Checks the entitlements that attributes of items need. The library of the client checks them too, but a client can send
/// every request.
enum EntitlementCheck {
  /// - Throws: `.missingEntitlement` when the manifest of the client lacks an entitlement that the request needs.
  static func require(_ caller: Caller, for request: Request) throws(KeychainError) {
    switch request {
    case .items(let request, _): try require(caller, for: request)
    case .candidates(let request, _): try require(caller, forQuery: request.query)
    case .duplicates(let batch), .begin(.batch(let batch)): try require(caller, forAdds: batch.additions)
    case .begin(.add(let requests, _, _)): try require(caller, forAdds: requests)
    default: break
    }
  }

  private static func require(_ caller: Caller, for request: ItemRequest) throws(KeychainError) {
    switch request {
    case .add(let request): try require(caller, forAdds: [request])
    case .addAll(let requests, _): try require(caller, forAdds: requests)
    case .addIdentities(let requests):
      for request in requests { try require(caller, forAdds: [request.certificate, request.key]) }
    case .search(let request): try require(caller, forQuery: request.query)
    case .delete(let request): try require(caller, forQuery: request.query)
    case .update(let request):
      try require(caller, forQuery: request.query)
      // An update needs this entitlement only if its query has the attribute (specification: surprise S83).
      if request.query.attributes[.systemBound] != nil {
        try require(caller, [.systemBound], of: request.query.itemClass)
      }
      try require(caller, request.changes.names.filter { $0 != .systemBound }, of: request.query.itemClass)
    }
  }

  private static func require(_ caller: Caller, forAdds requests: [AddRequest]) throws(KeychainError) {
    for request in requests { try require(caller, request.attributes.names, of: request.itemClass) }
  }

  /// A search needs an entitlement only for a sharing group.
  private static func require(_ caller: Caller, forQuery query: ItemQuery) throws(KeychainError) {
    guard query.attributes[.sharingGroup] != nil else { return }
    try require(caller, [.sharingGroup], of: query.itemClass)
  }

  private static func require(
    _ caller: Caller, _ names: [AttributeName], of itemClass: ItemClass
  ) throws(KeychainError) {
    // Each half of an identity has its own attributes.
    let classes: [ItemClass] = itemClass == .identity ? [.certificate, .key] : [itemClass]
    for name in names {
      for itemClass in classes {
        guard let needed = ItemSchema.of(itemClass)[name]?.entitlement else { continue }
        guard caller.entitlements.contains(needed) else {
          throw KeychainError(.missingEntitlement, "an attribute of the request needs the entitlement \(needed)")
        }
      }
    }
  }
}
