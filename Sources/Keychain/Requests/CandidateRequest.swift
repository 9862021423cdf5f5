package import KeychainModel

/// A search for the certificates that a client is to evaluate before it searches, updates or deletes.
///
/// For a query for certificates, the candidates are the matching certificates. For a query for identities, the
/// candidates are the certificates of identities that may match; the columns and tags of the keys decide this. A
/// certificate may be a candidate twice when a program has shared groups beside its own groups.
package struct CandidateRequest: Sendable {
  /// The operation that the candidates are for. It decides about access groups and about locked
  /// keys.
  package enum Purpose: Sendable, Hashable {
    case search
    /// A search that leaves out items whose access control requires a proof that the caller has not
    /// brought.
    case searchSkippingGuarded
    case update
    case delete
  }

  package var query: ItemQuery
  package var purpose: Purpose

  /// The end of the last page; nil for the first page.
  package var cursor: CandidateCursor?

  /// The largest number of certificates in the page; at least 1. A page never has more than
  /// `largestLimit`.
  package var limit: Int

  static let largestLimit = 4096

  package init(_ query: ItemQuery, for purpose: Purpose, after cursor: CandidateCursor? = nil, limit: Int) {
    self.query = query
    self.purpose = purpose
    self.cursor = cursor
    self.limit = limit
  }
}

/// A position in the order of candidates. It stays valid when items are added or deleted.
package struct CandidateCursor: Sendable, Hashable {
  /// The number of the round. Access groups are read in rounds: the program's own groups first, then
  /// all groups.
  let round: UInt8
  /// The row number of the last certificate.
  let number: Int64
}

/// Some candidates, in the order in which a search finds items.
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
