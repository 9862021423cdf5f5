import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Removes rows that hold nothing any more: dead ones, whose key was destroyed, and tombstones.
///
/// Damaged rows stay, and what is in quarantine. Rows are removed some at a time, so that other
/// writers get their turn; each time is a transaction.
package struct Purge {
  /// What was removed.
  package struct Outcome: Sendable, Equatable {
    package var dead = 0
    package var tombstones = 0
    package init(dead: Int = 0, tombstones: Int = 0) {
      self.dead = dead
      self.tombstones = tombstones
    }
  }

  /// A row that may be one to remove.
  struct Candidate {
    let itemClass: ItemClass
    let number: Int64
  }

  static let batchCount = 500

  let keychain: LocalKeychain
  /// How long each transaction may wait for others.
  let patience: Duration

  /// Where there is no keychain, none is made.
  ///
  /// - Parameter onProgress: Called with the number of rows looked at so far, and of all of them.
  func run(onProgress: ProgressReport) throws(KeychainError) -> Outcome {
    var outcome = Outcome()
    guard try ForkGate.pass({ () throws(KeychainError) in try keychain.vault.isPresent() }) else { return outcome }
    let candidates = try keychain.read(until: .after(patience), candidates)
    var done = 0
    while done < candidates.count {
      let batch = candidates[done..<min(done + Self.batchCount, candidates.count)]
      let removed = try keychain.write(until: .after(patience)) { (session) throws(KeychainError) in
        try remove(batch, session)
      }
      outcome.dead += removed.dead
      outcome.tombstones += removed.tombstones
      done += batch.count
      try onProgress(done, candidates.count)
    }
    Log.notice("purged: \(outcome.tombstones) tombstones, \(outcome.dead) dead items")
    return outcome
  }

  /// The rows that say they are dead or tombstones.
  private func candidates(_ session: ItemSession) throws(KeychainError) -> [Candidate] {
    let usable = session.sealer.ring.usableKeys.map(\.keyID)
    var candidates: [Candidate] = []
    for itemClass in ItemClass.stored {
      candidates += try session.connection.numbersToPurge(of: itemClass, usableKeys: usable)
        .map { Candidate(itemClass: itemClass, number: $0) }
      candidates += try guardedByLostKey(itemClass, session)
    }
    return candidates
  }

  /// The rows whose guard takes an authentication key that went with its passcode: their columns say
  /// nothing of it, so all rows are looked at when there was such a passcode.
  private func guardedByLostKey(
    _ itemClass: ItemClass, _ session: ItemSession
  ) throws(KeychainError) -> [Candidate] {
    guard session.sealer.ring.wasPasscodeRemoved else { return [] }
    let schema = ItemSchema.of(itemClass)
    var candidates: [Candidate] = []
    try session.connection.forEachRow(of: itemClass) { (number, row) throws(KeychainError) in
      guard let row, !row.isTombstone, session.sealer.ring.status(of: row.keyID) == .usable,
        case .dead = try session.sealer.open(row, schema)
      else { return true }
      candidates.append(Candidate(itemClass: itemClass, number: number))
      return true
    }
    return candidates
  }

  /// Removes those of the candidates that are what they say. Runs in the caller's transaction.
  private func remove(
    _ candidates: ArraySlice<Candidate>, _ session: ItemSession
  ) throws(KeychainError) -> Outcome {
    var outcome = Outcome()
    for candidate in candidates {
      let schema = ItemSchema.of(candidate.itemClass)
      guard
        let row = try session.connection.row(
          number: candidate.number, of: candidate.itemClass)?.row
      else { continue }
      switch try session.sealer.open(row, schema) {
      case .opened where row.isTombstone: outcome.tombstones += 1
      case .dead where try session.sealer.isDead(row, schema): outcome.dead += 1
      default: continue
      }
      try RowWriter(session: session, schema: schema).delete(row)
    }
    return outcome
  }
}
