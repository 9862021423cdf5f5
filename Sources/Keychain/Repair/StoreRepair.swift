import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing

/// Puts a new database, with everything that can be salvaged, in place of a damaged one (D21).
///
/// All of it happens while the store's lock is held exclusively, in this order:
///
/// 1. The damage is confirmed. Another process may have repaired it, or SQLite may have been
///    misled by something that is no more.
/// 2. The keys are loaded. Without them nothing is changed: no database could be opened anyway. Nor
///    while the store is locked: what is found by domains must be read.
/// 3. The lock file gets a marker with the name `keychain.db.damaged-…` that the database will
///    have. From here on whoever opens the store finishes the repair first.
/// 4. The store epoch in the state file is raised. Every process that has the store open lets it
///    go at its next call, and waits for the lock.
/// 5. The database gets its new name, then its log, then its index of the log. In this order the
///    log is never missing beside a database that somebody may open.
/// 6. A new database is made under a temporary name from the files set aside. When rows may have
///    been lost, the state file says so before it gets the name `keychain.db`.
/// 7. The marker is erased.
///
/// A process that dies between 3 and 7 leaves the marker, and `resume` begins again with 4: each
/// step does nothing where it was done before. A new database is in place just when `keychain.db`
/// and the file set aside both exist, because 6 begins after 5 has ended. No file is ever removed.
///
/// Connections of other processes that are still open on the file set aside write nothing (a write
/// holds the lock shared and compares the epoch first), and SQLite leaves log and database alone
/// when it closes a database that has another name now.
struct StoreRepair {
  let folders: StoreFolders
  let lock: FileLock
  private let deadline: Deadline
  private let finder: KeyFinder
  /// Whether a keybag that is older than the database is taken for the right one.
  var acceptsKeybag = false
  /// Whether somebody asked for it. Then counts also what nothing stumbles over, and the number of a newer
  /// version, which may be right.
  var isAskedFor = false
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// A step that was just done. Tests stop a repair there.
  enum Step: CaseIterable {
    case marked, announced, databaseAside, logAside, allAside, salvaged, replaced
  }

  /// - Parameter deadline: Until when to wait for other processes.
  init(
    finder: KeyFinder, until deadline: Deadline = .after(LocalKeychain.patience)
  ) throws(KeychainError) {
    let location = finder.location
    self.finder = finder
    self.deadline = deadline
    folders = try StoreFolders(location)
    lock = try FileLock(StoreLocation.lockName, in: folders.data)
  }

  /// For a caller that holds the lock exclusively.
  init(folders: StoreFolders, lock: FileLock, until deadline: Deadline, finder: KeyFinder) {
    self.deadline = deadline
    self.finder = finder
    self.folders = folders
    self.lock = lock
  }

  /// Repairs the database if it is damaged, and says whether it was.
  @discardableResult
  func run() throws(KeychainError) -> Bool {
    try lock.lock(.exclusive, timeout: deadline.remaining)
    defer { lock.unlock() }
    switch try StoreMarker(in: lock) {
    case .repairing(let name):
      try resume(name)
      return true
    // Whoever opens the store finishes that, and its marker must stay until then.
    case .erasing, .rekeying: return false
    case .creating, nil: break
    }
    guard try folders.presence() == .all, try !isWhole() else { return false }
    try checkKeybag()
    try replace(aside: try DamagedFileName.make(in: folders.data))
    return true
  }

  /// Repairs a database that is known to be damaged, or finishes a repair. The lock must be held
  /// exclusively.
  func runHoldingLock() throws(KeychainError) {
    guard case .repairing(let name) = try StoreMarker(in: lock) else {
      return try replace(aside: try DamagedFileName.make(in: folders.data))
    }
    try resume(name)
  }

  /// Finishes a repair that was interrupted. The lock must be held exclusively.
  func resume(_ name: String) throws(KeychainError) {
    let isAside = try folders.data.status(of: name) != nil
    let isPresent = try folders.data.status(of: StoreLocation.databaseName) != nil
    guard isAside || isPresent else { throw StoreCreation.missing(try folders.presence()) }
    if isAside, isPresent {
      try StoreMarker.erase(from: lock)
    } else {
      // One that is aside is compared once its log is, too.
      if isPresent { try checkKeybag() }
      try replace(aside: name)
    }
  }

  /// The error for a database with another identifier than the keybag's. The lock must be held exclusively.
  func refusal(of connection: Connection) throws(KeychainError) -> KeychainError {
    let sealer = try RowSealer(try keys().ring.makeCipherSuite(), SystemRandom())
    return try ForeignDatabase(connection: connection, sealer: sealer).refusal()
  }

  // MARK: Steps

  /// Whether the database can be used as it is. Its log is left alone: an empty file would make
  /// SQLite delete it.
  private func isWhole() throws(KeychainError) -> Bool {
    guard try folders.data.status(of: StoreLocation.databaseName)?.byteCount ?? 0 > 0 else {
      return false
    }
    do throws(KeychainError) {
      let connection = try Connection(StoreLocation.databaseName, in: folders.data)
      try StoreSchema.check(connection, suspectsVersion: isAskedFor)
      let findings = try connection.rows("PRAGMA integrity_check(1)") { $0.text(0) }
      guard findings == ["ok"] else { return false }
      // One that says nothing is of nobody else.
      guard let storeID = try StoreSchema.storeID(of: connection) else { return false }
      guard try storeID != folders.keybag.load()?.storeID else {
        guard isAskedFor, let ring = try? keys().ring else { return true }
        let sealer = try RowSealer(try ring.makeCipherSuite(), SystemRandom())
        return try DomainIndex(connection: connection, sealer: sealer).isComplete()
      }
      throw try refusal(of: connection)
    } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return false
    }
  }

  /// The new database would take an earlier keybag for the right one. What the damaged one remembers counts whatever
  /// identifier it has, and where only its pages can be read.
  private func checkKeybag() throws(KeychainError) {
    guard !acceptsKeybag, let keybag = try folders.keybag.load() else { return }
    var remembered = KeybagAge.remembered(in: folders.data)?.generation
    if remembered == nil {
      remembered = try Salvage(StoreLocation.databaseName, in: folders.data).keybagGeneration()
    }
    try check(keybag.generation, remembered)
  }

  private func check(_ generation: UInt64, _ remembered: UInt64?) throws(KeychainError) {
    if !acceptsKeybag, let remembered, remembered > generation { throw KeybagAge.older }
  }

  private func replace(aside name: String) throws(KeychainError) {
    let ring = try keyRing()
    Log.error("the database is damaged; it is set aside, and its items are salvaged")
    try StoreMarker.repairing(aside: name).write(to: lock, in: folders.data)
    try onStep(.marked)
    try changeState { $0.storeEpoch &+= 1 }
    try onStep(.announced)
    // Kept until the new database is in place.
    let database = try databaseFile(aside: name)
    try database?.holdDatabase(timeout: deadline.remaining)
    try setAside(name)
    try onStep(.allAside)
    try makeDatabase(from: name, ring)
    withExtendedLifetime(database) {}
    try onStep(.replaced)
    try StoreMarker.erase(from: lock)
  }

  private func databaseFile(aside name: String) throws(KeychainError) -> RandomAccessFile? {
    if let file = try RandomAccessFile(StoreLocation.databaseName, in: folders.data) { return file }
    return try RandomAccessFile(name, in: folders.data)
  }

  private func setAside(_ name: String) throws(KeychainError) {
    for (suffix, step) in zip(DamagedFileName.suffixes, [Step.databaseAside, .logAside, nil]) {
      let present = StoreLocation.databaseName + suffix
      if try folders.data.status(of: present) != nil {
        guard try folders.data.renameWithoutReplacing(present, to: name + suffix) else {
          throw KeychainError(
            .notAvailable, "\(name + suffix) is in the way", because: .fileInTheWay)
        }
        try folders.data.synchronize()
      }
      if let step { try onStep(step) }
    }
  }

  private func makeDatabase(from name: String, _ ring: KeyRing) throws(KeychainError) {
    let salvage = try Salvage(name, in: folders.data)
    // An earlier keybag may have come since the repair began.
    try check(ring.generation, salvage.keybagGeneration())
    try DatabaseCreation.create(
      StoreLocation.databaseName, in: folders.data, storeID: ring.storeID
    ) { (connection) throws(KeychainError) in
      let outcome = try salvage.copyRows(into: connection)
      try StoreSchema.record(keybagGeneration: ring.generation, in: connection)
      let sealer = try RowSealer(try ring.makeCipherSuite(), SystemRandom())
      try connection.write { () throws(KeychainError) in
        try DomainIndex(connection: connection, sealer: sealer).rebuild()
      }
      Log.notice("salvaged \(outcome.rowCount) rows of the damaged database")
      if outcome.mayHaveLostRows {
        Log.error("rows of the damaged database may be lost; it is kept under another name")
      }
      if outcome.mayHaveLostRows { try changeState { $0.lostRows = true } }
      try onStep(.salvaged)
    }
  }

  private func keyRing() throws(KeychainError) -> KeyRing {
    let keys = try keys()
    guard keys.lockState == .unlocked else {
      throw KeychainError(
        .interactionNotAllowed,
        "the database is damaged; it is repaired once the keychain is unlocked",
        cause: .mustBeUnlocked)
    }
    return keys.ring
  }

  private func keys() throws(KeychainError) -> StoreKeys {
    guard let keybag = try folders.keybag.load(),
      let deviceKey = try folders.deviceKey.load(for: keybag.storeID)
    else {
      throw StoreCreation.missing(try folders.presence())
    }
    try StateRepair(folders: folders).runIfNeeded()
    guard let state = try StateFile(in: folders.data)?.read() else {
      throw StoreCreation.missing(try folders.presence())
    }
    var finder = finder
    finder.acceptsKeybag = acceptsKeybag
    return try finder.keys(folders, keybag, deviceKey, state)
  }

  /// Changes the state, which is made anew first where it is damaged. The lock must be held exclusively.
  func changeState(_ change: (inout StoreState) -> Void) throws(KeychainError) {
    let repair = StateRepair(folders: folders)
    try repair.runIfNeeded()
    guard let file = try StateFile(in: folders.data), var state = try file.read() else {
      throw StoreCreation.missing(try folders.presence())
    }
    change(&state)
    try file.write(state)
  }
}
