import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Vault

@Suite struct HeaderFileTests {
  private let temporary: TemporaryDirectory
  private let directory: ProtectedDirectory
  private static let name = "latchkey.lock"

  init() throws {
    temporary = try TemporaryDirectory()
    directory = try ProtectedDirectory.openOrCreate(temporary.path)
  }

  private var initial: HeaderState { HeaderState(lockID: RowIdentifier(high: 1, low: 1)) }

  private func makeHeader() throws -> HeaderFile {
    _ = try FileLock(Self.name, in: directory)
    let header = try openHeader()
    try header.create(initial)
    return header
  }

  private func openHeader() throws -> HeaderFile {
    try #require(try HeaderFile(Self.name, in: directory))
  }

  private var soon: Deadline { .after(.seconds(10)) }

  // MARK: The state

  @Test func headerTakesItsRoomAtOnce() throws {
    #expect(try HeaderFile(Self.name, in: directory) == nil)
    let header = try makeHeader()
    #expect(try header.byteCount() == 16384)
    #expect(try header.read()?.state == initial)
    var status = stat()
    #expect(stat(temporary(Self.name), &status) == 0)
    #expect(status.st_blocks * 512 >= 16384)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func emptyFileHasNoState() throws {
    _ = try FileLock(Self.name, in: directory)
    let header = try openHeader()
    #expect(try header.byteCount() == 0)
    #expect(try header.read() == nil)
  }

  @Test func changeIsSeenByEveryHolder() throws {
    let (one, two) = (try makeHeader(), try openHeader())
    let reading = try #require(try two.read())
    #expect(try two.holds(reading))
    try one.change(until: soon) { $0.vaultID = RowIdentifier(high: 2, low: 3) }
    #expect(try two.holds(reading) == false)
    let next = try #require(try two.read())
    #expect(next.state.vaultID == RowIdentifier(high: 2, low: 3))
    #expect(next.state.number == 1)
    #expect(try two.holds(next))
  }

  @Test func changeOfNothingWritesNothing() throws {
    let header = try makeHeader()
    let before = try temporary.read(Self.name)
    #expect(try header.change(until: soon) { _ in }.number == 0)
    #expect(try temporary.read(Self.name) == before)
  }

  @Test func changeThatFailsChangesNothing() throws {
    let header = try makeHeader()
    let before = try temporary.read(Self.name)
    #expect(throws: KeychainError.self) {
      try header.change(until: soon) { (state) throws(KeychainError) in
        state.isDamaged = true
        throw KeychainError(.notAvailable, "on purpose")
      }
    }
    #expect(try temporary.read(Self.name) == before)
  }

  /// A change starts from the current state in the file, not from the state that the caller read earlier.
  @Test func staleHolderUndoesNothing() throws {
    let (one, two) = (try makeHeader(), try openHeader())
    _ = try one.read()
    try two.change(until: soon) { (state) throws(KeychainError) in try state.lock(SystemRandom()) }
    let state = try one.change(until: soon) { $0.isDamaged = true }
    #expect(state.lockGeneration == 2)
    #expect(state.isDamaged)
  }

  /// A crash can end a write after any byte. The header then contains the former state or the new state.
  @Test func tornWriteLeavesAWholeState() throws {
    let header = try makeHeader()
    var states = [initial]
    for generation in 2...4 {
      let before = try temporary.read(Self.name)
      states.append(
        try header.change(until: soon) { $0.lockGeneration = UInt64(generation) })
      let after = try temporary.read(Self.name)
      let changed = before.indices.filter { before[$0] != after[$0] }
      let (first, last) = (try #require(changed.first), try #require(changed.last))
      for cut in first...last + 1 {
        try temporary.write(Array(after[..<cut] + before[cut...]), to: Self.name)
        let found = try #require(try openHeader().read()?.state, "cut at \(cut)")
        #expect(found == (cut > last ? states[states.count - 1] : states[states.count - 2]))
      }
      try temporary.write(after, to: Self.name)
    }
  }

  @Test func twoStatesOfOneNumberAreDamage() throws {
    let header = try makeHeader()
    try header.change(until: soon) { $0.lockGeneration = 2 }
    var other = initial
    other.number = 1
    other.lockGeneration = 7
    var bytes = try temporary.read(Self.name)
    bytes.replaceSubrange(3584..<4096, with: try other.encoded())
    try temporary.write(bytes, to: Self.name)
    #expect(try openHeader().read() == nil)
  }

  /// The header has two copies of the state, in different blocks. The loss of one block leaves one copy.
  @Test(arguments: [0, 1]) func lossOfOneBlockLeavesAState(block: Int) throws {
    let header = try makeHeader()
    try header.change(until: soon) { $0.lockGeneration = 2 }
    try header.change(until: soon) { $0.lockGeneration = 3 }
    var bytes = try temporary.read(Self.name)
    for place in block * 4096..<(block + 1) * 4096 { bytes[place] = 0xA5 }
    try temporary.write(bytes, to: Self.name)
    #expect(try openHeader().read()?.state.lockGeneration == (block == 0 ? 2 : 3))
    // The next change writes a valid state again.
    try openHeader().change(until: soon) { $0.lockGeneration = 9 }
    #expect(try openHeader().read()?.state.lockGeneration == 9)
  }

  @Test func headerWithoutAWholeCopyIsNotWritten() throws {
    let header = try makeHeader()
    try temporary.write([UInt8](repeating: 0xA5, count: 16384), to: Self.name)
    #expect(try header.read() == nil)
    let error = #expect(throws: KeychainError.self) {
      try header.change(until: soon) { $0.isDamaged = true }
    }
    #expect(error?.code == .notAvailable)
    #expect(try temporary.read(Self.name) == [UInt8](repeating: 0xA5, count: 16384))
  }

  /// Several processes increment the numbers in the state at the same time. A concurrent reader finds only states that
  /// a process has written.
  @Test func changesOfSeveralProcessesAreAllKept() throws {
    let vault = try TestVault()
    _ = try FileLock(Self.name, in: .openOrCreate(vault.data.path))
    let header = try #require(try vault.files().header())
    try header.create(initial)
    let children = try (0..<4).map { _ in try vault.start("count") }
    var latest: UInt64 = 0
    while latest < 200 {
      let state = try #require(try header.read()?.state)
      #expect(state.number >= latest)
      #expect(state.number == 0 || state.settings.timeout == UInt32(state.lockGeneration))
      latest = state.number
      // `kill` with the signal 0 checks whether the child process still exists. Without the child process, `latest` may
      // never reach 200.
      if kill(children[0].identifier, 0) != 0 { break }
    }
    for child in children { #expect(try child.wait() == .status(0)) }
    let state = try #require(try header.read()?.state)
    #expect(state.lockGeneration == 201)
    #expect(state.number == 200)
  }

  @Test func threadsOfOneHolderExcludeEachOther() throws {
    let header = try makeHeader()
    let deadline = Deadline.after(.seconds(30))
    let isAlone = ForkSafeMutex((inside: 0, most: 0))
    try concurrently(8) {
      for _ in 0..<20 {
        try header.change(until: deadline) { (state) throws(KeychainError) in
          isAlone.withLock {
            $0.inside += 1
            $0.most = max($0.most, $0.inside)
          }
          state.lockGeneration += 1
          isAlone.withLock { $0.inside -= 1 }
        }
      }
    }
    #expect(isAlone.withLock { $0.most } == 1)
    #expect(try header.read()?.state.lockGeneration == 161)
  }

  private func concurrently(_ count: Int, _ body: @escaping @Sendable () throws -> Void) throws {
    let failure = ForkSafeMutex<(any Error)?>(nil)
    var threads: [pthread_t] = []
    final class Start: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    for _ in 0..<count {
      var thread = pthread_t()
      let start = Start {
        do { try body() } catch { failure.withLock { $0 = error } }
      }
      let argument = Unmanaged.passRetained(start).toOpaque()
      let result = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, argument)
      try #require(result == 0)
      threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  @Test func replacedFileIsNoticed() throws {
    let header = try makeHeader()
    #expect(try header.isAtItsPath())
    unlink(temporary(Self.name))
    #expect(try header.isAtItsPath() == false)
    _ = try makeHeader()
    #expect(try header.isAtItsPath() == false)
  }

  // MARK: Wrong passcodes

  private static let wrong = KeychainError(.authenticationFailed, "the passcode is wrong")
  private let boot = RowIdentifier(high: 11, low: 12)

  private func moment(_ seconds: Int64, _ boot: RowIdentifier? = nil) -> BootTimestamp {
    BootTimestamp(boot: boot ?? self.boot, time: seconds * 1_000_000_000)
  }

  private func fail(_ header: HeaderFile, at now: BootTimestamp, times: Int = 1) {
    for _ in 0..<times {
      #expect(throws: KeychainError.self) {
        try header.trying(at: now, until: soon) { () throws(KeychainError) in throw Self.wrong }
      }
    }
  }

  @Test func sixthWrongPasscodeDelaysTheNext() throws {
    let header = try makeHeader()
    fail(header, at: moment(100), times: 6)
    #expect(try header.attempts().failures == 6)
    let error = #expect(throws: KeychainError.self) {
      try header.trying(at: moment(100), until: soon) { () throws(KeychainError) in }
    }
    #expect(error?.cause == .passcodeMustWait)
    #expect(error?.reason == "too many wrong passcodes: another can be tried in 1 second")
    try header.trying(at: moment(101), until: soon) { () throws(KeychainError) in }
    #expect(try header.attempts() == .none)
  }

  @Test func trialThatIsKilledIsUsedUp() throws {
    let vault = try TestVault()
    try vault.create()
    #expect(try vault.isKilled("try", at: 0))
    #expect(try vault.files().header()?.attempts().failures == 1)
  }

  @Test func otherFailureIsNoWrongPasscode() throws {
    let header = try makeHeader()
    fail(header, at: moment(1), times: 2)
    #expect(throws: KeychainError.self) {
      try header.trying(at: moment(2), until: soon) { () throws(KeychainError) in
        throw KeychainError(.allocation, "on purpose")
      }
    }
    #expect(try header.attempts().failures == 2)
  }

  /// The wall clock does not affect the delay. The delay starts again after a restart, and when the boot clock goes
  /// back.
  @Test func delayIsMeasuredByTheBootClock() throws {
    let header = try makeHeader()
    fail(header, at: moment(500), times: 5)
    fail(header, at: moment(500))
    fail(header, at: moment(502))
    // After the seventh wrong passcode, the delay is five seconds.
    let other = RowIdentifier(high: 99, low: 99)
    for now in [moment(503), moment(3, other), moment(6, other), moment(2, other)] {
      let error = #expect(throws: KeychainError.self) {
        try header.trying(at: now, until: soon) { () throws(KeychainError) in }
      }
      #expect(error?.cause == .passcodeMustWait, "\(now)")
    }
    try header.trying(at: moment(7, other), until: soon) { () throws(KeychainError) in }
  }

  @Test func damagedRecordOfAttemptsCountsAsNone() throws {
    let header = try makeHeader()
    fail(header, at: moment(1), times: 3)
    var bytes = try temporary.read(Self.name)
    bytes[8192 + 9] ^= 1
    try temporary.write(bytes, to: Self.name)
    #expect(try openHeader().attempts() == .none)
  }

  // MARK: Commits

  private let database = RowIdentifier(high: 0xABCD_EF01_2345_6789, low: 5)

  private func commit(_ number: UInt64, _ database: RowIdentifier? = nil) -> CommitRecord {
    CommitRecord(
      number: number, database: database ?? self.database, process: 4711,
      isSynchronizable: number % 2 == 0,
      rows: RowCounts(
        genericPasswords: Int64(number), internetPasswords: 2, keys: 3, certificates: 4))
  }

  @Test func latestCommitsAreRemembered() throws {
    let header = try makeHeader()
    #expect(try header.witness(of: database) == nil)
    for number in 1...100 { try header.record(commit(UInt64(number))) }
    #expect(try openHeader().commits() == (37...100).map { commit($0) })
    #expect(try header.witness(of: database) == commit(100))
  }

  @Test func lateRecordReplacesNoLaterOne() throws {
    let header = try makeHeader()
    try header.record(commit(70))
    try header.record(commit(6))
    #expect(try header.witness(of: database) == commit(70))
    #expect(try header.commits() == [commit(70)])
  }

  @Test func commitsOfAnotherDatabaseAreNoWitness() throws {
    let header = try makeHeader()
    let other = RowIdentifier(high: 1, low: 1)
    try header.record(commit(500, other))
    try header.record(commit(3))
    #expect(try header.witness(of: database) == commit(3))
    // Commit 500 of `database` has the same place in the file as commit 500 of `other`. The numbers of different
    // databases are not compared, so the new record replaces the record of `other`.
    try header.record(commit(64 * 7 + 52))
    #expect(try header.witness(of: other) == nil)
  }

  @Test func damagedCommitRecordIsPassedOver() throws {
    let header = try makeHeader()
    try header.record(commit(1))
    try header.record(commit(2))
    var bytes = try temporary.read(Self.name)
    bytes[12288 + 2 * 64 + 30] ^= 4
    try temporary.write(bytes, to: Self.name)
    #expect(try openHeader().commits() == [commit(1)])
  }

  @Test func recordingWritesNeitherStateNorAttempts() throws {
    let header = try makeHeader()
    let before = try temporary.read(Self.name)
    for number in 1...130 { try header.record(commit(UInt64(number))) }
    #expect(try temporary.read(Self.name)[..<12288] == before[..<12288])
  }
}
