package import KeychainModel

/// A search for the certificates that a client must evaluate before a search, an update or a delete.
///
/// For a query for certificates, the candidates are the matching certificates. For a query for identities, the
/// candidates are the certificates that may belong to a matching identity, according to the columns and tags of the
/// keys. The same certificate may be a candidate in the first and in the second round (`CandidateCursor`).
package struct CandidateRequest: Sendable {
  /// The operation that needs the candidates. The operation determines which access groups are read, and whether locked
  /// keys are accepted.
  package enum Purpose: Sendable, Hashable {
    case search
    /// A search that leaves out items whose access control requires a proof that the caller has not supplied.
    case searchSkippingGuarded
    case update
    case delete
  }

  package var query: ItemQuery
  package var purpose: Purpose

  /// The end of the previous page; nil for the first page.
  package var cursor: CandidateCursor?

  /// The largest number of certificates in the page; at least 1. A page never has more than `largestLimit`
  /// certificates.
  package var limit: Int

  static let largestLimit = 4096

  package init(_ query: ItemQuery, for purpose: Purpose, after cursor: CandidateCursor? = nil, limit: Int) {
    self.query = query
    self.purpose = purpose
    self.cursor = cursor
    self.limit = limit
  }
}

/// A position in the order of candidates. The position stays valid when items are added or deleted.
package struct CandidateCursor: Sendable, Hashable {
  /// The number of the round. The first round reads the program's own groups. The second round reads the shared groups,
  /// or all groups for identities.
  let round: UInt8
  /// The row number of the last certificate.
  let number: Int64

  func precedes(_ other: CandidateCursor) -> Bool { (round, number) < (other.round, other.number) }
}

/// A page of candidates, in the order in which a search finds items.
package struct CandidatePage: Sendable {
  package struct Candidate: Sendable {
    package let identifier: RowIdentifier
    /// The content of the certificate.
    package let content: [UInt8]
  }

  package var candidates: [Candidate] = []

  /// The position of the next page; nil after the last page.
  package var next: CandidateCursor?
}
