import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing

/// Reads a whole store and reports what it finds, instead of stopping at it. Changes nothing.
struct StoreVerification {
  private let finder: KeyFinder
  private let onProgress: (Int, Int) -> Void
  private var report = VerificationReport()

  init(finder: KeyFinder, onProgress: @escaping (Int, Int) -> Void) {
    self.finder = finder
    self.onProgress = onProgress
  }

  /// - Throws: What concerns the folders and the lock; everything else is reported.
  mutating func run() throws(KeychainError) -> VerificationReport {
    guard let folders = try StoreFolders.existing(finder.location) else { return report }
    report.setAside = try folders.data.entryNames().filter(DamagedFileName.isSetAside).sorted()
    guard try !folders.areEmpty() else { return report }
    let lock = try FileLock(StoreLocation.lockName, in: folders.data)
    try lock.lock(.shared, timeout: LocalKeychain.patience)
    defer { lock.unlock() }
    // It may have been erased while this one waited.
    guard try !folders.areEmpty() else { return report }
    let presence = try folders.presence()

    for name in presence.missingNames { report.note("\(name) is missing") }
    if try StoreMarker.isPresent(in: lock) {
      if case .erasing? = try StoreMarker(in: lock) {
        report.note("an erasure was interrupted: the next use of the keychain finishes it")
      } else {
        report.note("work on the files was interrupted: the next use of the keychain finishes it")
      }
    } else if presence != .all {
      report.obstacle = StoreCreation.missing(presence)
    }
    let keybag = report.noting { (_) throws(KeychainError) in try folders.keybag.load() }
    let ring = verifyKeys(folders, keybag)
    if presence.contains(.state) {
      report.noting { (report) throws(KeychainError) in
        try Self.verifyState(folders, keybag, &report)
      }
    }
    if presence.contains(.database) {
      let onProgress = onProgress
      report.noting { (report) throws(KeychainError) in
        try Self.verifyDatabase(folders, ring, onProgress, &report)
      }
    }
    return report
  }

  /// The keys, when they can be had.
  private mutating func verifyKeys(_ folders: StoreFolders, _ keybag: Keybag?) -> KeyRing? {
    // A key that is damaged shows also where nothing says which store it must be of.
    let storeID = keybag?.storeID ?? RowIdentifier(high: 0, low: 0)
    let deviceKey = report.noting { (_) throws(KeychainError) in
      try folders.deviceKey.load(for: storeID)
    }
    guard let keybag, let deviceKey else {
      report.obstacle =
        report.obstacle ?? KeychainError(.notAvailable, "the keys of the keychain cannot be read")
      return nil
    }
    report.noting { (report) throws(KeychainError) in
      if try folders.keybag.hasDamagedCopy() {
        report.note("one of the two copies in keybag is damaged: the next use repairs it")
      }
      if try folders.deviceKey.hasDamagedCopy() {
        report.note("one of the two copies in device.key is damaged: the next use repairs it")
      }
    }
    let finder = finder
    return report.notingObstacle { () throws(KeychainError) in
      // One that is damaged has its own line. Nothing says then whether the keychain is locked, and no passcode is
      // tried for a state that the next use makes anew.
      guard let state = try? StateFile(in: folders.data)?.read(),
        !state.isDamaged(of: keybag.storeID)
      else {
        return try folders.keyRing(keybag, deviceKey)
      }
      return try finder.keys(folders, keybag, deviceKey, state).ring
    }
  }

  private static func verifyState(
    _ folders: StoreFolders, _ keybag: Keybag?, _ report: inout VerificationReport
  ) throws(KeychainError) {
    guard let file = try StateFile(in: folders.data), let state = try file.read(),
      keybag.map({ !state.isDamaged(of: $0.storeID) }) ?? true
    else {
      report.note(
        "state is damaged: the next use makes it anew, and forgets when the keychain locks itself")
      return
    }
    if let keybag, keybag.storeID != state.storeID {
      report.notingObstacle { () throws(KeychainError) -> Void? in
        throw KeychainError(
          .notAvailable, "state and keybag belong to different stores",
          because: .filesOfDifferentKeychains)
      }
    }
    if state.lostRows {
      report.note("items were lost in a repair: the next use says so once")
    }
  }

  private static func verifyDatabase(
    _ folders: StoreFolders, _ ring: KeyRing?, _ onProgress: @escaping (Int, Int) -> Void,
    _ report: inout VerificationReport
  ) throws(KeychainError) {
    guard let status = try folders.data.status(of: StoreLocation.databaseName) else { return }
    try status.requirePrivateRegularFile(folders.data.path(of: StoreLocation.databaseName))
    guard status.byteCount > 0 else {
      // SQLite would take it for a new database, and delete its log.
      report.note("keychain.db is empty")
      return
    }
    let connection = try Connection(StoreLocation.databaseName, in: folders.data)
    let sealer = try ring.map { (ring) throws(KeychainError) in
      try RowSealer(try ring.makeCipherSuite(), SystemRandom())
    }
    var verification = DatabaseVerification(connection, sealer, report, onProgress: onProgress)
    defer { report = verification.report }
    try connection.read { () throws(KeychainError) in verification.run() }
  }
}

extension VerificationReport {
  /// Notes a fault of a file.
  mutating func note(_ reason: String) {
    damages.append(Damage(nil, number: 0, reason: reason))
  }

  /// The result of `body`, or nil and a note of what it throws.
  @discardableResult
  mutating func noting<Result>(
    _ body: (inout Self) throws(KeychainError) -> Result?
  ) -> Result? {
    do throws(KeychainError) {
      return try body(&self)
    } catch {
      note(error.reason)
      return nil
    }
  }

  /// The same for a fault that keeps every call from using the store. A damaged database does not: the next use
  /// repairs it.
  @discardableResult
  mutating func notingObstacle<Result>(
    _ body: () throws(KeychainError) -> Result?
  ) -> Result? {
    do throws(KeychainError) {
      return try body()
    } catch {
      note(error.reason)
      if obstacle == nil, error.cause != .databaseDamaged { obstacle = error }
      return nil
    }
  }
}
