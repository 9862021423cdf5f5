import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainServer

/// Tests of the log of refusals.
@Suite struct RefusalLogTests {
  /// The entries of a log.
  private final class Entries: Sendable {
    private let entries = ForkSafeMutex<[RefusalLog.Entry]>([])

    func append(_ entry: RefusalLog.Entry) { entries.withLock { $0.append(entry) } }

    func counts(of user: UInt32?) -> [Int] { entries.withLock { $0.filter { $0.user == user }.map(\.count) } }
  }

  private let refusal = KeychainError(.notAvailable, "no")

  @Test func refusalsOfAUserAreOneEntryInAnInterval() {
    let entries = Entries()
    let log = RefusalLog(interval: .seconds(600)) { entries.append($0) }
    #expect(log.start())
    for _ in 0..<1000 { log.note(1, 7, refusal) }
    log.note(2, 8, refusal)
    #expect(holds { entries.counts(of: 2) == [1] })
    #expect(entries.counts(of: 1) == [1])
    // The end of the service writes the rest.
    log.stop()
    #expect(entries.counts(of: 1) == [1, 999])
    #expect(entries.counts(of: 2) == [1])
  }

  @Test func theNextIntervalHasTheNumber() {
    let entries = Entries()
    let log = RefusalLog(interval: .milliseconds(300)) { entries.append($0) }
    #expect(log.start())
    for _ in 0..<10 { log.note(nil, 0, refusal) }
    #expect(holds { entries.counts(of: nil) == [1, 9] })
    log.stop()
    #expect(entries.counts(of: nil) == [1, 9])
  }

  /// An entry names the process and the reason of the latest refusal.
  @Test func anEntryNamesTheLatestRefusal() {
    let entries = ForkSafeMutex<[RefusalLog.Entry]>([])
    let log = RefusalLog(interval: .seconds(600)) { entry in entries.withLock { $0.append(entry) } }
    #expect(log.start())
    log.note(1, 7, refusal)
    log.note(1, 8, refusal)
    log.note(1, 9, KeychainError(.missingEntitlement, "never"))
    log.note(2, 0, refusal)
    log.stop()
    let written = entries.withLock { $0 }
    #expect(written.filter { $0.user == 1 }.map(\.process) == [7, 9])
    #expect(written.filter { $0.user == 1 }.map(\.reason) == ["no", "never"])
    #expect(written.filter { $0.user == 2 }.map(\.process) == [nil])
  }

  /// The journal may be slow. Nobody waits for it.
  @Test func aSlowJournalDelaysNobody() {
    let end = KeychainFiles.Semaphore()
    let log = RefusalLog(interval: .milliseconds(1)) { _ in _ = end.wait(until: .after(.seconds(20))) }
    #expect(log.start())
    let begin = ContinuousClock.now
    for user in 0..<100_000 { log.note(UInt32(user), 7, refusal) }
    #expect(ContinuousClock.now - begin < .seconds(5))
    for _ in 0..<5000 { end.signal() }
    log.stop()
  }
}
