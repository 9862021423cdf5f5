import Glibc
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainCrypto

/// Tests of the derivations that wait in a service.
@Suite(.serialized) struct DerivationQueueTests {
  /// Derivations that end when the test lets them end.
  private final class Derivations: Sendable {
    let queue: DerivationQueue
    private let order = ForkSafeMutex<[Int]>([])
    private let turns = ForkSafeMutex<[Int: KeychainFiles.Semaphore]>([:])

    init(capacity: Int) { queue = DerivationQueue(capacity: capacity) }

    /// The derivations that have begun, in order.
    var begun: [Int] { order.withLock { $0 } }

    /// Begins a derivation in a thread. Returns when it waits or runs.
    func begin(_ number: Int, of client: UInt64, memory: UInt32 = 64 << 10) -> BackgroundWork<Void> {
      let end = KeychainFiles.Semaphore()
      turns.withLock { $0[number] = end }
      let before = (queue.waitingCount, begun.count)
      let work = BackgroundWork { [self] in
        try queue.run(for: client, memory: memory) {
          order.withLock { $0.append(number) }
          _ = end.wait(until: .after(.seconds(30)))
        }
      }
      _ = holds { (queue.waitingCount, begun.count) != before }
      return work
    }

    func end(_ number: Int) { turns.withLock { $0[number] }?.signal() }
  }

  @Test func aClientWithManyDerivationsDelaysOthersByOneTurn() throws {
    let derivations = Derivations(capacity: 1)
    var works = (0..<5).map { derivations.begin($0, of: 1) }
    works.append(derivations.begin(5, of: 2))
    #expect(derivations.begun == [0])
    derivations.end(0)
    #expect(holds { derivations.begun == [0, 5] })
    for number in [5, 1, 2, 3, 4] { derivations.end(number) }
    for work in works { try work.end() }
    #expect(derivations.begun == [0, 5, 1, 2, 3, 4])
  }

  @Test func memoryIsLimited() throws {
    let derivations = Derivations(capacity: 3)
    // The first derivation takes as much memory as two with the recommended cost.
    let works = [
      derivations.begin(0, of: 1, memory: 128 << 10), derivations.begin(1, of: 2), derivations.begin(2, of: 3),
    ]
    #expect(derivations.begun == [0, 1])
    derivations.end(1)
    #expect(holds { derivations.begun == [0, 1, 2] })
    // A derivation that needs more than the capacity runs alone.
    let large = derivations.begin(3, of: 4, memory: 256 << 10)
    derivations.end(2)
    usleep(50_000)
    #expect(derivations.begun == [0, 1, 2])
    derivations.end(0)
    #expect(holds { derivations.begun == [0, 1, 2, 3] })
    derivations.end(3)
    for work in works + [large] { try work.end() }
  }

  /// A client that has gone, or whose time has passed, delays nobody.
  @Test(arguments: [true, false]) func theWaitEndsWithTheCall(_ isCancelled: Bool) throws {
    let derivations = Derivations(capacity: 2)
    let first = derivations.begin(0, of: 1)
    let cancellation = Cancellation()
    let large = BackgroundWork {
      try derivations.queue.run(
        for: 2, memory: 128 << 10, until: isCancelled ? nil : .after(.seconds(3)), cancellation
      ) { Issue.record("a derivation without a turn") }
    }
    #expect(holds { derivations.queue.waitingCount == 1 })
    // The derivation behind it runs at once.
    let last = derivations.begin(1, of: 3)
    #expect(derivations.begun == [0])
    if isCancelled { cancellation.cancel() }
    let error = #expect(throws: KeychainError.self) { try large.end() }
    #expect(isCancelled ? error?.cause == .cancelled : error?.failureCause == .timedOut)
    #expect(holds { derivations.begun == [0, 1] })
    for (number, work) in [first, last].enumerated() {
      derivations.end(number)
      try work.end()
    }
    #expect(derivations.queue.waitingCount == 0)
  }

  @Test func derivationsOfAServiceWaitForTheirTurn() throws {
    let derivations = Derivations(capacity: 1)
    ProcessState.derivationQueue.lock()
    defer { ProcessState.derivationQueue.unlock() }
    DerivationQueue.install(derivations.queue)
    defer { DerivationQueue.install(DerivationQueue(capacity: 1000)) }
    let first = derivations.begin(0, of: 1)
    let derivation = BackgroundWork {
      var key = [UInt8](repeating: 0, count: 32)
      try [UInt8](repeating: 1, count: 16).withUnsafeBytes { salt in
        try key.withUnsafeMutableBytes { try Argon2id.derive(from: salt, salt: salt, cost: .quick, into: $0) }
      }
      return key
    }
    #expect(holds { derivations.queue.waitingCount > 0 })
    #expect(!derivation.isDone)
    let late = #expect(throws: KeychainError.self) {
      try DerivationQueue.waiting(until: .after(.milliseconds(50)), cancelledBy: nil) { () throws(KeychainError) in
        let text = try Passcode("p")
        _ = try BackupHeader.make(
          .passphrase(.quick, random: SystemRandom()), text,
          deviceKey: try DeviceKey(vaultID: RowIdentifier(high: 0, low: 1), random: SystemRandom()), date: 0,
          random: SystemRandom())
      }
    }
    #expect(late?.failureCause == .timedOut)
    derivations.end(0)
    try first.end()
    #expect(try derivation.end().contains { $0 != 0 })
  }
}
