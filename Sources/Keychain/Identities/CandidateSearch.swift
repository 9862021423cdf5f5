import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Performs a search for the certificates that a client must evaluate.
///
/// If an item cannot be opened, the current page ends before this item. The request for the next page throws the error
/// of the item. A client that needs only the first page therefore gets no error. An ordinary search with a limit gives
/// no error for such an item either.
final class CandidateSearch {
  /// The size in bytes at which a page is full. A page ends with the certificate that reaches this size.
  private static let largestByteCount = 4 << 20

  private let request: CandidateRequest
  private let caller: Caller
  private var page = CandidatePage()
  private var byteCount = 0
  private var memory: MemoryMeter

  /// - Parameter memory: Counts the bytes of the certificates; nil when they are not counted.
  init(request: CandidateRequest, caller: Caller, _ memory: MemoryClaim? = nil) {
    self.request = request
    self.caller = caller
    self.memory = MemoryMeter(memory)
  }

  func run(_ session: ItemSession) throws(KeychainError) -> CandidatePage {
    let scopes = try scopes()
    // A filter, even an empty filter, makes the search decrypt every row that the columns select.
    var query = request.query
    query.filter = query.filter ?? CertificateFilter()
    let begin = request.cursor ?? CandidateCursor(round: 0, number: .min)
    try session.connection.read { () throws(KeychainError) in
      for round in scopes.indices.dropFirst(Int(begin.round)) {
        let after = round == Int(begin.round) ? begin.number : .min
        do throws(KeychainError) {
          try addCandidates(of: query, in: scopes[round], round, after: after, session)
        } catch {
          guard !page.candidates.isEmpty,
            error.code == .interactionNotAllowed || error.code == .authenticationFailed
          else { throw error }
          return
        }
        if isFull { return }
      }
      page.next = nil
    }
    return page
  }

  private var isFull: Bool {
    page.candidates.count >= min(request.limit, CandidateRequest.largestLimit) || byteCount >= Self.largestByteCount
  }

  private var isForIdentities: Bool { request.query.itemClass == .identity }

  /// The access groups to read, in the same order as in the operation that needs the candidates.
  private func scopes() throws(KeychainError) -> [GroupScope] {
    let group = request.query.attributes[.accessGroup]?.text
    switch request.purpose {
    case .update, .delete:
      return [try caller.groupsToChange(named: group, namesItems: request.query.namesItems)]
    case .search, .searchSkippingGuarded:
      let scopes = try caller.groupsToSearchInOrder(named: group)
      guard isForIdentities, scopes.count > 1 else { return scopes }
      // The certificate and the key of an identity may be in different groups, so the search reads the program's own
      // groups first, and then all groups.
      return [scopes[0], try caller.groupsToSearch(named: group)]
    }
  }

  private func addCandidates(
    of query: ItemQuery, in groups: GroupScope, _ round: Int, after number: Int64, _ session: ItemSession
  ) throws(KeychainError) {
    let issuers = try caller.groupsToSearch(named: nil)
    let skipsGuarded = request.purpose == .searchSkippingGuarded
    func add(_ row: ItemRow, _ content: OpenedRow) throws(KeychainError) -> Bool {
      try memory.add(content.secret)
      guard let der = try session.readableSecret(of: row, content, .certificate)?.data else { return true }
      page.candidates.append(CandidatePage.Candidate(identifier: row.identifier, content: der))
      page.next = CandidateCursor(round: UInt8(round), number: row.number)
      byteCount += der.count
      return !isFull
    }
    guard isForIdentities else {
      guard let plan = MatchPlan(query, groups, issuers: issuers) else { return }
      try MatchingRows(plan: plan, session: session, skipsGuarded: skipsGuarded, after: number).forEach(add)
      return
    }
    try IdentityJoin(
      query: query, groups: groups, issuerGroups: issuers, session: session,
      changesItems: request.purpose == .update || request.purpose == .delete,
      passesLocked: request.purpose == .delete, skipsGuarded: skipsGuarded
    ).forEachCertificate(after: number, add)
  }
}
