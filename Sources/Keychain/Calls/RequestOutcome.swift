package import KeychainCrypto
package import KeychainModel

/// Names one call of a client, which may be sent again when its answer was lost. It is random, so that nobody else meets
/// it.
package struct RequestIdentifier: Hashable, Sendable {
  package let bytes: RowIdentifier

  package init(_ bytes: RowIdentifier) { self.bytes = bytes }

  package init(random: some RandomSource) throws(KeychainError) {
    self.init(try random.makeIdentifier())
  }
}

/// What became of a call with an identifier.
package enum RequestOutcome: Sendable {
  /// It was not carried out, is not done yet, or was carried out more than ten minutes ago.
  case unknown
  /// It was carried out. The new items are in their order; nil when there are more than 256.
  case done([NewItem]?)
  /// It failed, and changed nothing. A service that was started again does not remember it.
  case failed(KeychainError)

  /// An item that a call made, by what its persistent reference holds.
  package struct NewItem: Hashable, Sendable {
    package let itemClass: ItemClass
    package let identifier: RowIdentifier

    package init(_ itemClass: ItemClass, _ identifier: RowIdentifier) {
      self.itemClass = itemClass
      self.identifier = identifier
    }
  }
}

extension Request {
  /// Whether it is carried out in one transaction, so that an identifier can say whether that was done.
  var mayHaveIdentifier: Bool {
    switch self {
    case .items(let request, _): request.changesItems
    case .recoverQuarantined, .dropQuarantined, .begin(.add), .begin(.batch): true
    case .begin(.importBackup(_, _, let isDryRun, _)): !isDryRun
    default: false
    }
  }
}
