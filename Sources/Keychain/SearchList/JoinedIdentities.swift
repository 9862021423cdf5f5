import KeychainModel

/// Identities whose certificate and key may be in different keychains (specification: keychain-files 2).
///
/// A search first finds the identities of each keychain. Then the certificates are searched in the order of the
/// keychains. For each certificate, the keys with its public key hash are searched in the order of the keychains, first
/// in the keychain of the certificate.
struct JoinedIdentities {
  private let list: KeychainSearchList
  private let members: KeychainSearchList.Members
  private let call: Call
  private let peer: Peer

  init(_ list: KeychainSearchList, _ members: KeychainSearchList.Members, _ call: Call, _ peer: Peer) {
    self.list = list
    self.members = members
    self.call = call
    self.peer = peer
  }

  /// The certificate and the key of an identity.
  private struct Halves {
    let certificate: Item
    let key: Item
    let publicKeyHash: AttributeValue
  }

  func search(_ request: SearchRequest) throws(KeychainError) -> [Item] {
    guard request.limit != 0 else { throw ItemSearch.notFound }
    var (items, unsearched) = ([] as [Item], nil as KeychainError?)
    do throws(KeychainError) {
      items = try list.search(request, members, call, peer)
    } catch {
      guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
      unsearched = error
    }
    guard request.limit.map({ items.count < $0 }) ?? true else { return items }
    do throws(KeychainError) {
      try forEach(request) { (halves) throws(KeychainError) in
        // An identity with both halves in one keychain was found above.
        if halves.certificate.keychain !== halves.key.keychain { items.append(Self.item(halves, request.contents)) }
        return items.count != request.limit
      }
    } catch {
      // The locked certificate of one identity does not hide the others.
      guard !items.isEmpty else { throw error }
    }
    guard !items.isEmpty else { throw unsearched ?? ItemSearch.notFound }
    return items
  }

  /// Makes the item of an identity, as `IdentitySearch.item` does.
  private static func item(_ halves: Halves, _ contents: ItemContents) -> Item {
    var item = Item(.identity, identifier: halves.certificate.identifier)
    item.keychain = halves.certificate.keychain
    if contents.contains(.attributes) {
      item.attributes = halves.key.attributes.overlaid(by: halves.certificate.attributes)
    }
    if contents.contains(.secret) { item.secret = halves.key.secret }
    if contents.contains(.certificate) { item.certificate = halves.certificate.secret }
    return item
  }

  /// Calls `body` with each identity, until `body` returns false.
  private func forEach(_ request: SearchRequest, _ body: (Halves) throws(KeychainError) -> Bool) throws(KeychainError) {
    guard let query = IdentityQuery(request.query) else { return }
    var certificates = SearchRequest(
      query.certificate, contents: [.attributes, .secret], limit: nil, skipsGuarded: request.skipsGuarded)
    certificates.query.itemLists = request.query.itemLists.map(Self.certificates)
    // An identity object selects its key by the attributes of the key.
    certificates.query.isOfObject = request.query.isOfObject
    for certificate in try found(certificates, members) {
      guard let hash = certificate.attributes[.publicKeyHash] else { continue }
      let keys = SearchRequest(
        query.keys(of: hash), contents: request.contents.contains(.secret) ? [.attributes, .secret] : .attributes,
        limit: 1, skipsGuarded: request.skipsGuarded, namesGuarded: request.namesGuarded)
      guard let key = try found(keys, ordered(for: certificate)).first else { continue }
      guard try body(Halves(certificate: certificate, key: key, publicKeyHash: hash)) else { return }
    }
  }

  /// The certificates in a list of items. A key selects the certificates with its public key hash.
  private static func certificates(_ list: [ListedItem]) -> [ListedItem] {
    list.map { member in
      guard case .object(let attributes, _, _) = member, attributes[.keyClass] != nil,
        let hash = attributes[.applicationLabel]
      else { return member }
      return .object(AttributeSet([.publicKeyHash: hash]), data: nil, isSynchronizable: nil)
    }
  }

  /// The keychains, with the keychain of the certificate first.
  private func ordered(for certificate: Item) -> KeychainSearchList.Members {
    var ordered = members
    let own = members.usable.filter { $0.keychain === certificate.keychain }
    ordered.usable = own + members.usable.filter { $0.keychain !== certificate.keychain }
    return ordered
  }

  private func found(
    _ request: SearchRequest, _ members: KeychainSearchList.Members
  ) throws(KeychainError) -> [Item] {
    do throws(KeychainError) {
      return try list.search(request, members, call, peer)
    } catch {
      // A keychain that cannot be searched has no half of an identity.
      guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
      return []
    }
  }

  // MARK: Deleting

  /// Deletes the certificates of the matching identities. Deletes a key when no certificate of the keychains needs it
  /// any more.
  func delete(_ request: DeleteRequest) throws(KeychainError) -> Reply {
    var search = SearchRequest(request.query, limit: nil, namesGuarded: true)
    search.query.largestCount = nil
    var halves: [Halves] = []
    try forEach(search) { found in
      halves.append(found)
      return true
    }
    guard !halves.isEmpty else { throw ItemSearch.notFound }
    try request.query.checkCount(halves.count)
    var deleted: [Halves] = []
    for identity in halves where try delete(identity.certificate, request) { deleted.append(identity) }
    guard !deleted.isEmpty else { throw ItemSearch.notFound }
    for identity in deleted {
      let query = ItemQuery(
        .certificate, attributes: AttributeSet([.publicKeyHash: identity.publicKeyHash]), isSynchronizable: nil)
      // The key is kept if it is unknown whether another certificate needs it.
      let error = Self.error { () throws(KeychainError) in
        _ = try list.search(SearchRequest(query, limit: 1), members, call, peer)
      }
      guard error?.code == .itemNotFound else { continue }
      _ = try delete(identity.key, request)
    }
    let isSynchronizable = halves.contains { half in
      half.certificate.attributes[.synchronizable] == .number(1) || half.key.attributes[.synchronizable] == .number(1)
    }
    return .committed(.items([]), isSynchronizable: isSynchronizable)
  }

  private static func error(_ body: () throws(KeychainError) -> Void) -> KeychainError? {
    do throws(KeychainError) {
      try body()
      return nil
    } catch { return error }
  }

  /// Deletes one item in its keychain. Returns false if the item was deleted meanwhile, or if the request must not
  /// change it: a request that names no identity changes no item of the shared groups (compatibility: D36).
  private func delete(_ item: Item, _ request: DeleteRequest) throws(KeychainError) -> Bool {
    guard let member = members.usable.first(where: { $0.keychain === item.keychain }) else { return false }
    let isNamed = request.query.reference != nil || !request.query.itemLists.isEmpty || request.query.isOfObject
    var query = ItemQuery(item.itemClass, isSynchronizable: request.query.isSynchronizable)
    if isNamed {
      query = ItemQuery(item.itemClass, isSynchronizable: nil, reference: .item(item.itemClass, item.identifier))
    } else {
      let names: [AttributeName] =
        item.itemClass == .certificate ? [.issuer, .serialNumber] : [.applicationLabel, .keyClass]
      for name in names { query.attributes[name] = item.attributes[name] }
      query.attributes[.accessGroup] = request.query.attributes[.accessGroup]
    }
    let deletion = DeleteRequest(query, leavesTombstones: request.leavesTombstones)
    do throws(KeychainError) {
      _ = try list.send(.items(.delete(deletion), proof: nil), to: member, call, peer)
      return true
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return false
    }
  }
}
