import Keychain
import KeychainModel
import Vault

/// The result of a repair.
public struct KeychainRepair: Sendable, Hashable {
  /// The rows of one class: its items, and the tombstones of deleted synchronizable items.
  public struct Count: Sendable, Hashable {
    /// The value of `kSecClass`: `genp`, `inet`, `keys` or `cert`.
    public let itemClass: String
    /// The number of rows in the new database.
    public let found: Int
    /// The number of rows that are known to be missing; nil if the original number is unknown.
    public let missing: Int?
  }

  /// One element for each class, in the order `genp`, `inet`, `keys`, `cert`.
  public let counts: [Count]
  /// The name of the damaged database file, in the keychain's data folder.
  public let damagedFileName: String

  /// Whether a part of the damaged database could not be read. Then parts of large secrets may also be lost.
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
  /// Repairs a damaged database. All readable items are copied to a new database, and the damaged one is kept beside
  /// it under another name. The call does not create a keychain.
  ///
  /// - Parameters:
  ///   - passcode: The passcode. It is required if the keychain is locked.
  ///   - onlyIfDamaged: Whether to do nothing unless an earlier call has found damage. This reads only the header, and
  ///     is suitable for the start of a service. Otherwise the whole database is examined.
  /// - Returns: The numbers of found and missing rows; nil if the database needs no repair.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if files are missing, do not belong together, are
  ///   from a newer version, or are in use for 30 seconds; -25308 (`errSecInteractionNotAllowed`) if the database is
  ///   damaged, the keychain is locked, and no passcode was given; -25293 (`errSecAuthFailed`) if the passcode is
  ///   wrong, or may not be tried yet; -25292 (`errSecReadOnly`); -36 (`errSecIO`). Nothing was changed then.
  @discardableResult
  public func repair(
    _ passcode: KeychainPasscode? = nil, onlyIfDamaged: Bool = false
  ) throws -> KeychainRepair? {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.repair(passcode?.passcode, onlyIfMarked: onlyIfDamaged).map(KeychainRepair.init)
    }
  }
}

extension KeychainAdministration {
  /// Accepts a set of files in which one is an outdated copy. Until then every call fails with -25291
  /// (`errSecNotAvailable`). An outdated keybag may have another passcode or none, and may lack keys; an outdated
  /// database lacks items.
  ///
  /// Use it only if the newer file is permanently lost. Otherwise restore the newer file. Items that are sealed with
  /// keys of a lost keybag stay in the database, but cannot be read. The passcode is the passcode of the existing
  /// keybag. The call does not create a keychain.
  ///
  /// - Returns: Whether a file was an outdated copy. If not, nothing is changed.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the database or the device key is missing, the
  ///   database is damaged, no keybag can be opened, or other processes use the keychain for 30 seconds; -25292
  ///   (`errSecReadOnly`); -36 (`errSecIO`). Nothing was changed then.
  @discardableResult
  public func acceptOlder() throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in try keychain.acceptOlder() }
  }
}
