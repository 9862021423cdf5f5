import KeychainModel

/// Identities whose certificate and key may be in different keychains (specification: keychain-files 2).
///
/// A search first finds the identities of each keychain. Then the certificates are searched in the order of the
/// keychains. For each certificate, the keys with its public key hash are searched in the other keychains, in their
/// order.
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
    let known = Set(items.map(\.identifier))
    do throws(KeychainError) {
      try forEach(request, joined: true) { (halves) throws(KeychainError) in
        // The certificate and a key in its keychain were found above. A copy of a keychain has the same identifiers.
        let certificate = halves.certificate
        guard !known.contains(certificate.identifier) || !items.contains(where: { Self.isOf(certificate, $0) })
        else { return true }
        items.append(Self.item(halves, request.contents))
        return items.count != request.limit
      }
    } catch {
      // The locked certificate of one identity does not hide the others.
      guard !items.isEmpty else { throw error }
    }
    guard !items.isEmpty else { throw unsearched ?? ItemSearch.notFound }
    return items
  }

  /// Whether a certificate is the certificate of an identity.
  private static func isOf(_ certificate: Item, _ identity: Item) -> Bool {
    identity.keychain === certificate.keychain && identity.identifier == certificate.identifier
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
  ///
  /// - Parameter joined: Whether only the identities with halves in different keychains are wanted.
  private func forEach(
    _ request: SearchRequest, joined: Bool, _ body: (Halves) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    guard let query = IdentityQuery(request.query) else { return }
    var certificates = SearchRequest(
      query.certificate, contents: [.attributes, .secret], limit: nil, skipsGuarded: request.skipsGuarded)
    certificates.query.itemLists = request.query.itemLists.map(Self.certificates)
    // An identity object selects its key by the attributes of the key.
    certificates.query.isOfObject = request.query.isOfObject
    for path in members.paths {
      // The key may be in any keychain. The keychain of the certificate comes first.
      var keyPaths = members.paths.filter { $0 != path && $0 != .system && $0 != .systemRoots }
      if !joined { keyPaths.insert(path, at: 0) }
      guard !keyPaths.isEmpty else { continue }
      for certificate in try found(certificates, [path]) {
        guard let hash = certificate.attributes[.publicKeyHash] else { continue }
        let keys = SearchRequest(
          query.keys(of: hash), contents: request.contents.contains(.secret) ? [.attributes, .secret] : .attributes,
          limit: 1, skipsGuarded: request.skipsGuarded, namesGuarded: request.namesGuarded)
        guard let key = try found(keys, keyPaths).first else { continue }
        guard try body(Halves(certificate: certificate, key: key, publicKeyHash: hash)) else { return }
      }
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

  private func found(_ request: SearchRequest, _ paths: [KeychainPath]) throws(KeychainError) -> [Item] {
    var members = members
    members.paths = paths
    do throws(KeychainError) {
      return try list.search(request, members, call, peer)
    } catch {
      // A keychain that cannot be searched has no half of an identity.
      guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
      return []
    }
  }

  // MARK: Changing

  /// The identities that a change must find.
  ///
  /// - Throws: `.itemNotFound` when there is none; the error of a keychain that could not be searched;
  ///   `.parameter` when more match than the query allows.
  private func identities(_ query: ItemQuery) throws(KeychainError) -> [Halves] {
    var search = SearchRequest(query, limit: nil, namesGuarded: true)
    search.query.largestCount = nil
    var halves: [Halves] = []
    try forEach(search, joined: false) { found in
      halves.append(found)
      return true
    }
    guard !halves.isEmpty else {
      _ = try list.search(search, members, call, peer)
      throw ItemSearch.notFound
    }
    try query.checkCount(halves.count)
    return halves
  }

  private static func isSynchronizable(_ halves: [Halves]) -> Bool {
    halves.contains { half in
      half.certificate.attributes[.synchronizable] == .number(1) || half.key.attributes[.synchronizable] == .number(1)
    }
  }

  /// Updates the certificates and the keys of the matching identities. The identities that have both halves in one
  /// keychain are updated in one transaction of this keychain.
  ///
  /// - Parameter whole: Updates the identities of each keychain.
  func update(
    _ request: UpdateRequest, whole: () throws(KeychainError) -> Reply
  ) throws(KeychainError) -> Reply {
    let halves = try identities(request.query)
    let joined = halves.filter { $0.certificate.keychain !== $0.key.keychain }
    guard !joined.isEmpty else { return try whole() }
    var isUpdated = false
    do throws(KeychainError) {
      _ = try whole()
      isUpdated = true
    } catch {
      guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
    }
    for identity in joined {
      for item in [identity.certificate, identity.key] {
        let wasUpdated = try change(item, request.query) { query in
          .update(UpdateRequest(query, changes: request.changes, leavesTombstones: request.leavesTombstones))
        }
        isUpdated = isUpdated || wasUpdated
      }
    }
    guard isUpdated else { throw ItemSearch.notFound }
    return .committed(.items([]), isSynchronizable: Self.isSynchronizable(halves))
  }

  /// Deletes the certificates of the matching identities. Deletes a key when no certificate of the keychains needs it
  /// any more.
  func delete(_ request: DeleteRequest) throws(KeychainError) -> Reply {
    let halves = try identities(request.query)
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
    return .committed(.items([]), isSynchronizable: Self.isSynchronizable(halves))
  }

  private static func error(_ body: () throws(KeychainError) -> Void) -> KeychainError? {
    do throws(KeychainError) {
      try body()
      return nil
    } catch { return error }
  }

  private func delete(_ item: Item, _ request: DeleteRequest) throws(KeychainError) -> Bool {
    try change(item, request.query) { query in
      .delete(DeleteRequest(query, leavesTombstones: request.leavesTombstones))
    }
  }

  /// Changes one item in its keychain. Returns false if the item was deleted meanwhile, or if the request must not
  /// change it: a request that names no identity changes no item of the shared groups (compatibility: D36).
  ///
  /// - Parameter request: Makes the request for the query that finds the item.
  private func change(
    _ item: Item, _ original: ItemQuery, _ request: (ItemQuery) -> ItemRequest
  ) throws(KeychainError) -> Bool {
    let member = try list.member(item.keychain?.path ?? .login)
    var query = ItemQuery(item.itemClass, isSynchronizable: original.isSynchronizable)
    if original.namesItems {
      query = ItemQuery(item.itemClass, isSynchronizable: nil, reference: .item(item.itemClass, item.identifier))
    } else {
      let names: [AttributeName] =
        item.itemClass == .certificate ? [.issuer, .serialNumber] : [.applicationLabel, .keyClass]
      for name in names { query.attributes[name] = item.attributes[name] }
      query.attributes[.accessGroup] = original.attributes[.accessGroup]
    }
    do throws(KeychainError) {
      _ = try list.send(.items(request(query), proof: nil), to: member, call, peer)
      return true
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return false
    }
  }
}
