package import KeychainModel
import X509Certificates

extension KeychainClient {
  /// Performs a request. If `evaluation` is not nil, the request must be a search, an update or a delete of
  /// certificates or identities, and finds only certificates that pass the evaluation.
  ///
  /// - Parameters:
  ///   - evaluation: The evaluation; nil for a request without an evaluation.
  ///   - proof: The proof of the caller's authentication; nil when the caller has no proof.
  package func perform(
    _ request: ItemRequest, evaluating evaluation: CertificateEvaluation?, with proof: AccessProof? = nil
  ) throws(KeychainError) -> [Item] {
    guard let evaluation else { return try perform(request, with: proof) }
    if let list, let paths = try Self.evaluatedPaths(of: request, scope, list) {
      return try SeveralEvaluated(self, list, paths, evaluation, proof).perform(request)
    }
    func evaluated(_ query: ItemQuery, _ purpose: CandidateRequest.Purpose) throws(KeychainError) -> ItemQuery {
      try using(proof) { (handle) throws(KeychainError) in
        try EvaluatedRequest(self, evaluation, proof: handle).evaluated(query, purpose)
      }
    }
    switch request {
    case .search(let request):
      return try using(proof) { (handle) throws(KeychainError) in
        try EvaluatedRequest(self, evaluation, proof: handle).search(request)
      }
    case .update(var request):
      try requireWritableGroup(of: request)
      request.query = try evaluated(request.query, .update)
      return try perform(.update(request), with: proof)
    case .delete(var request):
      request.query = try evaluated(request.query, .delete)
      return try perform(.delete(request), with: proof)
    case .add, .addAll, .addIdentities:
      throw KeychainError(.parameter, "nothing is evaluated for an add")
    }
  }

  /// The keychains that a request uses, if there are several.
  private static func evaluatedPaths(
    of request: ItemRequest, _ scope: KeychainScope, _ list: KeychainSearchList
  ) throws(KeychainError) -> [KeychainPath]? {
    let (query, isChange): (ItemQuery, Bool)
    switch request {
    case .search(let request): (query, isChange) = (request.query, false)
    case .update(let request): (query, isChange) = (request.query, true)
    case .delete(let request): (query, isChange) = (request.query, true)
    case .add, .addAll, .addIdentities: return nil
    }
    let paths = try list.paths(of: scope).filter {
      list.mayContain($0, query, scope, isChange: isChange)
    }
    return paths == [.login] ? nil : paths
  }

  /// Makes the service check the new access group of an update before any item is read. Without this early check, a
  /// locked candidate would cause an error first, and this error would hide that the caller cannot write to the group.
  /// The query of this check matches no item, so nothing is changed.
  ///
  /// - Throws: `.missingEntitlement` when the caller cannot write to the group.
  func requireWritableGroup(of request: UpdateRequest) throws(KeychainError) {
    guard request.changes[.accessGroup] != nil else { return }
    var request = request
    request.query.itemLists.append([])
    do throws(KeychainError) {
      _ = try perform(.update(request))
    } catch {
      guard error.code == .itemNotFound else { throw error }
    }
  }
}

/// A request about items whose certificates the client evaluates.
///
/// The client fetches candidates page by page and evaluates the candidates. Then the client sends the original request
/// with one more condition: a list of the certificates that passed. So the service finds, orders, counts and changes
/// items as for any request with an item list, and an update or a delete is one transaction. An item that was deleted
/// during the evaluation does not match.
struct EvaluatedRequest {
  private let client: KeychainClient
  private let evaluator: CertificateEvaluator
  private let proof: Handle?

  /// - Parameter all: The client of all keychains, in which issuers are searched; nil to search only the keychain of
  ///   `client`.
  init(
    _ client: KeychainClient, _ evaluation: CertificateEvaluation, proof: Handle?, issuersIn all: KeychainClient? = nil
  ) {
    self.client = client
    self.proof = proof
    let proofForIssuers = all == nil ? proof : nil
    evaluator = CertificateEvaluator(evaluation, client.trustSettings) { (subject) throws(KeychainError) in
      try Self.certificates(named: subject, all ?? client, proofForIssuers)
    }
  }

  private func send(_ request: SearchRequest) throws(KeychainError) -> [Item] {
    try client.send(.items(.search(request), proof: proof)).items()
  }

  /// Evaluates candidates until as many certificates have passed as the limit allows, and searches among these
  /// certificates. If the search finds fewer items than the limit, the client searches again with more certificates.
  func search(_ request: SearchRequest) throws(KeychainError) -> [Item] {
    guard request.limit != 0 else { return try send(request) }
    var candidates = Candidates(
      request.query, for: request.skipsGuarded ? .searchSkippingGuarded : .search, proof: proof)
    var passing: [RowIdentifier] = []
    var wanted = request.limit ?? .max
    while true {
      try collect(&candidates, upTo: wanted, into: &passing)
      var narrowed = request
      narrowed.query = Self.narrowed(request.query, to: Self.list(passing))
      do throws(KeychainError) {
        let items = try send(narrowed)
        if items.count == request.limit || candidates.isAtEnd { return items }
      } catch {
        guard error.code == .itemNotFound, !candidates.isAtEnd else { throw error }
      }
      wanted = 2 * passing.count
    }
  }

  /// The query for the items to change: the items whose certificates passed the evaluation.
  func evaluated(
    _ query: ItemQuery, _ purpose: CandidateRequest.Purpose
  ) throws(KeychainError) -> ItemQuery {
    Self.narrowed(query, to: Self.list(try passing(query, purpose)))
  }

  /// The certificates that a change with a query may reach, and that passed the evaluation.
  func passing(
    _ query: ItemQuery, _ purpose: CandidateRequest.Purpose
  ) throws(KeychainError) -> [RowIdentifier] {
    var candidates = Candidates(query, for: purpose, proof: proof)
    var passing: [RowIdentifier] = []
    // If the query is for certificates, the client collects at most one certificate more than the query allows, because
    // one more is enough for the service to reject the change. If the query is for identities, the client collects all
    // candidates, because it does not know which candidates belong to an identity.
    let allowed = query.itemClass == .certificate ? query.largestCount : nil
    let wanted = allowed.map { $0 < .max ? $0 + 1 : $0 } ?? .max
    try collect(&candidates, upTo: wanted, into: &passing)
    return passing
  }

  /// The query with one more item list, which contains the certificates that passed. The new query always has a filter,
  /// because a filter makes the service decrypt each certificate.
  static func narrowed(_ query: ItemQuery, to passing: [ListedItem]) -> ItemQuery {
    var narrowed = query
    narrowed.itemLists.append(passing)
    narrowed.namesFoundItems = !query.namesItems
    narrowed.filter = query.filter ?? CertificateFilter()
    return narrowed
  }

  private static func list(_ passing: [RowIdentifier]) -> [ListedItem] {
    passing.map { .reference(.item(.certificate, $0)) }
  }

  /// Evaluates candidates until `count` candidates have passed, or until no candidate is left.
  private func collect(
    _ candidates: inout Candidates, upTo count: Int, into passing: inout [RowIdentifier]
  ) throws(KeychainError) {
    while passing.count < count, let candidate = try candidates.next(client) {
      guard try evaluator.passes(candidate.content) else { continue }
      passing.append(candidate.identifier)
    }
  }

  /// The certificates in the keychain that have this subject.
  private static func certificates(
    named subject: [UInt8], _ client: KeychainClient, _ proof: Handle?
  ) throws(KeychainError) -> [Certificate] {
    let query = ItemQuery(.certificate, attributes: AttributeSet([.subject: .data(subject)]))
    let request = SearchRequest(query, contents: .secret, limit: nil, skipsGuarded: true)
    do throws(KeychainError) {
      return try client.send(.items(.search(request), proof: proof)).items().compactMap { item in
        item.secret.flatMap { try? Certificate(der: $0) }
      }
    } catch {
      // One of several keychains that cannot be searched has no issuers.
      guard error.code == .itemNotFound || (client.list != nil && error.isAboutKeychain) else { throw error }
      return []
    }
  }
}

/// The candidates of a query, one by one, without duplicates.
private struct Candidates {
  private static let firstLimit = 32

  private var request: CandidateRequest
  private let proof: Handle?
  private var page: ArraySlice<CandidatePage.Candidate> = []
  private var isLastPage = false
  /// The candidates that were already returned. A later page may contain the same candidates again.
  private var seen: Set<RowIdentifier> = []

  init(_ query: ItemQuery, for purpose: CandidateRequest.Purpose, proof: Handle?) {
    request = CandidateRequest(query, for: purpose, limit: Self.firstLimit)
    self.proof = proof
  }

  /// Whether all candidates were returned.
  var isAtEnd: Bool { isLastPage && page.isEmpty }

  /// Returns the next candidate, or nil after the last candidate. Each page is larger than the previous page, because
  /// the service reads the rows of all earlier pages again for each page.
  mutating func next(_ client: KeychainClient) throws(KeychainError) -> CandidatePage.Candidate? {
    while true {
      while let candidate = page.popFirst() {
        if seen.insert(candidate.identifier).inserted { return candidate }
      }
      if isLastPage { return nil }
      guard case .candidates(let next) = try client.send(.candidates(request, proof: proof)) else {
        throw Reply.unexpected
      }
      if let former = request.cursor, let cursor = next.next, !former.precedes(cursor) { throw Reply.unexpected }
      page = next.candidates[...]
      // Only the last page is empty.
      isLastPage = next.next == nil || page.isEmpty
      request.cursor = next.next
      request.limit = min(2 * request.limit, CandidateRequest.largestLimit)
    }
  }
}
