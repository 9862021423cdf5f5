import KeychainCrypto
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Stores the items of a backup. The caller must start the transaction.
///
/// When an item exists in the keychain and in the backup, the state with the later modification date is stored. When
/// the dates are equal, the state with the smaller digest is stored. An item gets its reference from the backup, unless
/// another item already has that reference (specification: secitem 10.8).
struct BackupImport {
  let session: ItemSession
  let caller: Caller
  let clock: any KeychainClock
  /// Whether the import only computes the outcome and changes nothing.
  let isDryRun: Bool
  /// Whether the import may only fill a keychain without items. The import then compares nothing of the backup with the
  /// keychain, because the answer would show whether items of other programs exist.
  let requiresEmpty: Bool
  /// Whether the import leaves out the items of groups that the caller may not write.
  let isConfined: Bool

  /// The result of the search for the row of the keychain that has the same uniqueness key as an item of the backup.
  private enum Place {
    case free
    case tombstone(ItemRow)
    case live(ItemRow, BackupRecord)
    /// An item whose content cannot be compared, because the access control of the item requires a proof.
    case guarded
    case dead(ItemRow)
    case damaged(Int64)
  }

  func run(
    _ reader: BackupReader, _ items: BackupKey?, onProgress: (Int) throws(KeychainError) -> Void
  ) throws(KeychainError) -> (outcome: RestoreOutcome, isSynchronizable: Bool) {
    try session.requireUnlocked()
    if requiresEmpty { try Self.requireEmpty(session) }
    var outcome = RestoreOutcome()
    var isSynchronizable = false
    var done = 0
    while let entry = try reader.next(items) {
      switch entry {
      case .foreign: outcome.notForThisDevice += 1
      case .item(let record):
        guard mayStore(record) else {
          record.wipeSecret()
          outcome.notPermitted += 1
          break
        }
        try restore(record, &outcome)
        if record.attributes[.synchronizable] == .number(1) { isSynchronizable = true }
      }
      done += 1
      try onProgress(done)
    }
    return (outcome, isSynchronizable)
  }

  /// - Throws: `.missingEntitlement` with the cause `personNeeded` when the keychain has items, tombstones included.
  static func requireEmpty(_ session: ItemSession) throws(KeychainError) {
    for itemClass in ItemClass.stored where try session.connection.rowCount(of: itemClass) > 0 {
      throw KeychainError(
        .missingEntitlement, "a restore into a keychain with items needs a proof of the passcode", cause: .personNeeded)
    }
  }

  private func mayStore(_ record: BackupRecord) -> Bool {
    !isConfined || caller.mayWrite(to: record.accessGroup)
  }

  private func restore(
    _ record: BackupRecord, _ outcome: inout RestoreOutcome
  ) throws(KeychainError) {
    let schema = record.schema
    defer { record.wipeSecret() }
    switch try place(of: record) {
    case .guarded:
      outcome.kept += 1
      return
    case .live(let row, let local):
      defer { local.wipeSecret() }
      let isLater = try record.isLater(than: local)
      if isLater { outcome.replaced += 1 } else { outcome.kept += 1 }
      guard !isDryRun else { return }
      let identifier =
        try isFree(record.identifier) ? record.identifier : row.identifier
      guard isLater || identifier != row.identifier else { return }
      try write(isLater ? record : local, identifier, replacing: row)
    case .tombstone(let row):
      outcome.added += 1
      guard !isDryRun else { return }
      let identifier = try isFree(record.identifier) ? record.identifier : row.identifier
      try write(record, identifier, replacing: row)
    case .free:
      outcome.added += 1
      guard !isDryRun else { return }
      try add(record)
    case .dead(let row):
      outcome.added += 1
      guard !isDryRun else { return }
      try writer(schema).delete(row)
      try add(record)
    case .damaged(let number):
      outcome.added += 1
      guard !isDryRun else { return }
      Log.error(
        "\(schema.itemClass) item \(number) does not open; that of a backup takes its place")
      try writer(schema).quarantine(number, at: clock.now)
      try add(record)
    }
  }

  private func add(_ record: BackupRecord) throws(KeychainError) {
    let identifier =
      try isFree(record.identifier)
      ? record.identifier : try session.sealer.makeIdentifier()
    try write(record, identifier, replacing: nil)
  }

  private func write(
    _ record: BackupRecord, _ identifier: RowIdentifier, replacing row: ItemRow?
  ) throws(KeychainError) {
    try writer(record.schema).write(
      record.attributes, unknown: record.unknown, .set(record.secret), identifier: identifier,
      replacing: row)
  }

  private func writer(_ schema: ItemSchema) -> RowWriter {
    RowWriter(session: session, schema: schema)
  }

  /// Whether an identifier is free: no item and no stored secret has the identifier. The secret of an item in
  /// quarantine also keeps its identifier.
  private func isFree(_ identifier: RowIdentifier) throws(KeychainError) -> Bool {
    for itemClass in ItemClass.stored
    where try session.connection.row(identifier, of: itemClass) != nil { return false }
    return try session.connection.chunks(of: identifier).isEmpty
  }

  /// Finds the row that has the same uniqueness key as a record.
  ///
  /// - Throws: `.notAvailable` when that row is sealed under a key that the keybag does not have.
  private func place(of record: BackupRecord) throws(KeychainError) -> Place {
    let schema = record.schema
    let key = try session.sealer.blinder.uniqueness(
      of: record.attributes, schema, record.identifier)
    guard let found = try session.connection.row(uniqueness: key, of: record.itemClass) else {
      return .free
    }
    // The item of a protected program does not exist for the client, also when it is damaged.
    guard found.policy <= session.grade else { return .guarded }
    guard let row = found.row else { return .damaged(found.number) }
    switch try session.sealer.open(row, schema) {
    case .opened where row.isTombstone: return .tombstone(row)
    case .opened(let content):
      guard let secret = try session.readableSecret(of: row, content, schema) else {
        return .damaged(row.number)
      }
      return .live(
        row,
        BackupRecord(
          record.itemClass, row.identifier, content.attributes, unknown: content.unknown, secret))
    case .guarded: return .guarded
    case .dead where try session.sealer.isDead(row, schema): return .dead(row)
    // The key with the row's key number was destroyed, but the row was not sealed with this key. Therefore the key
    // number of the row is damaged.
    case .dead, .damaged: return .damaged(row.number)
    case .unknownKey:
      throw KeychainError(
        .notAvailable, "an equal item is sealed under a key that the keybag does not have")
    }
  }
}

extension BackupRecord {
  /// The access group. `BackupReader` refuses a record without one.
  var accessGroup: String { attributes[.accessGroup]?.text ?? "" }

  /// Whether this state of an item replaces the state `other`.
  func isLater(than other: BackupRecord) throws(KeychainError) -> Bool {
    let (date, otherDate) = (modificationDate, other.modificationDate)
    guard date == otherDate else { return date > otherDate }
    return try contentDigest().lexicographicallyPrecedes(try other.contentDigest())
  }

  private var modificationDate: Double {
    guard case .date(let date)? = attributes[.modificationDate], date.isFinite else {
      return -.infinity
    }
    return date
  }
}

extension ItemSession {
  /// - Throws: `.interactionNotAllowed` when an accessibility class has a locked key.
  func requireUnlocked() throws(KeychainError) {
    guard sealer.ring.openClasses.count == Accessibility.allCases.count else {
      throw RowSealer.locked
    }
  }
}
