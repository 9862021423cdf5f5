import KeychainModel
import KeychainStore
import Vault

/// Performs a search for identities.
final class IdentitySearch {
  let request: SearchRequest
  let caller: Caller
  private var memory: MemoryMeter

  /// - Parameter memory: Counts the bytes of the found items; nil when they are not counted.
  init(request: SearchRequest, caller: Caller, _ memory: MemoryClaim? = nil) {
    self.request = request
    self.caller = caller
    self.memory = MemoryMeter(memory)
  }

  /// - Throws: The errors of `ItemSearch.run`.
  func run(_ session: ItemSession) throws(KeychainError) -> [Item] {
    let query = request.query
    let group = query.attributes[.accessGroup]?.text
    let groups =
      request.isForChange
      ? try caller.groupsToChange(named: group, namesItems: query.namesItems) : try caller.groupsToSearch(named: group)
    let first = request.isForChange ? groups : try caller.groupsToSearchInOrder(named: group).first
    guard request.limit != 0 else { throw ItemSearch.notFound }
    var items: [Item] = []
    var found: Set<IdentityRows.Identifiers> = []
    try session.connection.read { () throws(KeychainError) in
      // The certificate and the key of an identity may be in different groups, so the second round searches all groups.
      for scope in first == groups ? [groups] : [first, groups].compactMap(\.self)
      where items.count != request.limit {
        let join = IdentityJoin(
          query: query, groups: scope, issuerGroups: try caller.groupsToSearch(named: nil),
          session: session, changesItems: request.isForChange, passesLocked: request.isForChange,
          skipsGuarded: request.skipsGuarded, passesGuarded: request.namesGuarded || request.isForChange)
        // An identity whose secret is damaged is skipped, and the search continues with the next identity.
        try join.forEach { (rows) throws(KeychainError) in
          guard found.insert(rows.identifiers).inserted else { return true }
          if let item = try item(rows, session) {
            try memory.add(item)
            items.append(item)
          }
          return items.count != request.limit
        }
      }
    }
    guard !items.isEmpty else { throw ItemSearch.notFound }
    return items
  }

  /// Makes the item of an identity. An attribute of the certificate replaces an attribute of the key with the same name
  /// (specification: secitem 2.7). Returns nil when a requested secret is damaged.
  private func item(_ rows: IdentityRows, _ session: ItemSession) throws(KeychainError) -> Item? {
    let contents = request.contents
    var item = Item(.identity, identifier: rows.certificate.identifier)
    if contents.contains(.attributes) {
      item.attributes = rows.keyContent.attributes.overlaid(
        by: rows.certificateContent.attributes)
    }
    if contents.contains(.secret) {
      try memory.add(rows.keyContent.secret)
      guard let key = try session.readableSecret(of: rows.key, rows.keyContent, .key) else { return nil }
      item.secret = key.data
      item.keyIdentifier = rows.key.identifier
    }
    if contents.contains(.certificate) {
      try memory.add(rows.certificateContent.secret)
      guard
        let certificate = try session.readableSecret(
          of: rows.certificate, rows.certificateContent, .certificate)
      else { return nil }
      item.certificate = certificate.data
    }
    return item
  }
}

extension AttributeSet {
  /// Returns this set together with the attributes of `other`. An attribute of `other` replaces an attribute with the
  /// same name.
  func overlaid(by other: AttributeSet) -> AttributeSet {
    var result = self
    for (name, value) in other.entries { result[name] = value }
    return result
  }
}
