import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Removes rows without content: tombstones, and rows whose key was destroyed (dead rows).
///
/// Damaged rows and the quarantine stay. Each transaction removes a limited number of rows, so that other writers can
/// run in between.
package struct Purge {
  /// The class and the number of a row that `remove` must examine.
  private typealias Candidate = (itemClass: ItemClass, number: Int64)

  static let batchCount = 500

  let keychain: LocalKeychain
  /// How long each transaction may wait for other processes.
  let timeout: Duration

  /// - Parameter onProgress: Called with the number of rows that were examined so far, and with the number of all rows
  ///   to examine.
  func run(onProgress: ProgressReport) throws(KeychainError) -> PurgeOutcome {
    var outcome = PurgeOutcome()
    let candidates = try candidates()
    for start in stride(from: 0, to: candidates.count, by: Self.batchCount) {
      let batch = candidates[start...].prefix(Self.batchCount)
      // When a transaction runs again, its counts start from the counts before the transaction.
      outcome = try keychain.write(until: .after(timeout)) { [outcome] (session) throws(KeychainError) in
        var outcome = outcome
        for candidate in batch { try remove(candidate, session, &outcome) }
        return outcome
      }.value
      try onProgress(batch.endIndex, candidates.count)
    }
    Log.notice("purged: \(outcome.tombstones) tombstones, \(outcome.dead) dead items")
    return outcome
  }

  /// The rows that may be dead rows or tombstones, according to their columns.
  private func candidates() throws(KeychainError) -> [Candidate] {
    try keychain.read(until: .after(timeout)) { (session) throws(KeychainError) in
      let ring = session.sealer.ring
      var candidates: [Candidate] = []
      for itemClass in ItemClass.stored {
        candidates += try session.connection.numbersToPurge(of: itemClass, usableKeys: ring.usableKeys.map(\.keyID))
          .map { (itemClass, $0) }
        // The access control of a row may need an authentication key that was destroyed with the passcode. The columns
        // do not show this, so these rows are opened.
        guard ring.wasPasscodeRemoved else { continue }
        let schema = ItemSchema.of(itemClass)
        try session.connection.forEachRow(of: itemClass) { (number, row) throws(KeychainError) in
          guard let row, !row.isTombstone, ring.status(of: row.keyID) == .usable else { return true }
          if case .dead = try session.sealer.open(row, schema) { candidates.append((itemClass, number)) }
          return true
        }
      }
      return candidates
    }
  }

  /// Opens a row, and removes the row if it is dead or a tombstone.
  private func remove(
    _ candidate: Candidate, _ session: ItemSession, _ outcome: inout PurgeOutcome
  ) throws(KeychainError) {
    guard let row = try session.connection.row(number: candidate.number, of: candidate.itemClass)?.row
    else { return }
    let schema = ItemSchema.of(candidate.itemClass)
    switch try session.sealer.condition(of: row, schema) {
    case .opened where row.isTombstone: outcome.tombstones += 1
    case .dead: outcome.dead += 1
    case .locked: throw RowSealer.locked
    default: return
    }
    try RowWriter(session: session, schema: schema).delete(row)
  }
}
