package import KeychainModel
import KeychainStore

/// The reason why the files of a vault cannot be used together.
package enum Inconsistency: String, Sendable, CaseIterable {
  case headerMissing, headerDamaged
  case databaseMissing, databaseMoved, databaseDamaged
  case otherVault, otherDatabase, olderHeader, missingCommits
  case keybagMissing, keybagDiffers, newerKeybag, deviceKeyMissing, deviceKeyDiffers
}

/// The files of a vault as one inspection of the folder finds them.
struct FoundFiles: Sendable {
  enum Header: Sendable {
    /// There is no file, or an empty file that was made only to be locked.
    case missing
    /// The file is too short, or no copy of the state is intact. An interrupted creation of the header leaves zeros.
    case damaged
    case state(HeaderState)
  }

  enum Database: Sendable {
    case missing
    /// The file is empty, or does not begin like a database. SQLite must not open such a file.
    case damaged
    case row(StoreRecord)
  }

  var header: Header
  var database = Database.missing
  /// The reason of a missing database: it is lost, or it was moved to `keychaind`.
  var absence = Inconsistency.databaseMissing
  /// The digest of the keybag that the database records; nil when the keybag file is missing.
  var keybagDigest: [UInt8]?
  /// The numbers of all keybags in the folder.
  var keybagNumbers: [UInt64]
  /// Whether the device key opens the recorded keybag; nil when there is no device key.
  var isDeviceKeyRight: Bool?
  /// Whether there is a file of a device key, with any content.
  var hasDeviceKeyFile = false
  /// The number of the latest commit that the header records for the database; nil for no recorded commit.
  var witness: UInt64?
}

/// The combined state of all files of a vault.
package enum Consistency: Equatable, Sendable {
  /// There is no vault. The next write creates a vault.
  case empty
  /// A vault that can be opened.
  case whole
  /// Work was interrupted, and must be finished before the vault is used.
  case job(Job)
  case refused(Inconsistency)

  /// Compares the files. A greater lock generation or commit number is newer. All other fields must be equal.
  init(_ files: FoundFiles) {
    switch files.header {
    case .missing: self = Self.withoutHeader(files, .headerMissing)
    case .damaged: self = Self.withoutHeader(files, .headerDamaged)
    case .state(let state): self = Self.with(state, files)
    }
  }

  private static func withoutHeader(_ files: FoundFiles, _ inconsistency: Inconsistency) -> Consistency {
    files.hasData || files.hasDeviceKeyFile ? .refused(inconsistency) : .empty
  }

  private static func with(_ state: HeaderState, _ files: FoundFiles) -> Consistency {
    if let job = state.job { return resumption(of: job, state, files) }
    guard let vaultID = state.vaultID else { return files.hasData ? .refused(.otherVault) : .empty }
    switch files.database {
    case .missing: return .refused(files.absence)
    case .damaged: return .refused(.databaseDamaged)
    case .row(let row):
      // After `RollbackAcceptance` accepted files with a damaged database, a repair must follow.
      if state.databaseID == nil, state.isDamaged { return .refused(.databaseDamaged) }
      guard row.vaultID == vaultID else { return .refused(.otherVault) }
      guard row.databaseID == state.databaseID else { return .refused(.otherDatabase) }
      return compare(row, state, files)
    }
  }

  /// Returns `.job` only for a current job. A restored older header may contain an outdated job.
  private static func resumption(of job: Job, _ state: HeaderState, _ files: FoundFiles) -> Consistency {
    // Only a repair and an erasure begin with a database that cannot be read.
    if case .damaged = files.database, job.kind == .create { return .refused(.databaseDamaged) }
    guard case .row(let row) = files.database else { return .job(job) }
    // An erasure of inconsistent files may have begun with a database of another vault.
    let isErased = job.kind == .erase && row.databaseID == job.from
    guard isErased || row.vaultID == state.vaultID else { return .refused(.otherVault) }
    guard row.databaseID == job.from || row.databaseID == job.to || job.from == nil && job.to == nil else {
      return .refused(.otherDatabase)
    }
    return row.lockGeneration > state.lockGeneration ? .refused(.olderHeader) : .job(job)
  }

  /// The inconsistency that prevents the repair of a damaged database: the header or the database is an older copy, and
  /// a repair would hide this fact. Nil when a repair is possible, for example when the header names no database.
  ///
  /// - Parameter row: The row of the damaged database.
  static func conflict(_ row: StoreRecord, _ state: HeaderState) -> Inconsistency? {
    guard let databaseID = state.databaseID else { return nil }
    guard row.vaultID == state.vaultID else { return .otherVault }
    guard row.databaseID == databaseID else { return .otherDatabase }
    if row.lockGeneration > state.lockGeneration { return .olderHeader }
    return row.keybag == state.keybag || row.keybag == state.pending ? nil : .keybagDiffers
  }

  private static func compare(_ row: StoreRecord, _ state: HeaderState, _ files: FoundFiles) -> Consistency {
    if row.lockGeneration > state.lockGeneration { return .refused(.olderHeader) }
    if let witness = files.witness, witness > row.commits { return .refused(.missingCommits) }
    if let keybag = state.keybag {
      // A change writes its keybag to the header (`pending`), then to the database, then to the header (`keybag`).
      if keybag.number > row.keybagNumber { return .refused(.missingCommits) }
      if keybag.number < row.keybagNumber, state.pending != row.keybag { return .refused(.olderHeader) }
      if keybag.number == row.keybagNumber, keybag.digest != row.keybagDigest { return .refused(.otherDatabase) }
    }
    guard let digest = files.keybagDigest else { return .refused(.keybagMissing) }
    guard digest == row.keybagDigest else { return .refused(.keybagDiffers) }
    if files.keybagNumbers.contains(where: { $0 > row.keybagNumber && $0 != state.pending?.number }) {
      return .refused(.newerKeybag)
    }
    guard let isDeviceKeyRight = files.isDeviceKeyRight else { return .refused(.deviceKeyMissing) }
    return isDeviceKeyRight ? .whole : .refused(.deviceKeyDiffers)
  }
}

extension FoundFiles {
  /// Whether there is a database or a keybag.
  fileprivate var hasData: Bool { if case .missing = database { !keybagNumbers.isEmpty } else { true } }
}

extension Inconsistency {
  /// The error of a call on files in this state.
  package var error: KeychainError {
    KeychainError(
      .notAvailable, "\(sentence)", because: failureCause, cause: self == .databaseDamaged ? .databaseDamaged : nil)
  }

  private var failureCause: FailureCause {
    switch self {
    case .headerMissing: .headerMissing
    case .headerDamaged: .fileDamaged
    case .databaseMissing: .databaseMissing
    case .databaseMoved: .databaseMoved
    case .databaseDamaged: .databaseDamaged
    case .otherVault: .filesOfDifferentKeychains
    case .otherDatabase, .olderHeader, .missingCommits, .keybagDiffers, .newerKeybag: .olderFile
    case .keybagMissing: .keybagMissing
    case .deviceKeyMissing: .deviceKeyMissing
    case .deviceKeyDiffers: .deviceKeyWrong
    }
  }

  private var sentence: String {
    let orGoOn = "or go on with verify-keychain --accept-older."
    let orMakeAgain = "or let verify-keychain --accept-older make it again."
    return switch self {
    case .headerMissing:
      "latchkey.lock is missing, which says what state the keychain is in. Put it back, \(orMakeAgain)"
    case .headerDamaged: "latchkey.lock is damaged or cut short. Put it back, \(orMakeAgain)"
    case .databaseMissing: "keychain.db is missing. Put it back together with its log."
    case .databaseMoved:
      "the keychain was moved to keychaind; restart the program, or let root give it back: security move-to-service "
        + "--back -u USER."
    case .databaseDamaged:
      "keychain.db is damaged: verify-keychain --repair, or repair() of KeychainAdministration, puts its items into a "
        + "new one."
    case .otherVault: "the files belong to different keychains."
    case .otherDatabase:
      "keychain.db and latchkey.lock do not belong together: one of them is an older copy. Put the newer one back, "
        + orGoOn
    case .olderHeader:
      "latchkey.lock is an older copy: the keychain was locked since. Put the newer one back, \(orGoOn)"
    case .missingCommits:
      "keychain.db lacks changes that were acknowledged: it is an older copy, or its log is damaged. Put the newer one "
        + "back, \(orGoOn)"
    case .keybagMissing: "the keybag in force is missing. Put it back, \(orGoOn)"
    case .keybagDiffers: "the keybag is not the one that keychain.db records. Put the right one back, \(orGoOn)"
    case .newerKeybag:
      "there is a newer keybag than keychain.db records: keychain.db and latchkey.lock are older copies. Put the newer "
        + "ones back, \(orGoOn)"
    case .deviceKeyMissing:
      "the device key is missing: device.key. Put it back with import-device-key, or pass it as a credential."
    case .deviceKeyDiffers:
      "the device key is not the one of the keybag. Put the right one back with import-device-key."
    }
  }
}
