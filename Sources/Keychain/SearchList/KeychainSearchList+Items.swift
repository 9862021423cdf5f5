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
      var members = try members(call.scope, update.query, isChange: true)
      if Self.needsLogin(update.changes) { members = try loginAlone(members, update.query, call, peer) }
      if update.query.itemClass == .identity, members.count > 1 {
        let (joined, all) = (JoinedIdentities(self, members, call, peer), members)
        return try joined.update(update) { () throws(KeychainError) in
          try change(request, update.query, all, call, peer)
        }
      }
      return try change(request, update.query, members, call, peer)
    case .delete(let delete):
      let members = try members(call.scope, delete.query, isChange: true)
      if delete.query.itemClass == .identity, members.count > 1 {
        return try JoinedIdentities(self, members, call, peer).delete(delete)
      }
      return try change(request, delete.query, members, call, peer)
    }
  }

  /// The keychains that may contain the items of a query. Each keychain is opened when the call reaches it.
  struct Members {
    var paths: [KeychainPath]
    /// Whether the call names one keychain. If this keychain cannot be used, the call fails.
    let isNamed: Bool

    var count: Int { paths.count }
  }

  /// - Throws: `.parameter` for synchronizable items of a keychain that does not synchronize.
  private func members(
    _ scope: KeychainScope, _ query: ItemQuery, isChange: Bool = false
  ) throws(KeychainError) -> Members {
    var paths = try paths(of: scope).filter { mayContain($0, query, scope, isChange: isChange) }
    if query.isSynchronizable == true {
      guard scope == .standard || paths.contains(.login) else { throw Self.notSynchronizable }
      paths = [.login]
    }
    if case .keychains(let named) = scope, named.count == 1 { return Members(paths: paths, isNamed: true) }
    return Members(paths: paths, isNamed: false)
  }

  /// Calls `body` with each keychain that can be used, until `body` returns false.
  ///
  /// - Returns: The error of the first keychain that cannot be used; nil when there is none. A missing keychain of the
  ///   search list is no error.
  /// - Throws: The error of the keychain that the call names; the errors of `body`.
  private func forEach(
    _ members: Members, _ body: (Member) throws(KeychainError) -> Bool
  ) throws(KeychainError) -> KeychainError? {
    var failure: KeychainError?
    for path in members.paths {
      let member: Member
      do throws(KeychainError) { member = try self.member(path) } catch {
        if members.isNamed { throw error }
        if error.code != .noSuchKeychain { failure = failure ?? error }
        continue
      }
      guard try body(member) else { break }
    }
    return failure
  }

  /// Whether a call uses a keychain of its scope. The keychains of the system contain only certificates, and are changed
  /// only if the call names them. If the system keychain is empty, a call does not use it, so the most frequent calls go
  /// to the login keychain alone.
  func mayContain(_ path: KeychainPath, _ query: ItemQuery, _ scope: KeychainScope, isChange: Bool) -> Bool {
    guard path == .system || path == .systemRoots else { return true }
    guard query.itemClass == .certificate || query.itemClass == .identity else { return false }
    switch scope {
    case .keychains, .vault: return true
    case .standard, .login, .searchList: return path == .system && !isChange && systemBundle.mayHaveCertificates
    }
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
    var unsearched: KeychainError?
    let failure = try forEach(members) { (member) throws(KeychainError) in
      var request = search
      if let limit = search.limit { request.limit = max(0, limit - items.count) }
      do throws(KeychainError) {
        items += try self.search(request, member, call, peer)
      } catch {
        guard error.code != .itemNotFound else { return true }
        guard error.isAboutKeychain else { throw error }
        unsearched = Self.moreHelpful(unsearched, error)
      }
      return search.limit.map { items.count < $0 } ?? true
    }
    guard items.isEmpty else { return items }
    throw Self.moreHelpful(unsearched, failure) ?? ItemSearch.notFound
  }

  /// The error that explains best why nothing was found. A locked keychain says more than a keychain that cannot be
  /// opened. A missing keychain is no explanation.
  private static func moreHelpful(_ first: KeychainError?, _ second: KeychainError?) -> KeychainError? {
    let errors = [first, second].compactMap { $0 }.filter { $0.code != .noSuchKeychain }
    return errors.first { $0.cause == .indexClosed } ?? errors.first
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
      var count = 0
      do throws(KeychainError) {
        count = try self.search(search, members, call, peer).count
      } catch {
        guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
      }
      try query.checkCount(count)
    }
    let proof: Handle? = if case .items(_, let proof) = call.request { proof } else { nil }
    var (isChanged, isSynchronizable) = (false, false)
    var unsearched: KeychainError?
    let failure = try forEach(members) { (member) throws(KeychainError) in
      do throws(KeychainError) {
        let reply = try send(.items(request, proof: member.isLogin ? proof : nil), to: member, call, peer)
        isChanged = true
        if case .committed(_, true) = reply { isSynchronizable = true }
      } catch {
        guard error.code != .itemNotFound else { return true }
        if error.code == .readOnly, try hasNoMatch(query, member, call, peer) { return true }
        // A change that failed is an error, also if other keychains were changed.
        guard error.cause == .indexClosed || error.code == .invalidKeychain || error.code == .noSuchKeychain else {
          throw error
        }
        unsearched = Self.moreHelpful(unsearched, error)
      }
      return true
    }
    guard isChanged else { throw Self.moreHelpful(unsearched, failure) ?? ItemSearch.notFound }
    return .committed(.items([]), isSynchronizable: isSynchronizable)
  }

  /// The login keychain, for an update after which the items can be in no other keychain.
  ///
  /// - Throws: `.parameter` when another keychain contains a matching item.
  private func loginAlone(
    _ members: Members, _ query: ItemQuery, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Members {
    var (login, others) = (members, members)
    login.paths.removeAll { $0 != .login }
    others.paths.removeAll { $0 == .login }
    do throws(KeychainError) {
      _ = try search(SearchRequest(query, limit: 1, namesGuarded: true), others, call, peer)
    } catch {
      guard error.code == .itemNotFound || error.isAboutKeychain else { throw error }
      return login
    }
    throw Self.onlyInLogin
  }

  private static func needsLogin(_ attributes: AttributeSet) -> Bool {
    attributes[.synchronizable] == .number(1) || attributes[.accessControl] != nil
  }

  private static var onlyInLogin: KeychainError {
    KeychainError(.parameter, "only the login keychain contains synchronizable items and items with an access control")
  }

  /// Whether no item of a keychain that cannot be written matches.
  private func hasNoMatch(
    _ query: ItemQuery, _ member: Member, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      return try search(SearchRequest(query, limit: 1, namesGuarded: true), member, call, peer).isEmpty
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return true
    }
  }

  // MARK: Adding

  /// The keychain for new items. Synchronizable items, and items with an access control, go to the login keychain.
  ///
  /// - Throws: `.noDefaultKeychain`; the reason why the keychain cannot be used; `.parameter` when the scope names
  ///   another keychain for items that only the login keychain may contain.
  func pathForNewItems(_ scope: KeychainScope, _ additions: [AddRequest]) throws(KeychainError) -> KeychainPath {
    let needsLogin = additions.contains { Self.needsLogin($0.attributes) }
    guard needsLogin else { return try memberForNewItems(scope).path }
    if case .keychains(let paths) = scope, paths.first != .login { throw Self.onlyInLogin }
    return .login
  }

  /// Adds items to one keychain.
  private func add(
    _ additions: [AddRequest], _ request: ItemRequest, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Reply {
    let member = try member(try pathForNewItems(call.scope, additions))
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
  var isAboutKeychain: Bool {
    if cause == .indexClosed { return true }
    switch code {
    case .noSuchKeychain, .invalidKeychain, .notAvailable, .inputOutput: return true
    default: return false
    }
  }
}
