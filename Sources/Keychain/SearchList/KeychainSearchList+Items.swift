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
      return try change(request, update.query, members, call, peer)
    case .delete(let delete):
      return try change(request, delete.query, try members(call.scope, delete.query, isChange: true), call, peer)
    }
  }

  /// The keychains that may contain the items of a query. Each keychain is opened when the call reaches it.
  struct Members {
    let paths: [KeychainPath]
    /// Whether the call names one keychain. If this keychain cannot be used, the call fails.
    let isNamed: Bool

    var count: Int { paths.count }

    func narrowed(to paths: [KeychainPath]) -> Members { Members(paths: paths, isNamed: isNamed) }
  }

  /// - Throws: `.parameter` for synchronizable items of a keychain that does not synchronize.
  private func members(
    _ scope: KeychainScope, _ query: ItemQuery, isChange: Bool = false
  ) throws(KeychainError) -> Members {
    var found = try paths(of: scope)
    // The keychain of a reference is unknown. A search looks for the item in all keychains.
    if case .vault(_, nil, nil) = scope, found.isEmpty, !isChange { found = try self.paths(of: .standard) }
    var paths = found.filter { mayContain($0, query, scope, isChange: isChange) }
    if query.isSynchronizable == true {
      guard scope == .standard || paths.contains(.login) else { throw Self.notSynchronizable }
      paths = [.login]
    }
    let isNamed =
      switch scope {
      case .keychains(let named): named.count == 1
      case .vault(_, let path, _): path != nil
      case .standard, .login, .searchList: false
      }
    return Members(paths: paths, isNamed: isNamed)
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
    guard path.isBundle else { return true }
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
    let reply = try send(.search(request), to: member, call, peer)
    return label(try reply.items(), member)
  }

  func label(_ items: [Item], _ member: Member) -> [Item] {
    guard let keychain = member.keychain else { return items }
    return items.map { item in
      var item = item
      item.keychain = keychain
      return item
    }
  }

  // MARK: Changing

  /// Changes or deletes the matching items of all keychains. Each keychain is changed in one transaction. A delete of
  /// identities first deletes the certificates whose keys are in other keychains, and these keys last.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; the first error of a keychain that refuses the change, after the
  ///   other keychains were changed.
  private func change(
    _ request: ItemRequest, _ query: ItemQuery, _ members: Members, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Reply {
    let identities = JoinedIdentities(self, members, call, peer)
    // Identities may also be joined with certificates that this call does not change.
    let searched = query.itemClass == .identity ? try self.members(call.scope, query) : members
    let isJoined = query.itemClass == .identity && searched.count > 1
    let joined = isJoined ? try identities.forChange(query) : []
    var whole: [Item] = []
    if isJoined || (members.count > 1 && query.largestCount != nil) {
      whole = try matches(query, members, call, peer)
      try query.checkCount(whole.count + joined.count)
    }
    var keptKeys: KeptKeys?
    if isJoined, case .delete = request {
      keptKeys = try KeptKeys(self, searched, whole: whole, joined: joined, call, peer)
    }
    var (isChanged, isSynchronizable) = (false, false)
    var keysToDelete: [JoinedIdentities.Halves] = []
    if case .delete(let delete) = request, let keptKeys {
      (isChanged, keysToDelete) = try identities.deleteCertificates(joined, delete, keeping: keptKeys)
    }
    var (unsearched, refusal) = (nil as KeychainError?, nil as KeychainError?)
    // The keychains that carried out their part, or had none.
    var done: Set<KeychainPath> = []
    let failure = try forEach(members) { (member) throws(KeychainError) in
      do throws(KeychainError) {
        let part = request.keeping(keptKeys?[member.path])
        let reply = try send(part, to: member, call, peer, isRequestOfCall: true)
        done.insert(member.path)
        isChanged = true
        if case .committed(_, true) = reply { isSynchronizable = true }
      } catch {
        guard error.code != .itemNotFound else {
          done.insert(member.path)
          return true
        }
        // The client asks for the outcome of a call whose reply is lost.
        guard error.isAboutKeychain || error.code == .readOnly, !members.isNamed, error.cause != .connectionLost else {
          throw error
        }
        // A keychain that contains no match is left out, and so is a keychain that cannot be searched.
        do throws(KeychainError) {
          if try !matches(query, members.narrowed(to: [member.path]), call, peer).isEmpty { refusal = refusal ?? error }
        } catch let reason {
          guard reason.isAboutKeychain else { throw reason }
          unsearched = Self.moreHelpful(unsearched, error)
        }
      }
      return true
    }
    if case .delete(let delete) = request {
      // A certificate that its keychain kept may need the key.
      let deletable = keysToDelete.filter { done.contains($0.key.keychainPath) }
      try identities.deleteKeys(deletable, delete)
      if deletable.count < keysToDelete.count { refusal = refusal ?? unsearched ?? failure }
    }
    if let refusal { throw refusal }
    if case .update(let update) = request, try identities.update(joined, update) { isChanged = true }
    if !joined.isEmpty, query.isSynchronizable != false { isSynchronizable = true }
    if !isChanged, isJoined, unsearched == nil, failure == nil, case .delete(let delete) = request,
      try JoinedIdentities(self, searched, call, peer).areHalves(delete.query)
    {
      return try changeHalves(.delete(delete), members, call, peer)
    }
    guard isChanged else { throw Self.moreHelpful(unsearched, failure) ?? ItemSearch.notFound }
    return .committed(.items([]), isSynchronizable: isSynchronizable)
  }

  /// Deletes what remains of an identity: its certificate or its key.
  private func changeHalves(
    _ request: ItemRequest, _ members: Members, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Reply {
    var (isChanged, isSynchronizable) = (false, false)
    var refusal: KeychainError?
    _ = try forEach(members) { (member) throws(KeychainError) in
      do throws(KeychainError) {
        let reply = try send(request, to: member, call, peer)
        isChanged = true
        if case .committed(_, true) = reply { isSynchronizable = true }
      } catch {
        guard error.code == .itemNotFound || error.code == .readOnly || error.isAboutKeychain else { throw error }
        if error.code != .itemNotFound { refusal = refusal ?? error }
      }
      return true
    }
    guard isChanged else { throw refusal ?? ItemSearch.notFound }
    return .committed(.items([]), isSynchronizable: isSynchronizable)
  }

  /// The items that a change with a query reaches, without their secrets. Empty when there is none, or when a keychain
  /// among several cannot be searched.
  private func matches(
    _ query: ItemQuery, _ members: Members, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> [Item] {
    var search = SearchRequest(query, contents: query.itemClass == .identity ? .attributes : [], limit: nil)
    search.isForChange = true
    search.query.largestCount = nil
    guard query.itemClass == .identity, members.count > 1 else {
      do throws(KeychainError) {
        return try self.search(search, members, call, peer)
      } catch {
        guard error.code == .itemNotFound || (error.isAboutKeychain && members.count > 1) else { throw error }
        return []
      }
    }
    return try foundForChange(search, members, call, peer)
  }

  /// The items that match in some keychains, and that decide about a change of identities. Each keychain is searched for
  /// itself, so that an error which may pass is not hidden by the items of another keychain.
  ///
  /// - Throws: The error of a keychain that may be searched later. The login keychain is never left out.
  func foundForChange(
    _ search: SearchRequest, _ members: Members, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> [Item] {
    var items: [Item] = []
    for path in members.paths where search.limit.map({ items.count < $0 }) ?? true {
      var request = search
      request.limit = search.limit.map { $0 - items.count }
      do throws(KeychainError) {
        items += try self.search(request, members.narrowed(to: [path]), call, peer)
      } catch {
        guard error.code == .itemNotFound || (error.leavesKeychainOut && path != .login) else { throw error }
      }
    }
    return items
  }

  /// The login keychain, for an update after which the items can be in no other keychain.
  ///
  /// - Throws: `.parameter` when another keychain contains a matching item.
  private func loginAlone(
    _ members: Members, _ query: ItemQuery, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Members {
    let login = members.narrowed(to: members.paths.filter { $0 == .login })
    let others = members.narrowed(to: members.paths.filter { $0 != .login })
    guard !others.paths.isEmpty else { return login }
    do throws(KeychainError) {
      guard try matches(query, others, call, peer).isEmpty else { throw Self.onlyInLogin }
    } catch {
      // A keychain that cannot be searched is left out.
      guard error.isAboutKeychain, !members.isNamed else { throw error }
    }
    return login
  }

  static func needsLogin(_ attributes: AttributeSet) -> Bool {
    attributes[.synchronizable] == .number(1) || attributes[.accessControl] != nil
  }

  static var onlyInLogin: KeychainError {
    KeychainError(.parameter, "only the login keychain contains synchronizable items and items with an access control")
  }

  // MARK: Adding

  /// The keychain for new items. Synchronizable items, items with an access control, and copies of private keys that stay
  /// in the service go to the login keychain.
  ///
  /// - Throws: `.noDefaultKeychain`; the reason why the keychain cannot be used; `.parameter` or `.dataNotAvailable` when
  ///   the scope names another keychain for items that only the login keychain may contain.
  func pathForNewItems(_ scope: KeychainScope, _ additions: [AddRequest]) throws(KeychainError) -> KeychainPath {
    let needsLogin = additions.contains { Self.needsLogin($0.attributes) || $0.copiedKey != nil }
    guard needsLogin else { return try memberForNewItems(scope).path }
    if case .keychains(let paths) = scope, paths.first != .login {
      throw additions.contains { $0.copiedKey != nil } ? RemotePrivateKey.unavailable : Self.onlyInLogin
    }
    return .login
  }

  /// Adds items to one keychain.
  private func add(
    _ additions: [AddRequest], _ request: ItemRequest, _ call: Call, _ peer: Peer
  ) throws(KeychainError) -> Reply {
    let member = try member(try pathForNewItems(call.scope, additions))
    let reply = try send(request, to: member, call, peer, isRequestOfCall: true)
    guard !member.isLogin else { return reply }
    switch reply {
    case .committed(.items(let items), let isSynchronizable):
      return .committed(.items(label(items, member)), isSynchronizable: isSynchronizable)
    case .items(let items): return .items(label(items, member))
    default: return reply
    }
  }
}

extension ItemRequest {
  /// The part of a request that one of several keychains carries out. A delete of identities keeps the keys that
  /// certificates in the other keychains need, and deletes no halves. Every other request stays the same.
  ///
  /// - Parameter keptKeys: The public key hashes of the keys to keep; nil when the keychain decides alone.
  fileprivate func keeping(_ keptKeys: [AttributeValue]?) -> ItemRequest {
    guard let keptKeys, case .delete(var delete) = self else { return self }
    delete.keptKeys = keptKeys
    delete.deletesHalves = false
    return .delete(delete)
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
