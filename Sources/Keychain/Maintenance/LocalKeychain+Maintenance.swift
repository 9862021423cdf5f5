import KeychainFiles
import KeychainLog
package import KeychainModel

extension LocalKeychain {
  /// Reads everything that is stored and says what is damaged. Changes nothing, and works on a
  /// store that calls refuse to use. Where there is no store, there is nothing to report.
  ///
  /// - Parameter onProgress: Called with the number of rows read so far, and of all rows.
  /// - Throws: `.notAvailable` when the folders cannot be used at all, or when a repair keeps the
  ///   store busy for 30 seconds.
  package func verify(
    onProgress: @escaping ProgressReport = { _, _ in }
  ) throws(KeychainError) -> VerificationReport {
    try call { (deadline) throws(KeychainError) in
      var verification = StoreVerification(vault, until: deadline, onProgress: onProgress)
      return try verification.run()
    }
  }

  /// How many items of these classes no search finds, because what tells them from others is damaged,
  /// and how many ask for a proof: who hands over everything has to say so. Those whose secret alone is
  /// damaged are found. Where there is no store, none is made.
  ///
  /// - Throws: `.interactionNotAllowed` when items are locked, and what a search throws.
  package func countUnreadable(
    of itemClasses: [ItemClass] = ItemClass.stored
  ) throws(KeychainError) -> UnreadableRows.Count {
    guard try isPresent() else { return UnreadableRows.Count() }
    return try read { (session) throws(KeychainError) in
      try session.connection.read { () throws(KeychainError) in
        try UnreadableRows(session: session).count(of: itemClasses)
      }
    }
  }

  /// Puts back the rows in quarantine that open now and whose uniqueness key is free. The others
  /// stay as they are. Where there is no store, none is made.
  ///
  /// - Returns: How many were put back, and which stay for what reason.
  /// - Throws: What an update throws.
  package func recoverQuarantined() throws(KeychainError) -> QuarantineRecovery.Outcome {
    guard try isPresent() else { return QuarantineRecovery.Outcome() }
    let outcome = try write(isSynchronizable: \.isSynchronizable) {
      (session) throws(KeychainError) in
      try QuarantineRecovery(session: session).run()
    }
    Log.notice("out of quarantine: \(outcome.recovered) items; \(outcome.remaining) stay")
    return outcome
  }

  /// Deletes what lies in quarantine, whether or not it could still be recovered, and says how many
  /// rows. Where there is no store, none is made.
  ///
  /// - Throws: What a delete throws.
  package func dropQuarantined() throws(KeychainError) -> Int {
    guard try isPresent() else { return 0 }
    let count = try write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      try session.connection.dropQuarantine()
    }
    Log.notice("dropped from quarantine: \(count) items")
    return count
  }

  /// Removes tombstones, and rows whose key was destroyed. Damaged rows stay, and the quarantine.
  /// Where there is no store, none is made.
  ///
  /// The persistent reference of a deleted synchronizable item, which an equal item would have got
  /// back, means nothing any more.
  ///
  /// - Parameter onProgress: Called with the number of rows looked at so far, and of all of them.
  /// - Throws: What a delete throws; what was removed before stays removed.
  package func purge(
    onProgress: ProgressReport = { _, _ in }
  ) throws(KeychainError) -> Purge.Outcome {
    var outcome = Purge.Outcome()
    guard try isPresent() else { return outcome }
    let candidates = try read { (session) throws(KeychainError) in
      try Purge(session: session).candidates()
    }
    var done = 0
    while done < candidates.count {
      let batch = candidates[done..<min(done + Purge.batchCount, candidates.count)]
      let removed = try write(isSynchronizable: { _ in false }) {
        (session) throws(KeychainError) in
        try Purge(session: session).run(batch)
      }
      outcome.dead += removed.dead
      outcome.tombstones += removed.tombstones
      done += batch.count
      try onProgress(done, candidates.count)
    }
    Log.notice("purged: \(outcome.tombstones) tombstones, \(outcome.dead) dead items")
    return outcome
  }
}
