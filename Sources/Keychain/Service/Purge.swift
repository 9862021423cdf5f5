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
  static let batchCount = 500

  let keychain: LocalKeychain
  /// How long each transaction may wait for other processes.
  let timeout: Duration

  /// - Parameter onProgress: Called with the number of rows that were examined so far, and with the number of all rows
  ///   to examine, as far as it is known.
  func run(onProgress: ProgressReport) throws(KeychainError) -> PurgeOutcome {
    var outcome = PurgeOutcome()
    let total = try candidateCount()
    var examined = 0
    for itemClass in ItemClass.stored {
      var last = Int64.min
      while true {
        let batch = try candidates(of: itemClass, after: last)
        guard let end = batch.last else { break }
        // When a transaction runs again, its counts start from the counts before the transaction.
        outcome = try keychain.write(until: .after(timeout)) { [outcome] (session) throws(KeychainError) in
          var outcome = outcome
          for number in batch { try remove(number, itemClass, session, &outcome) }
          return outcome
        }.value
        (last, examined) = (end, examined + batch.count)
        try onProgress(examined, max(examined, total))
      }
    }
    Log.notice("purged: \(outcome.tombstones) tombstones, \(outcome.dead) dead items")
    return outcome
  }

  /// The number of rows that may be dead rows or tombstones, according to their columns.
  private func candidateCount() throws(KeychainError) -> Int {
    try keychain.read(until: .after(timeout)) { (session) throws(KeychainError) in
      let keys = session.sealer.ring.usableKeys.map(\.keyID)
      var count = 0
      for itemClass in ItemClass.stored {
        count += try session.connection.countToPurge(of: itemClass, usableKeys: keys)
      }
      return count
    }
  }

  /// The numbers of the first rows after a number that may be dead rows or tombstones.
  private func candidates(of itemClass: ItemClass, after number: Int64) throws(KeychainError) -> [Int64] {
    try keychain.read(until: .after(timeout)) { (session) throws(KeychainError) in
      let ring = session.sealer.ring
      guard ring.wasPasscodeRemoved else {
        return try session.connection.numbersToPurge(
          of: itemClass, usableKeys: ring.usableKeys.map(\.keyID), after: number, limit: Self.batchCount)
      }
      // The access control of a row may need an authentication key that was destroyed with the passcode. The columns do
      // not show this, so each row is opened.
      let schema = ItemSchema.of(itemClass)
      var numbers: [Int64] = []
      try session.connection.forEachRow(of: itemClass, after: number) { (number, row) throws(KeychainError) in
        guard let row else { return true }
        if row.isTombstone || ring.status(of: row.keyID) != .usable {
          numbers.append(number)
        } else if case .dead = try session.sealer.open(row, schema) {
          numbers.append(number)
        }
        return numbers.count < Self.batchCount
      }
      return numbers
    }
  }

  /// Opens a row, and removes the row if it is dead or a tombstone.
  private func remove(
    _ number: Int64, _ itemClass: ItemClass, _ session: ItemSession, _ outcome: inout PurgeOutcome
  ) throws(KeychainError) {
    guard let row = try session.connection.row(number: number, of: itemClass)?.row else { return }
    let schema = ItemSchema.of(itemClass)
    switch try session.sealer.condition(of: row, schema) {
    case .opened where row.isTombstone: outcome.tombstones += 1
    case .dead: outcome.dead += 1
    case .locked: throw RowSealer.locked
    default: return
    }
    try RowWriter(session: session, schema: schema).delete(row)
  }
}
