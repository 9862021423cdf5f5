import Keychain
import KeychainModel

/// The result of verifying a keychain.
public struct KeychainVerification: Sendable, Equatable {
  /// The number of items that can be opened.
  public let itemCount: Int

  /// The number of tombstones of deleted synchronizable items.
  public let tombstoneCount: Int

  /// The number of items whose key was destroyed. Such items are permanently lost, but are not damaged.
  public let deadCount: Int

  /// The number of rows that were not opened because the keychain is locked.
  public let lockedCount: Int

  /// The number of rows that were not opened because their keys are not available.
  public let unopenedCount: Int

  /// The status of an attempt to open the keychain: 0, or -25291 (`errSecNotAvailable`) if the keychain cannot be
  /// opened. The status is -25291 if a file is missing, is an outdated copy, or belongs to another keychain. Every
  /// other call then fails with -25291, too.
  public let status: Int32

  /// One sentence for each damaged row or file. The sentences contain no values of items.
  public let damages: [String]

  /// The number of rows in quarantine. A row that cannot be opened moves to quarantine when an item with the same
  /// identifying attributes is added.
  public let quarantinedCount: Int

  /// The names of the files that `repair` and `acceptOlder` have kept in the folder of the database.
  public let filesSetAside: [String]

  /// The number of old keys in the keybag. An interrupted rotation leaves old keys. A rotation also keeps the old keys
  /// that damaged rows may need.
  public let oldKeyCount: Int

  /// The number of rows that are still sealed with an old key. If the number is more than 0, a rotation is incomplete.
  public let countUnderOldKeys: Int

  /// Whether the verification found no damage.
  public var isIntact: Bool { damages.isEmpty }
}

extension KeychainAdministration {
  /// Verifies the keychain. The call reads all files, opens every row whose key is available, compares the files with
  /// each other, and reports all damage. The call changes nothing. `repair` repairs damage.
  ///
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) if the folder of the keychain cannot be
  ///   used.
  public func verify() throws -> KeychainVerification {
    let report = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.verify()
    }
    return KeychainVerification(report)
  }
}

extension KeychainVerification {
  init(_ report: VerificationReport) {
    itemCount = report.counts.map(\.items).reduce(0, +)
    tombstoneCount = report.counts.map(\.tombstones).reduce(0, +)
    deadCount = report.counts.map(\.dead).reduce(0, +)
    lockedCount = report.counts.map(\.locked).reduce(0, +)
    unopenedCount = report.counts.map(\.unopened).reduce(0, +)
    status = report.obstacle?.code.rawValue ?? 0
    damages = report.damages.map { damage in
      guard let itemClass = damage.itemClass else { return damage.reason }
      return "\(itemClass.rawValue) \(damage.number): \(damage.reason)"
    }
    quarantinedCount = report.quarantined.count
    filesSetAside = report.setAside
    oldKeyCount = report.retiredKeyCount
    countUnderOldKeys = report.rowsUnderRetiredKeys
  }
}

/// The result of recovering items from quarantine.
public struct QuarantineOutcome: Sendable, Equatable {
  /// The number of recovered items.
  public let recoveredCount: Int

  /// One sentence for each row that stays in quarantine unchanged. The sentences contain no values of items.
  public let reasons: [String]
}

extension KeychainAdministration {
  /// Recovers the items in quarantine that can now be opened. A row that cannot be opened moves to quarantine when an
  /// item with the same identifying attributes is added. An item stays in quarantine if a stored item has the same
  /// identifying attributes. The call does not change the stored item. The call does not create a keychain.
  ///
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the keychain cannot be used, or if another
  ///   process uses the keychain for 30 seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`)
  ///   if writing fails. After an error, nothing has changed.
  @discardableResult
  public func recoverQuarantined() throws -> QuarantineOutcome {
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.recoverQuarantined()
    }
    return QuarantineOutcome(
      recoveredCount: outcome.recovered,
      reasons: outcome.kept.map { row in
        "\(row.itemClass?.rawValue ?? "unknown") \(row.number): \(row.reason.rawValue)"
      })
  }

  /// Permanently deletes the rows in quarantine, including rows that might become readable later.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: The errors of `recoverQuarantined()`.
  @discardableResult
  public func dropQuarantined() throws -> Int {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.dropQuarantined()
    }
  }
}
