import KeychainModel

/// A request with an evaluation in several keychains. Each keychain evaluates its own certificates, so an identity whose
/// certificate and key are in different keychains is not found.
struct SeveralEvaluated {
  private let client: KeychainClient
  private let list: KeychainSearchList
  private let paths: [KeychainPath]
  private let evaluation: CertificateEvaluation
  private let proof: AccessProof?

  init(
    _ client: KeychainClient, _ list: KeychainSearchList, _ paths: [KeychainPath], _ evaluation: CertificateEvaluation,
    _ proof: AccessProof?
  ) {
    self.client = client
    self.list = list
    self.paths = paths
    self.evaluation = evaluation
    self.proof = proof
  }

  func perform(_ request: ItemRequest) throws(KeychainError) -> [Item] {
    switch request {
    case .search(let search): return try find(search)
    case .update(let update):
      try client.client(of: .login).requireWritableGroup(of: update)
      let isForLogin = KeychainSearchList.needsLogin(update.changes)
      return try change(request, .update, isForLogin: isForLogin)
    case .delete: return try change(request, .delete, isForLogin: false)
    case .add, .addAll, .addIdentities:
      throw KeychainError(.parameter, "nothing is evaluated for an add")
    }
  }

  /// Searches the keychains in order, until the limit is reached.
  private func find(_ search: SearchRequest) throws(KeychainError) -> [Item] {
    guard search.limit != 0 else { throw ItemSearch.notFound }
    var items: [Item] = []
    let failure = try forEach { (path, member, body) throws(KeychainError) in
      var request = search
      request.query = body(search.query)
      request.limit = search.limit.map { $0 - items.count }
      let found = try member.using(proof(path)) { (handle) throws(KeychainError) in
        try EvaluatedRequest(member, evaluation, proof: handle, issuersIn: client).search(request)
      }
      items += try list.labelled(found, path)
      return items.count != search.limit
    }
    guard items.isEmpty else { return items }
    throw failure ?? ItemSearch.notFound
  }

  /// Evaluates the certificates of all keychains, and then changes one keychain after the other.
  ///
  /// - Parameter isForLogin: Whether only the login keychain may contain the changed items.
  /// - Throws: The first error of a keychain that refuses the change, after the other keychains were changed.
  private func change(
    _ request: ItemRequest, _ purpose: CandidateRequest.Purpose, isForLogin: Bool
  ) throws(KeychainError) -> [Item] {
    guard let original = request.query else { return [] }
    var changes: [(path: KeychainPath, member: KeychainClient, query: ItemQuery)] = []
    let failure = try forEach { (path, member, body) throws(KeychainError) in
      let query = try member.using(proof(path)) { (handle) throws(KeychainError) in
        try EvaluatedRequest(member, evaluation, proof: handle, issuersIn: client)
          .evaluated(body(original), purpose)
      }
      // The last list contains the certificates that passed.
      if query.itemLists.last?.isEmpty == false { changes.append((path, member, query)) }
      return true
    }
    if original.largestCount != nil || isForLogin {
      var count = 0
      for (path, member, query) in changes {
        let matches = try Self.count(query, member)
        guard matches == 0 || !isForLogin || path == .login else { throw KeychainSearchList.onlyInLogin }
        count += matches
      }
      try original.checkCount(count)
    }
    var (isChanged, refusal) = (false, nil as KeychainError?)
    for (path, member, query) in changes {
      do throws(KeychainError) {
        var part = request.with(query)
        if case .delete(var delete) = part, original.itemClass == .identity {
          delete.deletesHalves = false
          delete.keptKeys = try keysNeeded(besides: path, changes.map { ($0.path, $0.query) })
          part = .delete(delete)
        }
        _ = try member.perform(part, with: proof(path))
        isChanged = true
      } catch {
        guard error.code != .itemNotFound else { continue }
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    guard isChanged else { throw failure ?? ItemSearch.notFound }
    return []
  }

  /// The public key hashes of the certificates in the other keychains that stay. A keychain that cannot be searched
  /// protects no key.
  private func keysNeeded(
    besides path: KeychainPath, _ changes: [(path: KeychainPath, query: ItemQuery)]
  ) throws(KeychainError) -> [AttributeValue] {
    var request = SearchRequest(
      ItemQuery(.certificate, isSynchronizable: nil), contents: .attributes, limit: nil)
    request.listsLocked = true
    var hashes: [AttributeValue] = []
    for other in paths where other != path {
      let passing = changes.first { $0.path == other }?.query.itemLists.last ?? []
      let deleted = Set(
        passing.compactMap { if case .reference(.item(_, let identifier)) = $0 { identifier } else { nil } })
      do throws(KeychainError) {
        let found = try client.client(ofMember: other).perform(.search(request))
        hashes += found.compactMap { deleted.contains($0.identifier) ? nil : $0.attributes[.publicKeyHash] }
      } catch {
        guard error.code == .itemNotFound || error.code == .noSuchKeychain || error.isAboutKeychain else { throw error }
      }
    }
    return hashes
  }

  /// The number of items that a change with a query reaches in one keychain.
  private static func count(_ query: ItemQuery, _ member: KeychainClient) throws(KeychainError) -> Int {
    var search = SearchRequest(query, limit: nil)
    search.isForChange = true
    search.query.largestCount = nil
    do throws(KeychainError) {
      return try member.perform(.search(search)).count
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return 0
    }
  }

  /// A proof is valid only in the login keychain.
  private func proof(_ path: KeychainPath) -> AccessProof? { path == .login ? proof : nil }

  /// Calls `body` with each keychain that can be used, until `body` returns false. The third argument of `body` converts
  /// a query into the query for this keychain.
  ///
  /// - Returns: The error of the first keychain that cannot be searched; nil when there is none.
  private func forEach(
    _ body: (KeychainPath, KeychainClient, (ItemQuery) -> ItemQuery) throws(KeychainError) -> Bool
  ) throws(KeychainError) -> KeychainError? {
    var failure: KeychainError?
    for path in paths {
      do throws(KeychainError) {
        let member = try list.member(path)
        let isLast = try !body(path, try client.client(ofMember: path)) {
          KeychainSearchList.localized(.search(SearchRequest($0)), in: member).query ?? $0
        }
        if isLast { break }
      } catch {
        guard error.code != .itemNotFound, error.code != .noSuchKeychain || paths.count == 1 else { continue }
        guard paths.count > 1, error.isAboutKeychain else { throw error }
        failure = failure ?? error
      }
    }
    return failure
  }
}
