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
  case copy(CopyOutcome)
  case progress(done: Int, of: Int)
  /// The next bytes of a file, at most 64 KiB.
  case bytes([UInt8])
  /// The reply of a call that committed a change of items. `isSynchronizable` tells whether a synchronizable item was
  /// added, changed or deleted. The client notifies the observers in its process.
  indirect case committed(Reply, isSynchronizable: Bool)
  /// The last reply of finished work. It contains the result of the work.
  indirect case ended(Reply)
  /// The result of an operation with a private key. The result may be secret.
  case result([UInt8])
  case changes([KeychainChange], ChangeCursor)
  /// The reply to `Request.outcome`.
  case outcome(RequestOutcome)
}

extension Reply {
  /// The reply without the wrapper `.committed`.
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
  package func items() throws(KeychainError) -> [Item] {
    guard case .items(let items) = self else { throw Self.unexpected }
    return items
  }

  package func handle() throws(KeychainError) -> Handle {
    guard case .handle(let handle) = self else { throw Self.unexpected }
    return handle
  }

  func refusal() throws(KeychainError) -> KeychainError? {
    guard case .refusal(let refusal) = self else { throw Self.unexpected }
    return refusal
  }
}

/// Identifies one call of a client. When the reply is lost, the client asks for the outcome of the call by its
/// identifier. Identifiers are random, so no other call has the same identifier.
package struct RequestIdentifier: Hashable, Sendable {
  /// The database that the client found before the call, as in `ChangeCursor`. The service carries out the call in no
  /// other database.
  package let database: UInt64

  /// The number of a commit before the call. The service keeps the outcomes of the latest calls only. From this number
  /// the service knows whether it may have removed the outcome of the call.
  package let commit: UInt64

  package let bytes: RowIdentifier

  package init(_ bytes: RowIdentifier, of database: UInt64, after commit: UInt64) {
    self.bytes = bytes
    self.database = database
    self.commit = commit
  }

  /// - Parameter cursor: The cursor after the latest commit, which the client fetched before the call.
  package init(random: some RandomSource, at cursor: ChangeCursor) throws(KeychainError) {
    self.init(try random.makeIdentifier(), of: cursor.database, after: cursor.number)
  }
}

/// The outcome of a call with an identifier.
package enum RequestOutcome: Sendable {
  /// Another database took the place of the database of the call, or the outcome may have been removed.
  case unknown
  /// The call was carried out. The list contains the new items in their order. The list is nil when there are more than
  /// 256 new items, or when the call left out an item that existed before.
  case done([NewItem]?)
  /// The call was not carried out, and will not be carried out.
  case refused

  /// A new item of a call: its class and identifier, which its persistent reference contains.
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
  /// Whether a call with this request may have an identifier. Only a request that is carried out in one transaction may
  /// have an identifier, because the transaction stores the identifier.
  var mayHaveIdentifier: Bool {
    switch self {
    case .items(let request, _): request.changesItems
    case .recoverQuarantined, .dropQuarantined, .begin(.add), .begin(.batch): true
    case .begin(.importBackup(_, _, let isDryRun, _)): !isDryRun
    default: false
    }
  }
}
