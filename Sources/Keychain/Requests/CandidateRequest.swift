package import KeychainModel

/// A search for the certificates that a client is to evaluate before it searches, updates or deletes.
///
/// A query for certificates has the matching certificates as candidates. A query for identities has the certificates of the
/// identities that may match: the columns and tags of a key tell whether it does. A certificate may be a candidate twice
/// when a program has groups of its own beside shared ones.
package struct CandidateRequest: Sendable {
  /// What the candidates are for, which decides about access groups and about locked keys.
  package enum Purpose: Sendable, Hashable {
    /// A search.
    case search
    /// A search that leaves out items whose access control asks for more proofs than the caller brought.
    case searchSkippingGuarded
    case update
    case delete
  }

  package var query: ItemQuery
  package var purpose: Purpose

  /// Where the last page ended; nil for the first page.
  package var cursor: CandidateCursor?

  /// The most certificates of the page, at least 1. A page never has more than `largestLimit`.
  package var limit: Int

  static let largestLimit = 4096

  package init(_ query: ItemQuery, for purpose: Purpose, after cursor: CandidateCursor? = nil, limit: Int) {
    self.query = query
    self.purpose = purpose
    self.cursor = cursor
    self.limit = limit
  }
}

/// A place in the order of candidates. It stays valid when items are added or deleted.
package struct CandidateCursor: Sendable, Hashable {
  /// Access groups are read in rounds: the program's own, then all. This is the number of the round.
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

  /// For the next page; nil after the last.
  package var next: CandidateCursor?
}
