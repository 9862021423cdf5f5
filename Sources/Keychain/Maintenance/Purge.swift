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

  let session: ItemSession

  /// The rows that say they are dead or tombstones.
  func candidates() throws(KeychainError) -> [Candidate] {
    let usable = session.sealer.ring.usableKeys.map(\.keyID)
    var candidates: [Candidate] = []
    for itemClass in ItemClass.stored {
      candidates += try session.connection.numbersToPurge(of: itemClass, usableKeys: usable)
        .map { Candidate(itemClass: itemClass, number: $0) }
      candidates += try guardedByLostKey(itemClass)
    }
    return candidates
  }

  /// The rows whose guard takes an authentication key that went with its passcode: their columns say
  /// nothing of it, so all rows are looked at when there was such a passcode.
  private func guardedByLostKey(_ itemClass: ItemClass) throws(KeychainError) -> [Candidate] {
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
  func run(_ candidates: some Sequence<Candidate>) throws(KeychainError) -> Outcome {
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
      try session.connection.delete(
        number: row.number, row.identifier, from: candidate.itemClass)
    }
    return outcome
  }
}
