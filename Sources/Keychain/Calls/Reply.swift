package import KeychainCrypto
package import KeychainModel

/// What a service answers. `Request` says which reply each request has.
package enum Reply: Sendable {
  case done
  case flag(Bool)
  case flags([Bool])
  case count(Int?)
  case items([Item])
  case candidates(CandidatePage)
  case batch([BatchOutcome])
  case unreadable(UnreadableRows.Count)
  case handle(Handle)
  case status(LockStatus)
  case refusal(KeychainError?)
  case deviceKey(DeviceKey)
  case repair(RepairOutcome?)
  case recovery(QuarantineRecovery.Outcome)
  case erasure(ErasureOutcome?)
  case rotation(RotationOutcome?)
  case verification(VerificationReport)
  case purge(Purge.Outcome)
  case compaction(Compaction.Outcome?)
  case backup(BackupOutcome)
  case restoration(RestoreOutcome)
  case progress(done: Int, of: Int)
  /// At most 64 KiB of a file.
  case bytes([UInt8])
  /// The reply of a call that committed a change of items, and whether a synchronizable one was added, changed or deleted.
  /// The client notifies the observers in its process.
  indirect case committed(Reply, isSynchronizable: Bool)
  /// The reply of work, which is over.
  indirect case ended(Reply)
  /// What came of an operation with a key. It may be secret.
  case result([UInt8])
  case changes([KeychainChange], ChangeCursor)
  /// Of `Request.outcome`, and of a call that was carried out already.
  case outcome(RequestOutcome)
}

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
