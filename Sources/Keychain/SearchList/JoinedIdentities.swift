import KeychainModel

/// Identities whose certificate and key are in different keychains (specification: keychain-files 2).
///
/// The engine of each keychain finds and changes the identities whose certificate and key are both in this keychain.
/// This type only adds the other identities: certificates without a matching key in their own keychain, each with a key
/// of the first other keychain that has one. A locked certificate joins no key, because its public key hash is
/// unknown.
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

  /// The certificate and the key of an identity. The items of a change have no contents if they are locked.
  struct Halves {
    let certificate: Item
    let key: Item
    let publicKeyHash: AttributeValue
  }

  // MARK: Finding

  /// Finds the identities of each keychain first, and then the joined identities.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; the error of a keychain that could not be searched.
  func search(_ request: SearchRequest) throws(KeychainError) -> [Item] {
    guard request.limit != 0 else { throw ItemSearch.notFound }
    var (items, failure) = ([] as [Item], nil as KeychainError?)
    do throws(KeychainError) {
      items = try list.search(request, members, call, peer)
    } catch {
      guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
      failure = error
    }
    guard request.limit.map({ items.count < $0 }) ?? true else { return items }
    let locked = try forEach(request) { (halves) throws(KeychainError) in
      if let item = try item(halves, request.contents) { items.append(item) }
      return items.count != request.limit
    }
    guard items.isEmpty else { return items }
    throw locked ?? failure ?? ItemSearch.notFound
  }

  /// Calls `body` with each joined identity, until `body` returns false.
  ///
  /// - Returns: The error of a key that matches and cannot be read; nil when there is none.
  private func forEach(
    _ request: SearchRequest, _ body: (Halves) throws(KeychainError) -> Bool
  ) throws(KeychainError) -> KeychainError? {
    guard let query = IdentityQuery(request.query, changesItems: request.isForChange) else { return nil }
    var certificates = SearchRequest(
      query.certificate, contents: .attributes, limit: nil, skipsGuarded: request.skipsGuarded)
    certificates.listsLocked = true
    certificates.isForChange = request.isForChange
    certificates.query.itemLists = request.query.itemLists.map(Self.certificates)
    // An identity object selects its key by the attributes of the key.
    certificates.query.isOfObject = request.query.isOfObject
    var locked: KeychainError?
    for path in members.paths {
      let others = members.paths.filter { $0 != path && !$0.isBundle }
      guard !others.isEmpty else { continue }
      for certificate in try found(certificates, [path], isForChange: request.isForChange) {
        guard let hash = certificate.attributes[.publicKeyHash], hash != .data([]) else { continue }
        var keys = SearchRequest(
          query.keys(of: hash), contents: request.contents.contains(.secret) ? [.attributes, .secret] : .attributes,
          limit: 1, skipsGuarded: request.skipsGuarded, namesGuarded: request.namesGuarded)
        keys.isForChange = request.isForChange
        if request.isForChange { keys.query.isOfObject = request.query.namesItems }
        do throws(KeychainError) {
          // An identity with both halves in one keychain is not a joined identity.
          guard try found(keys, [path], isForChange: request.isForChange).isEmpty,
            let key = try found(keys, others, isForChange: request.isForChange).first
          else { continue }
          guard try body(Halves(certificate: certificate, key: key, publicKeyHash: hash)) else { return locked }
        } catch {
          guard error.code == .interactionNotAllowed || error.code == .authenticationFailed, !request.isForChange
          else { throw error }
          locked = locked ?? error
        }
      }
    }
    return locked
  }

  /// The certificates in a list of items. A key selects the certificates with its public key hash.
  private static func certificates(_ list: [ListedItem]) -> [ListedItem] {
    list.map { member in
      switch member {
      case .reference(.item(_, let identifier)): return .reference(.item(.certificate, identifier))
      case .elsewhere(.item(_, let identifier), let vaultID):
        return .elsewhere(.item(.certificate, identifier), vaultID)
      case .object(let attributes, _, let isSynchronizable):
        guard attributes[.keyClass] != nil,
          let half = IdentityQuery(ItemQuery(.identity, attributes: attributes), changesItems: true)?.certificate
        else { return member }
        // The object of an identity also has the attributes of its certificate.
        return .object(half.attributes, data: nil, isSynchronizable: isSynchronizable)
      case .reference, .elsewhere: return member
      }
    }
  }

  /// The items that match in some of the keychains. In a search, a keychain that cannot be searched has no half of an
  /// identity. A change ends when the keychain may be searched later.
  ///
  /// - Parameter isForChange: Whether the items decide about a change.
  private func found(
    _ request: SearchRequest, _ paths: [KeychainPath], isForChange: Bool
  ) throws(KeychainError) -> [Item] {
    if isForChange { return try list.foundForChange(request, members.narrowed(to: paths), call, peer) }
    do throws(KeychainError) {
      return try list.search(request, members.narrowed(to: paths), call, peer)
    } catch {
      guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
      return []
    }
  }

  /// Makes the item of an identity, as `IdentitySearch.item` does. Returns nil if the certificate was deleted meanwhile.
  private func item(_ halves: Halves, _ contents: ItemContents) throws(KeychainError) -> Item? {
    let certificate = halves.certificate
    var item = Item(.identity, identifier: certificate.identifier)
    item.keychain = certificate.keychain
    if contents.contains(.attributes) {
      item.attributes = halves.key.attributes.overlaid(by: certificate.attributes)
    }
    if contents.contains(.secret) {
      item.secret = halves.key.secret
      item.privateKey = halves.key.privateKey
    }
    guard contents.contains(.certificate) else { return item }
    let search = SearchRequest(Self.query(certificate), contents: .secret)
    item.certificate = try found(search, [certificate.keychainPath], isForChange: false).first?.secret
    return item.certificate == nil ? nil : item
  }

  /// A query for one half of an identity, which the caller did not name.
  private static func query(_ item: Item) -> ItemQuery {
    var query = item.query
    query.namesFoundItems = true
    return query
  }

  // MARK: Changing

  /// Whether a query names an identity of which only the certificate or only the key is left in the keychains.
  func areHalves(_ query: ItemQuery) throws(KeychainError) -> Bool {
    guard query.isOfObject, let halves = IdentityQuery(query, changesItems: true),
      let hash = halves.certificate.attributes[.publicKeyHash]
    else { return false }
    func isThere(_ itemClass: ItemClass, _ attributes: AttributeSet) throws(KeychainError) -> Bool {
      var request = SearchRequest(ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil), limit: 1)
      request.listsLocked = true
      return try !found(request, members.paths, isForChange: true).isEmpty
    }
    guard try isThere(.certificate, AttributeSet([.publicKeyHash: hash])) else { return true }
    return try !isThere(.key, AttributeSet([.applicationLabel: hash, .keyClass: .number(1)]))
  }

  /// The joined identities that a change with a query reaches.
  func forChange(_ query: ItemQuery) throws(KeychainError) -> [Halves] {
    var request = SearchRequest(query, limit: nil)
    request.isForChange = true
    request.query.largestCount = nil
    var halves: [Halves] = []
    _ = try forEach(request) { found in
      halves.append(found)
      return true
    }
    return halves
  }

  /// Updates the certificate and the key of each identity.
  ///
  /// - Returns: Whether a certificate or a key was updated.
  func update(_ halves: [Halves], _ request: UpdateRequest) throws(KeychainError) -> Bool {
    var isUpdated = false
    for item in halves.flatMap({ [$0.certificate, $0.key] }) {
      var update = request
      update.query = Self.query(item)
      if try change(item, .update(update), request.query) { isUpdated = true }
    }
    return isUpdated
  }

  /// Deletes the certificates of the identities.
  ///
  /// - Parameter keptKeys: The keys that other certificates need.
  /// - Returns: The identities whose certificate was deleted, and whose key must be deleted afterwards.
  /// - Throws: The error of a keychain that cannot be changed. No key was deleted then.
  func deleteCertificates(
    _ halves: [Halves], _ request: DeleteRequest, keeping keptKeys: KeptKeys
  ) throws(KeychainError) -> (areDeleted: Bool, rest: [Halves]) {
    func isNeedless(_ identity: Halves) -> Bool {
      !keptKeys[identity.key.keychainPath].contains(identity.publicKeyHash)
    }
    // The deletion of a certificate must not be followed by the refusal of its key.
    for path in Set(halves.filter(isNeedless).map(\.key.keychainPath)) { try requireWritable(path, request) }
    var deleted: [Halves] = []
    for identity in halves {
      var delete = request
      delete.query = Self.query(identity.certificate)
      if try change(identity.certificate, .delete(delete), request.query) { deleted.append(identity) }
    }
    return (!deleted.isEmpty, deleted.filter(isNeedless))
  }

  /// Deletes the keys of identities whose certificates were deleted.
  func deleteKeys(_ halves: [Halves], _ request: DeleteRequest) throws(KeychainError) {
    for identity in halves {
      var delete = request
      delete.query = Self.query(identity.key)
      _ = try change(identity.key, .delete(delete), request.query)
    }
  }

  /// - Throws: The error of a keychain that cannot be changed.
  private func requireWritable(_ path: KeychainPath, _ request: DeleteRequest) throws(KeychainError) {
    var delete = request
    // An empty list matches nothing.
    delete.query = ItemQuery(.key, isSynchronizable: nil, itemLists: [[]])
    do throws(KeychainError) {
      _ = try list.send(.delete(delete), to: try list.member(path), call, peer)
    } catch {
      guard error.code == .itemNotFound else { throw error }
    }
  }

  /// Changes one item in its keychain. Returns false if the item was deleted meanwhile.
  ///
  /// - Parameter original: The query of the caller. If it names identities, the change reaches the items of shared groups.
  private func change(
    _ item: Item, _ request: ItemRequest, _ original: ItemQuery
  ) throws(KeychainError) -> Bool {
    guard var query = request.query else { return false }
    query.namesFoundItems = !original.namesItems
    query.attributes[.accessGroup] = original.attributes[.accessGroup]
    let member = try list.member(item.keychainPath)
    do throws(KeychainError) {
      _ = try list.send(request.with(query), to: member, call, peer)
      return true
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return false
    }
  }
}
