import KeychainCrypto
import KeychainFiles
import KeychainModel
import RowSealing
import Vault

/// The client of work. It does not keep the session of the client, because the work ends with the session.
struct WorkClient: Sendable {
  let caller: Caller
  /// Whether an import may change a keychain that has items.
  let mayReplaceItems: Bool
  let isInAnotherProcess: Bool
  /// Whether the client is a program of root that keeps copies of whole keychains.
  let isAdministrator: Bool

  init(_ peer: Peer) {
    caller = peer.caller
    mayReplaceItems = peer.permissions.contains(.administration)
    isInAnotherProcess = peer.session != nil
    isAdministrator = peer.permissions.contains(.custody)
  }
}

// Work runs in its own thread.
extension LocalKeychain {
  /// The largest size in bytes of a backup.
  package static let largestBackupByteCount = 4 << 30

  func begin(
    _ work: Work, _ peer: Peer, _ proof: SessionProof?, in session: ClientSession,
    _ identified: IdentifiedRequest?, until deadline: Deadline
  ) throws(KeychainError) -> Handle {
    let handle = try Handle(random: random)
    let client = WorkClient(peer)
    // The client need not send a backup that will be refused. The transaction of the import looks again.
    if case .importBackup = work, !client.mayReplaceItems { try requireEmpty(until: deadline) }
    session.endForgottenWork()
    let place = try threadPlaces.place(for: session.quota, atMost: session.limits.workCount, Handle.tooMuchWork)
    // The sizes of many items are added up only for a client whose memory is counted.
    let byteCounts = peer.resources.memory == nil ? (content: 0, total: 0) : work.memoryByteCounts
    let body: RunningWork.Body = { [self, proof, process = session.process] (running) throws(KeychainError) in
      defer { withExtendedLifetime(place) {} }
      running.memory?.beginMeasuring(beside: byteCounts.content)
      return try uses.run(running) { () throws(KeychainError) in
        try CommitOrigin.with(process) { () throws(KeychainError) in
          try DerivationQueue.waiting(cancelledBy: running.cancellation) { () throws(KeychainError) in
            try perform(work, client, proof, identified, running)
          }
        }
      }
    }
    let memory = try peer.resources.memory?.split(byteCounts.total)
    let running: RunningWork
    switch work {
    case .importBackup(_, _, _, let byteCount), .importCopy(_, _, let byteCount):
      guard (0...Self.largestBackupByteCount).contains(byteCount) else {
        throw KeychainError(.parameter, "a backup has at most \(Self.largestBackupByteCount) bytes", cause: .argument)
      }
      let place = try filePlace(session)
      let file = try spool(session, largestByteCount: byteCount, andRoomFor: work.roomFactor * byteCount)
      running = RunningWork(reading: file, place, memory: memory, body)
      filePlaces.note(running, of: session.quota)
    case .exportBackup, .exportCopy:
      let place = try filePlace(session)
      running = RunningWork(writing: try spool(session), place, memory: memory, body)
      filePlaces.note(running, of: session.quota)
    case .compact, .rotateKeys:
      try requireRoomForCopy(session)
      running = RunningWork(memory: memory, body)
    default: running = RunningWork(memory: memory, body)
    }
    try session.add(running, handle)
    do throws(KeychainError) {
      try running.begin()
    } catch {
      session.removeWork(handle)
      throw error
    }
    return handle
  }

  /// - Throws: The errors of `BackupImport.requireEmpty`.
  private func requireEmpty(until deadline: Deadline) throws(KeychainError) {
    guard try vault.isPresent() else { return }
    try read(until: deadline) { (session) throws(KeychainError) in
      try session.connection.read { () throws(KeychainError) in try BackupImport.requireEmpty(session) }
    }
  }

  /// The place of a file. Work with a file about which no session asked for a long time ends, so that a program that never
  /// fetches its result does not keep all programs of the user from their backups.
  private func filePlace(_ session: ClientSession) throws(KeychainError) -> QuotaPlaces.Place {
    filePlaces.endForgotten(of: session.quota, after: session.limits.workAge)
    return try filePlaces.place(for: session.quota, atMost: session.limits.spoolCount, Handle.tooManyBackups)
  }

  /// - Throws: `.notAvailable` with the cause `diskFull` when a copy of all rows leaves too little of the disk to others.
  private func requireRoomForCopy(_ session: ClientSession) throws(KeychainError) {
    guard session !== ownSession, let folder = try location.vault.existing()?.data,
      let status = try FileStatus.of(path: location.databasePath)
    else { return }
    try session.limits.spared.requireRoom(for: Int(status.byteCount), in: folder, "a copy of the items")
  }

  /// Makes a temporary file for the bytes of a backup.
  private func spool(
    _ session: ClientSession, largestByteCount: Int = .max, andRoomFor further: Int = 0
  ) throws(KeychainError) -> SpooledFile {
    // A service uses its disk, and not its memory, so it makes the folder of a new keychain.
    let folder = session === ownSession ? try location.vault.existing()?.data : try location.vault.open().data
    return try SpooledFile(
      in: folder, largestByteCount: largestByteCount, sparing: session.limits.spared,
      andRoomFor: further, noun: "the backup")
  }

  private func perform(
    _ work: Work, _ client: WorkClient, _ proof: SessionProof?, _ identified: IdentifiedRequest?,
    _ running: RunningWork
  ) throws(KeychainError) -> Reply {
    let deadline = Deadline.after(timeout)
    let onProgress = running.report
    switch work {
    case .add(let requests, let sparingPresent, _):
      return try add(
        requests, sparingPresent: sparingPresent, client.caller, proof, until: deadline, running.cancellation,
        once: identified, running.memory
      ) { (done) throws(KeychainError) in try onProgress(done, requests.count) }
      .reply { .items($0) }
    case .batch(let batch):
      return try perform(
        batch, client.caller, until: deadline, running.cancellation, once: identified, running.memory
      ) {
        (done) throws(KeychainError) in
        try onProgress(done, batch.additions.count)
      }
      .reply { .batch($0) }
    case .rotateKeys(let passcode):
      return .rotation(
        try ForkGate.enterUnlessForked { () throws(KeychainError) in
          guard try vault.isPresent() else { return nil }
          return try vault.rotate(passcode, timeout: timeout, onProgress: onProgress)
        })
    case .verify:
      return .verification(
        try ForkGate.enterUnlessForked { () throws(KeychainError) in
          try Verification(vault, until: deadline, running.memory, onProgress: onProgress).run()
        })
    case .purge:
      guard try ForkGate.enterUnlessForked({ () throws(KeychainError) in try vault.isPresent() }) else {
        return .purge(PurgeOutcome())
      }
      let outcome = try Purge(keychain: self, timeout: timeout).run(onProgress: onProgress)
      guard outcome.dead + outcome.tombstones > 0 else { return .purge(outcome) }
      return .committed(.purge(outcome), isSynchronizable: false)
    case .compact:
      return .compaction(
        try ForkGate.enterUnlessForked { () throws(KeychainError) in
          guard try vault.isPresent() else { return nil }
          return try Compaction(vault: vault, timeout: timeout).run(until: deadline, onProgress: onProgress)
        })
    case .exportBackup(let passphrase):
      return .backup(
        try exportBackup(
          passphrase: passphrase, for: client, until: deadline, running.memory, onProgress: onProgress,
          to: try running.outputFile()))
    case .exportCopy(let includesProtected):
      return .copy(
        try exportCopy(
          includesProtected: includesProtected, until: deadline, onProgress: onProgress, to: try running.outputFile()))
    case .importCopy(let deviceKey, let passcode, _):
      return .copy(
        try importCopy(
          try running.inputFile(), deviceKey,
          client.isAdministrator
            ? .restoring : .moving(passcode, reservedGroups: client.caller.reservedGroups),
          running.cancellation, onProgress: onProgress))
    case .importBackup(let passphrase, let deviceKey, let isDryRun, _):
      return try importBackup(
        try running.inputFile(), passphrase: passphrase, deviceKeyCopy: deviceKey, isDryRun: isDryRun, client,
        timeout: timeout, running.cancellation, once: identified, running.memory, onProgress: onProgress)
    }
  }
}

extension Work {
  /// The bytes that the database and its log need for each byte of the file that the work reads.
  fileprivate var roomFactor: Int {
    switch self {
    case .importBackup(_, _, let isDryRun, _): isDryRun ? 0 : 2
    // A copy also contains the entries of side indices, which are larger in the database.
    default: 4
    }
  }
}
