import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Writes the contents of a backup. The caller must start the read transaction.
struct BackupExport {
  let session: ItemSession
  let writer: BackupWriter
  /// Whether the backup leaves out the private keys that never leave the service (`PrivateKeyRetention`). The client
  /// chooses the passphrase of the backup and can export the device key, so it can open every backup.
  let retainsPrivateKeys: Bool

  /// The policy of items that exist for every program of the user.
  private static let largestPolicy: Int64 = 1

  func run(onProgress: ProgressReport) throws(KeychainError) -> BackupOutcome {
    var outcome = BackupOutcome()
    var total = 0
    for itemClass in ItemClass.stored { total += try session.connection.rowCount(of: itemClass) }
    var done = 0
    for itemClass in ItemClass.stored {
      let schema = ItemSchema.of(itemClass)
      try session.connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        if let row {
          try write(row, schema, &outcome)
        } else {
          outcome.unreadable += 1
        }
        done += 1
        try onProgress(done, total)
        return true
      }
    }
    let quarantined = try session.connection.quarantinedRowCount()
    if quarantined > 0 { outcome.excluded[.quarantined] = quarantined }
    return outcome
  }

  private func write(
    _ row: ItemRow, _ schema: ItemSchema, _ outcome: inout BackupOutcome
  ) throws(KeychainError) {
    // A restored item exists for every program of the user, so it would lose its protection.
    guard row.policy <= Self.largestPolicy else {
      outcome.excluded[.protectedProgram, default: 0] += 1
      return
    }
    let opening = try session.sealer.open(row, schema)
    var decision = BackupRules.decision(
      opening, isTombstone: row.isTombstone, schema.itemClass)
    // If the key number in a row is damaged, the row can look as if its key was destroyed. `isDead` checks whether the
    // key of this row really was destroyed.
    if decision == .excluded(.destroyed), try !session.sealer.isDead(row, schema) {
      decision = .unreadable
    }
    switch decision {
    case .gone: return
    case .excluded(let reason): outcome.excluded[reason, default: 0] += 1
    case .unreadable: outcome.unreadable += 1
    case .included, .thisDeviceOnly:
      if retainsPrivateKeys, schema.itemClass == .key, opening.content?.attributes.retainPrivateKey ?? true {
        outcome.excluded[.retainedPrivateKey, default: 0] += 1
        return
      }
      guard let content = opening.content,
        (try? BackupRecord.requireRestorable(content.attributes, beside: content.unknown.count)) != nil,
        let secret = try session.readableSecret(of: row, content, schema)
      else {
        outcome.unreadable += 1
        return
      }
      let record = BackupRecord(
        schema.itemClass, row.identifier, content.attributes, unknown: content.unknown, secret)
      defer { record.wipeSecret() }
      try writer.append(record, isThisDeviceOnly: decision == .thisDeviceOnly)
      outcome.items += 1
      if decision == .thisDeviceOnly { outcome.thisDeviceOnly += 1 }
    }
  }
}
