package import KeychainCrypto
package import KeychainModel

/// The reply of a service. `Request` names the reply of each request.
package enum Reply: Sendable {
  case done
  case flag(Bool)
  case flags([Bool])
  case count(Int?)
  case items([Item])
  case candidates(CandidatePage)
  case batch([BatchOutcome])
  case unreadable(UnreadableCount)
  case handle(Handle)
  case status(LockStatus)
  case refusal(KeychainError?)
  case deviceKey(DeviceKey)
  case repair(RepairOutcome?)
  case recovery(QuarantineOutcome)
  case erasure(ErasureOutcome?)
  case rotation(RotationOutcome?)
  case verification(VerificationReport)
  case purge(PurgeOutcome)
  case compaction(CompactionOutcome?)
  case backup(BackupOutcome)
  case restoration(RestoreOutcome)
  case progress(done: Int, of: Int)
  /// At most 64 KiB of a file.
  case bytes([UInt8])
  /// The reply of a call that committed a change of items. It says whether a synchronizable item was added, changed or
  /// deleted. The client notifies the observers in its process.
  indirect case committed(Reply, isSynchronizable: Bool)
  /// The reply of finished work.
  indirect case ended(Reply)
  /// The result of an operation with a key. It may be secret.
  case result([UInt8])
  case changes([KeychainChange], ChangeCursor)
  /// The reply of `Request.outcome`, and of a call that was already carried out.
  case outcome(RequestOutcome)
}

extension Reply {
  /// The reply without the report of a commit.
  var uncommitted: Reply { if case .committed(let reply, _) = self { reply } else { self } }

  static var unexpected: KeychainError {
    KeychainError(.internalComponent, "the service gave another kind of reply")
  }

  func flag() throws(KeychainError) -> Bool {
    guard case .flag(let flag) = self else { throw Self.unexpected }
    return flag
  }

  func count() throws(KeychainError) -> Int? {
    guard case .count(let count) = self else { throw Self.unexpected }
    return count
  }

  @inline(__always)
  func items() throws(KeychainError) -> [Item] {
    guard case .items(let items) = self else { throw Self.unexpected }
    return items
  }

  func handle() throws(KeychainError) -> Handle {
    guard case .handle(let handle) = self else { throw Self.unexpected }
    return handle
  }

  func refusal() throws(KeychainError) -> KeychainError? {
    guard case .refusal(let refusal) = self else { throw Self.unexpected }
    return refusal
  }
}

/// Identifies one call of a client, which may be sent again when its reply was lost. It is random, so no other call has
/// the same identifier.
package struct RequestIdentifier: Hashable, Sendable {
  package let bytes: RowIdentifier

  package init(_ bytes: RowIdentifier) { self.bytes = bytes }

  package init(random: some RandomSource) throws(KeychainError) {
    self.init(try random.makeIdentifier())
  }
}

/// The outcome of a call with an identifier.
package enum RequestOutcome: Sendable {
  /// The call was not carried out, is not done yet, or was carried out more than ten minutes ago.
  case unknown
  /// The call was carried out. The new items are listed in their order; nil when there are more than 256.
  case done([NewItem]?)
  /// The call failed, and changed nothing. A restarted service does not remember the failure.
  case failed(KeychainError)

  /// A new item of a call, with the content of its persistent reference.
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
  /// Whether the request is carried out in one transaction. Only then can an identifier show whether it was carried
  /// out.
  var mayHaveIdentifier: Bool {
    switch self {
    case .items(let request, _): request.changesItems
    case .recoverQuarantined, .dropQuarantined, .begin(.add), .begin(.batch): true
    case .begin(.importBackup(_, _, let isDryRun, _)): !isDryRun
    default: false
    }
  }
}
