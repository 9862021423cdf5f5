import KeychainModel

/// A request with an evaluation in several keychains. The certificates of each keychain are evaluated separately, so a
/// request finds no identity whose certificate and key are in different keychains.
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
      return try change(request, update.query, .update)
    case .delete(let delete): return try change(request, delete.query, .delete)
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

  /// Evaluates the certificates of all keychains. Then sends the request with a list of the certificates that passed.
  private func change(
    _ request: ItemRequest, _ query: ItemQuery, _ purpose: CandidateRequest.Purpose
  ) throws(KeychainError) -> [Item] {
    var passing: [ListedItem] = []
    let failure = try forEach { (path, member, body) throws(KeychainError) in
      let found = try member.using(proof(path)) { (handle) throws(KeychainError) in
        try EvaluatedRequest(member, evaluation, proof: handle, issuersIn: client).passing(body(query), purpose)
      }
      let keychain = try list.member(path).keychain
      passing += found.map { identifier in
        let reference = PersistentReference.item(.certificate, identifier)
        return keychain.map { .elsewhere(reference, $0.vaultID) } ?? .reference(reference)
      }
      return true
    }
    guard !passing.isEmpty else { throw failure ?? ItemSearch.notFound }
    return try client.perform(request.with(EvaluatedRequest.narrowed(query, to: passing)), with: proof)
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
