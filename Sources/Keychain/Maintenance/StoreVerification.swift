import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Reads a whole keychain and reports what it finds, instead of stopping at it. Changes nothing.
struct StoreVerification {
  private let vault: Vault
  private let deadline: Deadline
  private let onProgress: ProgressReport
  private var report = VerificationReport()

  init(_ vault: Vault, until deadline: Deadline, onProgress: @escaping ProgressReport) {
    self.vault = vault
    self.deadline = deadline
    self.onProgress = onProgress
  }

  /// - Throws: Errors of the folders and the lock; everything else is reported.
  mutating func run() throws(KeychainError) -> VerificationReport {
    guard let files = try vault.place.existing() else { return report }
    report.setAside = try files.data.entryNames()
      .filter { files.names.isAside($0) || KeybagFiles.isAside($0) }.sorted()
    guard try files.isPresent() else { return report }
    let lock = try FileLock(files.names.header, in: files.data)
    try lock.lock(.shared, timeout: deadline.remaining)
    defer { lock.unlock() }
    // It may have been erased while this one waited.
    guard try files.isPresent() else { return report }
    let look = report.notingObstacle { () throws(KeychainError) in
      try VaultLook(files, until: deadline)
    }
    if let look { note(look, files) }
    let onProgress = onProgress
    let ring = report.noting { (report) throws(KeychainError) in
      try vault.openBesideDatabase().map { (opened) throws(KeychainError) in
        try vault.keys(opened).ring
      }
    }
    if report.obstacle == nil, ring == nil {
      report.obstacle = KeychainError(.notAvailable, "the keys of the keychain cannot be read")
    }
    report.noting { (report) throws(KeychainError) in
      try Self.verifyDatabase(files, ring, deadline, onProgress, &report)
    }
    return report
  }

  /// Whether the files belong together.
  private mutating func note(_ look: VaultLook, _ files: VaultFiles) {
    switch look.consistency {
    case .whole, .empty: break
    case .job(let job) where job.kind == .erase:
      report.note("an erasure was interrupted: the next use of the keychain finishes it")
    case .job:
      report.note("work on the files was interrupted: the next use of the keychain finishes it")
    case .refused(let inconsistency):
      report.notingObstacle { () throws(KeychainError) -> Void? in throw inconsistency.error }
    }
    if look.reading?.state.isDamaged == true {
      report.note("a call met damage in keychain.db, and marked it")
    }
    if look.hasDamagedCopy {
      report.note(
        "one of the two copies in device.key or in the keybag is damaged: verify-keychain --repair writes it again"
      )
    }
  }

  private static func verifyDatabase(
    _ files: VaultFiles, _ ring: KeyRing?, _ deadline: Deadline,
    _ onProgress: @escaping ProgressReport, _ report: inout VerificationReport
  ) throws(KeychainError) {
    guard let status = try files.data.status(of: files.names.database), status.byteCount > 0 else {
      return
    }
    let connection = try files.connection(until: deadline)
    let sealer = try ring.map { (ring) throws(KeychainError) in
      try RowSealer(try ring.makeCipherSuite(), SystemRandom())
    }
    var verification = DatabaseVerification(connection, sealer, report, onProgress: onProgress)
    defer { report = verification.report }
    try connection.read { () throws(KeychainError) in
      // The row of the same moment as the rows that are counted.
      verification.run((try? connection.storeRow()) ?? nil)
    }
  }
}

extension VerificationReport {
  /// Notes a fault of a file, once.
  mutating func note(_ reason: String) {
    guard !damages.contains(where: { $0.itemClass == nil && $0.reason == reason }) else { return }
    damages.append(Damage(nil, number: 0, reason: reason))
  }

  /// The result of `body`, or nil and a note of the error that it throws.
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

  /// The same for a fault that keeps every call from using the keychain. A damaged database is none: a repair puts its
  /// items into a new one.
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
