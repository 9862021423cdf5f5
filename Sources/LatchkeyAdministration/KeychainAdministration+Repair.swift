import Keychain
import KeychainModel
import Vault

/// The result of a repair.
public struct KeychainRepair: Sendable, Hashable {
  /// The numbers of rows of one item class. A row is an item, or the tombstone of a deleted synchronizable item.
  public struct Count: Sendable, Hashable {
    /// The item class as a value of `kSecClass`: `genp`, `inet`, `keys` or `cert`.
    public let itemClass: String
    /// The number of rows that the repair copied to the new database.
    public let found: Int
    /// The number of rows that the repair could not copy; nil if the number of rows before the damage is unknown.
    public let missing: Int?
  }

  /// One element for each class, in the order `genp`, `inet`, `keys`, `cert`.
  public let counts: [Count]
  /// The new name of the damaged database file. The file is in the data folder of the keychain.
  public let damagedFileName: String

  /// Whether a part of the damaged database could not be read. If so, parts of large secrets may be lost, too.
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
  /// Repairs a damaged database. The call copies every readable row to a new database. It keeps the damaged database in
  /// the same folder under another name. The call does not create a keychain.
  ///
  /// - Parameters:
  ///   - passcode: The passcode. It is required if the keychain is locked.
  ///   - onlyIfDamaged: Whether the call repairs the database only if an earlier call has found damage. If the value is
  ///     true, the call reads only the header, so a service can make the call at every start. If the value is false,
  ///     the call examines the whole database.
  /// - Returns: The numbers of found and missing rows; nil if the database needs no repair.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if files are missing, do not belong together, are
  ///   from a newer version, or are in use by other processes for 30 seconds; -25308 (`errSecInteractionNotAllowed`) if
  ///   the database is damaged, the keychain is locked, and no passcode was given; -25293 (`errSecAuthFailed`) if the
  ///   passcode is wrong, or may not be tried yet; -25292 (`errSecReadOnly`); -36 (`errSecIO`). After an error, nothing
  ///   has changed.
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
  /// Accepts a set of keychain files of which one file is an outdated copy. Before this call, every other call fails
  /// with -25291 (`errSecNotAvailable`). An outdated keybag may have another passcode or no passcode, and may lack
  /// keys. An outdated database lacks items.
  ///
  /// Call this method only if the newer file is permanently lost. Otherwise restore the newer file. Items that are
  /// sealed with keys of a lost keybag stay in the database, but cannot be read. Afterwards, the passcode of the
  /// existing keybag is the passcode of the keychain. The call does not create a keychain.
  ///
  /// - Returns: Whether a file was an outdated copy. If no file was an outdated copy, nothing has changed.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the database or the device key is missing, the
  ///   database is damaged, no keybag can be opened, or other processes use the keychain for 30 seconds; -25292
  ///   (`errSecReadOnly`); -36 (`errSecIO`). After an error, nothing has changed.
  @discardableResult
  public func acceptOlder() throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in try keychain.acceptOlder() }
  }
}
