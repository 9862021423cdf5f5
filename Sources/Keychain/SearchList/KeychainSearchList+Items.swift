import KeychainModel

// The calls about items of several keychains.

extension KeychainSearchList {
  func items(_ request: ItemRequest, _ call: Call, _ peer: Peer) throws(KeychainError) -> Reply {
    switch request {
    case .add(let addition): return try add([addition], request, call, peer)
    case .addAll(let additions, _): return try add(additions, request, call, peer)
    case .addIdentities(let additions):
      return try add(additions.flatMap { [$0.certificate, $0.key] }, request, call, peer)
    case .search(let search):
      let members = try members(call.scope, search.query)
      if search.query.itemClass == .identity, members.count > 1 {
        return .items(try JoinedIdentities(self, members, call, peer).search(search))
      }
      return .items(try self.search(search, members, call, peer))
    case .update(let update):
      return try change(request, update.query, try members(call.scope, update.query), call, peer)
    case .delete(let delete):
      let members = try members(call.scope, delete.query)
      if delete.query.itemClass == .identity, members.count > 1 {
        return try JoinedIdentities(self, members, call, peer).delete(delete)
      }
      return try change(request, delete.query, members, call, peer)
    }
  }

  /// The keychains that may contain the items of a query, with the errors of the keychains that cannot be used.
  struct Members {
    var usable: [Member] = []
    /// The error of the first keychain that cannot be used. A missing keychain of the search list is no error.
    var failure: KeychainError?

    var count: Int { usable.count }
  }

  /// - Throws: The error of a keychain that the call names; `.parameter` for synchronizable items of a keychain that
  ///   does not synchronize.
  private func members(_ scope: KeychainScope, _ query: ItemQuery) throws(KeychainError) -> Members {
    var paths = try paths(of: scope)
    if query.isSynchronizable == true {
      guard scope == .standard || paths.contains(.login) else { throw Self.notSynchronizable }
      paths = [.login]
    }
    var members = Members()
    for path in paths {
      if query.itemClass != .certificate, query.itemClass != .identity, path == .system || path == .systemRoots {
        continue
      }
      do throws(KeychainError) {
        members.usable.append(try member(path))
      } catch {
        if case .keychains(let named) = scope, named.count == 1 { throw error }
        if error.code != .noSuchKeychain { members.failure = members.failure ?? error }
      }
    }
    return members
  }

  private static var notSynchronizable: KeychainError {
    KeychainError(.parameter, "only the login keychain contains synchronizable items")
  }

  // MARK: Searching

  /// Searches the keychains in order, until the limit is reached.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; the error of a keychain that contains a matching item which cannot
  ///   be read. If nothing matches and a keychain could not be searched, the error of this keychain.
  func search(
    _ search: SearchRequest, _ members: Members, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> [Item] {
    var items: [Item] = []
    var unsearched = members.failure
    for member in members.usable {
      var request = search
      if let limit = search.limit { request.limit = max(0, limit - items.count) }
      do throws(KeychainError) {
        items += try self.search(request, member, call, peer)
        if let limit = search.limit, items.count >= limit { break }
      } catch {
        guard error.code != .itemNotFound else { continue }
        guard error.isAboutKeychain else { throw error }
        // A locked keychain says more than a keychain that cannot be opened.
        if unsearched?.cause != .indexClosed { unsearched = error }
      }
    }
    guard items.isEmpty else { return items }
    if let unsearched, unsearched.code != .noSuchKeychain { throw unsearched }
    throw ItemSearch.notFound
  }

  /// Searches one keychain. The items name their keychain.
  func search(
    _ request: SearchRequest, _ member: Member, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> [Item] {
    let proof: Handle? = if case .items(_, let proof) = call.request { proof } else { nil }
    let reply = try send(.items(.search(request), proof: member.isLogin ? proof : nil), to: member, call, peer)
    return label(try reply.items(), member)
  }

  private func label(_ items: [Item], _ member: Member) -> [Item] {
    guard let keychain = member.keychain else { return items }
    return items.map { item in
      var item = item
      item.keychain = keychain
      return item
    }
  }

  // MARK: Changing

  /// Changes or deletes the matching items of all keychains. Each keychain is changed in one transaction.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; the error of the first keychain that refuses the change. The
  ///   keychains before this keychain stay changed.
  private func change(
    _ request: ItemRequest, _ query: ItemQuery, _ members: Members, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Reply {
    if query.largestCount != nil, members.count > 1 {
      var search = SearchRequest(query, limit: nil, namesGuarded: true)
      search.query.largestCount = nil
      try query.checkCount((try? self.search(search, members, call, peer).count) ?? 0)
    }
    let proof: Handle? = if case .items(_, let proof) = call.request { proof } else { nil }
    var (isChanged, isSynchronizable) = (false, false)
    var unsearched = members.failure
    for member in members.usable {
      do throws(KeychainError) {
        let reply = try send(.items(request, proof: member.isLogin ? proof : nil), to: member, call, peer)
        isChanged = true
        if case .committed(_, true) = reply { isSynchronizable = true }
      } catch {
        guard error.code != .itemNotFound else { continue }
        guard error.isAboutKeychain else { throw error }
        if unsearched?.cause != .indexClosed { unsearched = error }
      }
    }
    guard isChanged else {
      if let unsearched, unsearched.code != .noSuchKeychain { throw unsearched }
      throw ItemSearch.notFound
    }
    return .committed(.items([]), isSynchronizable: isSynchronizable)
  }

  // MARK: Adding

  /// Adds items to one keychain. Synchronizable items, and items with an access control, go to the login keychain.
  private func add(
    _ additions: [AddRequest], _ request: ItemRequest, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Reply {
    let needsLogin = additions.contains { addition in
      addition.attributes[.synchronizable] == .number(1) || addition.attributes[.accessControl] != nil
    }
    var scope = call.scope
    if needsLogin {
      if case .keychains(let paths) = scope, paths.first != .login {
        throw KeychainError(
          .parameter, "only the login keychain contains synchronizable items and items with an access control")
      }
      scope = .login
    }
    let member = try memberForNewItems(scope)
    let proof: Handle? = if case .items(_, let proof) = call.request { proof } else { nil }
    let reply = try send(.items(request, proof: member.isLogin ? proof : nil), to: member, call, peer)
    guard !member.isLogin else { return reply }
    switch reply {
    case .committed(.items(let items), let isSynchronizable):
      return .committed(.items(label(items, member)), isSynchronizable: isSynchronizable)
    case .items(let items): return .items(label(items, member))
    default: return reply
    }
  }
}

extension KeychainError {
  /// Whether the error is about a keychain as a whole, so that it is unknown whether the keychain contains a match. The
  /// other keychains of the search list are searched nevertheless.
  fileprivate var isAboutKeychain: Bool {
    if cause == .indexClosed { return true }
    switch code {
    case .noSuchKeychain, .invalidKeychain, .notAvailable, .inputOutput: return true
    default: return false
    }
  }
}
