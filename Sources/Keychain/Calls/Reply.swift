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
