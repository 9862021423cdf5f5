import Keychain
import KeychainModel

/// What verifying a keychain finds.
public struct KeychainVerification: Sendable, Equatable {
  /// Live items that open.
  public let itemCount: Int

  /// What remains of deleted synchronizable items.
  public let tombstoneCount: Int

  /// Items under a key that was destroyed: gone for good, and no damage.
  public let deadCount: Int

  /// Rows that were not opened because the keychain is locked.
  public let lockedCount: Int

  /// Rows that were not opened because the keys cannot be had.
  public let unopenedCount: Int

  /// What every call answers as the files are now: 0, or -25291 (`errSecNotAvailable`) when the
  /// keychain cannot be opened, because files are missing, are older copies, or do not belong together.
  public let status: Int32

  /// One sentence for each row or file that is damaged, without any value of an item.
  public let damages: [String]

  /// The number of rows that were moved out of the way of equal items because they did not open.
  public let quarantinedCount: Int

  /// The names of files that repairs and acceptances set aside, in the folder of the database.
  public let filesSetAside: [String]

  /// The keys of a rotation that was interrupted, or that damaged rows may need: see `rotateKeys`.
  public let oldKeyCount: Int

  /// The rows that are still sealed under such a key. More than 0 means that a rotation is unfinished.
  public let countUnderOldKeys: Int

  /// Whether nothing is damaged.
  public var isIntact: Bool { damages.isEmpty }
}

extension KeychainAdministration {
  /// Reads everything that is stored, opens every row whose key is at hand, compares the files with each other, and
  /// says what is damaged. Changes nothing; `repair` repairs.
  ///
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when the folder
  ///   cannot be used.
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
