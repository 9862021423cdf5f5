import CPlatform
import Glibc
package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore
import RowSealing

/// The outcome of a rotation.
package struct RotationOutcome: Sendable, Equatable {
  package var resealedCount = 0
  package var destroyedKeyCount = 0
  /// Old keys that could not be destroyed, because rows that are damaged may need them.
  package var keptKeyCount = 0
  /// Rows that say they are sealed under an old key, and do not open.
  package var damagedCount = 0
  /// Whether it was an earlier rotation, interrupted, that was finished. Then none was begun.
  package var isResumed = false
  /// Why processes that are started from now on find the vault locked; nil when they do not.
  package var refusal: KeychainError?

  package init() {}

  package static func == (left: Self, right: Self) -> Bool {
    left.resealedCount == right.resealedCount && left.destroyedKeyCount == right.destroyedKeyCount
      && left.keptKeyCount == right.keptKeyCount && left.damagedCount == right.damagedCount
      && left.isResumed == right.isResumed && left.refusal?.code == right.refusal?.code
  }
}

/// Gives every class a new key, seals every row under the new ones, and destroys the old keys.
///
/// 1. One change of the keybag retires the keys in use and makes new ones. From then on nothing is sealed under the old
///    ones.
/// 2. Every row is read, and those that are sealed under retired keys are sealed again, some at a time, each time in one
///    transaction. Other processes go on; they may seal a row again by changing it.
/// 3. While nobody can write, the retired keys that no row needs are destroyed, by another change of the keybag. One
///    that a damaged row may be sealed under is kept.
///
/// The retired keys in the keybag say that a rotation is not finished. The next rotation goes on with 2, and ends there.
/// When nothing is left to do for them, it begins with 1.
struct KeyRotation {
  let vault: Vault
  /// How long each step waits for other processes.
  let patience: Duration
  let onProgress: ProgressReport
  private let passcode: Passcode?
  private var outcome = RotationOutcome()
  private var passcodeKey: PasscodeKey?
  /// When the passcode was given: a locking ends the rotation.
  private var given: UnlockMoment?

  init(_ vault: Vault, _ passcode: Passcode?, patience: Duration, onProgress: @escaping ProgressReport) {
    self.vault = vault
    self.passcode = passcode
    self.patience = patience
    self.onProgress = onProgress
  }

  private static let attemptCount = 5

  private var soon: Deadline { .after(patience) }

  mutating func run() throws(KeychainError) -> RotationOutcome {
    let opened = try vault.open(until: soon)
    if let passcode = try vault.required(passcode, opened, "rotating the keys") {
      given = UnlockMoment(opened, vault.context)
      let unlocked = try vault.unlockedKey(passcode, opened, until: soon)
      passcodeKey = unlocked.key
      outcome.refusal = unlocked.refusal
    }
    if !opened.keybag.retiredKeyIDs.isEmpty {
      try finish()
      if outcome.resealedCount > 0 || outcome.destroyedKeyCount > 0 {
        outcome.isResumed = true
        Log.notice("a rotation of keys that was interrupted is finished")
        return outcome
      }
    }
    let (passcodeKey, random) = (passcodeKey, vault.random)
    _ = try change { (opened) throws(KeychainError) in
      try opened.keybag.rotatingKeys(deviceKey: opened.deviceKey, passcodeKey: passcodeKey, random: random)
    }
    try finish()
    Log.notice("the keys were rotated: \(outcome.resealedCount) rows are sealed under new keys")
    return outcome
  }

  private mutating func change(
    _ next: (Vault.Opened) throws(KeychainError) -> Keybag?
  ) throws(KeychainError) -> Bool {
    let change = KeybagChange(vault: vault, deadline: soon, given: given)
    let passcodeKey = passcodeKey
    let done = try change.run { (_) throws(KeychainError) in
    } _: { (opened, _) throws(KeychainError) in
      do throws(KeychainError) {
        return try next(opened).map { KeybagChange.Next(keybag: $0, passcodeKey: passcodeKey) }
      } catch {
        // The passcode was right when it was given.
        guard error.code == .authenticationFailed else { throw error }
        throw KeychainError(
          .notAvailable, "the passcode or the device key was changed meanwhile; the keys were not rotated",
          because: .replaced)
      }
    }
    outcome.refusal = done?.refusal ?? outcome.refusal
    return done != nil
  }

  /// Seals the rows that are under retired keys again, and destroys these keys.
  private mutating func finish() throws(KeychainError) {
    // Rows under a retired key may come back out of quarantine meanwhile.
    for _ in 0..<Self.attemptCount {
      let (retired, rowCount) = try vault.read(until: soon) { (session) throws(KeychainError) in
        (session.sealer.ring.retiredKeyIDs, Int(try session.connection.countRows().total))
      }
      guard !retired.isEmpty else { return }
      try vault.onStep(.resealingBegun)
      var pass = ResealingPass(retired)
      while !pass.isDone {
        let (before, begin) = (pass, lk_monotonic_now())
        // Every item stays as it is: nobody who watches is notified.
        pass = try vault.write(until: soon, isTold: false) { (session) throws(KeychainError) in
          var pass = before
          try pass.run(session)
          return pass
        }
        outcome.resealedCount += pass.resealedCount - before.resealedCount
        if pass.readCount > before.readCount { try onProgress(pass.readCount, max(pass.readCount, rowCount)) }
        try vault.onStep(.batchResealed)
        // A process that waits for the database tries now and then, and must find it free.
        if !pass.isDone { usleep(Self.pause(since: begin)) }
      }
      let kept = try destroy(pass)
      outcome.keptKeyCount = kept.count
      outcome.damagedCount = pass.damaged.values.reduce(0, +)
      if kept.isSubset(of: pass.neededKeys.union(pass.damaged.keys)) { return }
    }
  }

  /// As long as it took since, in microseconds, at most a twentieth of a second.
  private static func pause(since begin: Int64) -> UInt32 {
    UInt32(clamping: min((lk_monotonic_now() - begin) / 1000, 50_000))
  }

  /// Destroys the retired keys that no row needs.
  ///
  /// - Returns: The retired keys that are left.
  private mutating func destroy(_ pass: ResealingPass) throws(KeychainError) -> Set<UInt32> {
    let (random, deadline) = (vault.random, soon)
    var (unused, left): (Set<UInt32>, Set<UInt32>) = ([], [])
    let isDone = try change { (opened) throws(KeychainError) in
      let retired = opened.keybag.retiredKeyIDs.intersection(pass.retired)
      // Nobody can write now.
      let inUse = try opened.files.connection(until: deadline).keyIDsInUse()
      unused = retired.subtracting(pass.neededKeys).subtracting(inUse)
      left = retired.subtracting(unused)
      guard !unused.isEmpty else { return nil }
      return try opened.keybag.destroyingKeys(unused, deviceKey: opened.deviceKey, random: random)
    }
    if isDone { outcome.destroyedKeyCount += unused.count }
    return left
  }
}

extension Vault {
  /// Gives every class a new key, seals every row under the new ones, and destroys the old keys, while other processes
  /// work. Items stay as they are, and observers are not notified. The passcode that is set is needed, and unlocks the
  /// vault. An earlier rotation that was interrupted is finished instead.
  ///
  /// - Parameters:
  ///   - patience: How long each step waits for other processes.
  ///   - onProgress: Called with the number of rows read so far, and of all rows.
  /// - Throws: `.interactionNotAllowed` when a passcode is set and none was given, or the vault was locked meanwhile;
  ///   `.authenticationFailed`; `.notAvailable`; what a write throws. What was sealed again stays so; calling again goes
  ///   on.
  package func rotate(
    _ passcode: Passcode?, patience: Duration, onProgress: ProgressReport
  ) throws(KeychainError) -> RotationOutcome {
    try withoutActuallyEscaping(onProgress) { (onProgress) throws(KeychainError) in
      var rotation = KeyRotation(self, passcode, patience: patience, onProgress: onProgress)
      return try rotation.run()
    }
  }
}

/// Reads every row of a database once. Rows that are sealed under retired keys are sealed under the active keys of their
/// classes. Nothing else of them changes, their dates included.
struct ResealingPass {
  /// The retired keys when the pass began.
  let retired: Set<UInt32>

  private(set) var isDone = false
  private(set) var readCount = 0
  private(set) var resealedCount = 0

  /// The retired keys of rows that do not open, with the number of such rows.
  private(set) var damaged: [UInt32: Int] = [:]

  /// Retired keys that rows need whose key number, or record, is damaged. Such a row names another key, or none, and
  /// would open with the right number.
  private(set) var neededKeys: Set<UInt32> = []

  private var classes = ItemClass.stored[...]
  private var last = Int64.min

  init(_ retired: Set<UInt32>) { self.retired = retired }

  /// Rows read in one transaction, and the bytes of the secrets that are sealed again in it. Other writers get their turn
  /// in between.
  static let batchCount = 200
  static let batchByteCount = 4 << 20

  /// Goes on with the next rows, in the caller's transaction, and with the rows in quarantine after the last one.
  ///
  /// - Throws: `.interactionNotAllowed` when a key is locked.
  mutating func run(_ session: ItemSession) throws(KeychainError) {
    let end = readCount + Self.batchCount
    var byteCount = 0
    while let itemClass = classes.first, readCount < end, byteCount < Self.batchByteCount {
      guard let (number, row) = try session.connection.row(after: last, of: itemClass) else {
        classes.removeFirst()
        last = .min
        continue
      }
      last = number
      readCount += 1
      if let row {
        byteCount += try visit(row, itemClass, nil, session)
      } else {
        note(try session.connection.keyID(ofRow: number, of: itemClass), session)
      }
    }
    guard classes.isEmpty else { return }
    for quarantined in try session.connection.quarantinedRows() {
      if let itemClass = quarantined.itemClass, let row = quarantined.row {
        _ = try visit(row, itemClass, quarantined, session)
      } else {
        note(quarantined.keyID, session)
      }
    }
    isDone = true
  }

  /// - Returns: The bytes of the secret, if it was sealed again.
  private mutating func visit(
    _ row: StoredRow, _ itemClass: ItemClass, _ quarantined: QuarantinedRow?, _ session: ItemSession
  ) throws(KeychainError) -> Int {
    if retired.contains(row.keyID) {
      if let byteCount = try reseal(row, itemClass, quarantined, session) { return byteCount }
      damaged[row.keyID, default: 0] += 1
    }
    neededKeys.formUnion(try keysNeeded(by: row, ItemSchema.of(itemClass), session))
    return 0
  }

  /// - Returns: The bytes of the secret; nil when the row does not open.
  private mutating func reseal(
    _ row: StoredRow, _ itemClass: ItemClass, _ quarantined: QuarantinedRow?, _ session: ItemSession
  ) throws(KeychainError) -> Int? {
    let connection = session.connection
    let resealed = try session.sealer.reseal(row, ItemSchema.of(itemClass)) { () throws(KeychainError) in
      // The chunks of a row that is in use are not another one's to write.
      if quarantined != nil, try isInUse(row, connection) { return [] }
      return try connection.chunks(of: row.identifier)
    }
    guard let resealed else { return nil }
    if let quarantined {
      try connection.updateSeal(of: resealed.row, quarantined)
    } else {
      try connection.updateSeal(of: resealed.row, in: itemClass)
    }
    if !resealed.chunks.isEmpty {
      try connection.deleteChunks(of: row.identifier)
      for (sequence, chunk) in resealed.chunks.enumerated() {
        try connection.insertChunk(chunk, at: sequence, of: row.identifier)
      }
    }
    resealedCount += 1
    return (resealed.row.secret?.count ?? 0) + resealed.chunks.reduce(0) { $0 + $1.count }
  }

  private func isInUse(_ row: StoredRow, _ connection: Connection) throws(KeychainError) -> Bool {
    for itemClass in ItemClass.stored where try connection.row(row.identifier, of: itemClass) != nil { return true }
    return false
  }

  /// Notes which key a row needs that cannot be opened at all. A number of a usable key is believed. Otherwise the row may
  /// need any of the retired keys.
  private mutating func note(_ keyID: UInt32?, _ session: ItemSession) {
    if let keyID, session.sealer.ring.status(of: keyID) == .usable {
      if retired.contains(keyID) { neededKeys.insert(keyID) }
    } else {
      neededKeys.formUnion(retired)
    }
  }

  /// The retired keys that open a row which names another key, and does not open.
  private func keysNeeded(
    by row: StoredRow, _ schema: ItemSchema, _ session: ItemSession
  ) throws(KeychainError) -> Set<UInt32> {
    if try session.sealer.opens(row, schema) { return [] }
    var needed: Set<UInt32> = []
    var other = row
    for keyID in retired {
      guard let accessibility = session.sealer.ring.accessibility(of: keyID) else { continue }
      other.keyID = keyID
      other.accessibility = accessibility
      if try session.sealer.opens(other, schema) { needed.insert(keyID) }
    }
    return needed
  }
}
