import Keychain
import KeychainModel
import Vault

/// What a repair found.
public struct KeychainRepair: Sendable, Hashable {
  /// The rows of one class: its items, and the tombstones of synchronizable items that were deleted.
  public struct Count: Sendable, Hashable {
    /// The value of `kSecClass`: `genp`, `inet`, `keys` or `cert`.
    public let itemClass: String
    /// The rows that are in the new database.
    public let found: Int
    /// The rows that are known to be missing; nil when nothing says how many there were.
    public let missing: Int?
  }

  /// One element for each class, in the order `genp`, `inet`, `keys`, `cert`.
  public let counts: [Count]
  /// The name of the file, in the keychain's data folder, that holds the damaged database.
  public let damagedFileName: String

  /// Whether a part of the damaged database could not be read: parts of large secrets may be lost as well.
  public let isIncomplete: Bool

  init(_ outcome: RepairOutcome) {
    counts = outcome.counts.map {
      Count(itemClass: $0.itemClass.rawValue, found: $0.found, missing: $0.missing)
    }
    damagedFileName = outcome.asideName
    isIncomplete = outcome.isIncomplete
  }
}

extension KeychainAdministration {
  /// Repairs a damaged database: the items that can be read are put into a new one, and the damaged one is kept beside
  /// it under another name. Where there is no keychain, none is made.
  ///
  /// - Parameters:
  ///   - passcode: Needed while the keychain is locked.
  ///   - onlyIfDamaged: Does nothing unless a call has met damage. This costs one read of the header, and fits the start
  ///     of a service. Otherwise the database is examined.
  /// - Returns: The rows that were found and those that are missing; nil when the database needs no repair.
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when files are missing, do not belong
  ///   together, are of a newer version, or are kept busy for 30 seconds; -25308 (`errSecInteractionNotAllowed`)
  ///   when the database is damaged, the keychain locked and no passcode given; -25293 (`errSecAuthFailed`) when it
  ///   is wrong, or may not be tried yet; -25292 (`errSecReadOnly`), -36 (`errSecIO`). Nothing was changed then.
  @discardableResult
  public func repair(
    _ passcode: KeychainPasscode? = nil, onlyIfDamaged: Bool = false
  ) throws -> KeychainRepair? {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.repair(passcode?.passcode, onlyIfMarked: onlyIfDamaged).map(KeychainRepair.init)
    }
  }
}
