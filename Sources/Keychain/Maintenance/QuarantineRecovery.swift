import KeychainModel
import KeychainStore

/// Puts rows back that were moved out of the way of equal items.
package struct QuarantineRecovery {
  /// What came of it.
  package struct Outcome: Sendable, Equatable {
    package var recovered = 0
    /// Rows that stay: they do not open, or another item has their key.
    package var remaining = 0
    /// Whether a synchronizable item came back.
    var isSynchronizable = false
  }

  let session: KeychainSession

  /// Runs in the caller's transaction.
  func run() throws(KeychainError) -> Outcome {
    var outcome = Outcome()
    for quarantined in try session.connection.quarantinedRows() {
      if let row = try recover(quarantined) {
        outcome.recovered += 1
        if row.isSynchronizable { outcome.isSynchronizable = true }
      } else {
        outcome.remaining += 1
      }
    }
    return outcome
  }

  private func recover(_ quarantined: QuarantinedRow) throws(KeychainError) -> StoredRow? {
    guard let itemClass = quarantined.itemClass, let row = quarantined.row else { return nil }
    let schema = ItemSchema.of(itemClass)
    guard let content = try session.sealer.open(row, schema).content,
      try opensSecret(of: row, content, schema),
      let restored = try session.connection.restore(quarantined)
    else { return nil }
    if schema.isSearchedByDomain {
      try session.connection.setDomains(
        try DomainIndex.domains(of: restored, content.attributes, session.sealer.blinder),
        isSynchronizable: restored.isSynchronizable, of: restored.number, isNew: false)
    }
    return restored
  }

  private func opensSecret(
    of row: StoredRow, _ content: OpenedRow, _ schema: ItemSchema
  ) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      _ = try session.openSecret(of: row, content, schema)
      return true
    } catch {
      guard error.code == .decode else { throw error }
      return false
    }
  }
}
