import CTestSupport
import Glibc
import Synchronization
import Testing

@testable import Keychain

/// Forks of several threads at once.
@Suite struct ForkGateTests {
  /// One thread waits longer for the gates than another that has closed one of them already: each
  /// must open again just what it closed itself.
  ///
  /// In a process of its own, because the gates of this one belong to all tests.
  @Test func forksAtTheSameTimeLeaveTheGatesOpen() throws {
    let keychain = try TestKeychain()
    try keychain.add(.generic("before"))
    let child = lk_test_fork(30)
    if child == 0 { _exit(Self.forkAtTheSameTime(keychain) ? 0 : 1) }
    #expect(lk_test_wait(child) == 0)
    #expect(try keychain.count(of: [.generic("before"), .generic("after")]) == 2)
  }

  private static func forkAtTheSameTime(_ keychain: TestKeychain) -> Bool {
    let call = Worker { _ = try? ForkGate.pass { usleep(2_600_000) } }
    usleep(100_000)
    let forks = (0..<3).map { number in
      Worker {
        usleep(UInt32(number) * 50_000)
        let child = lk_test_fork(10)
        if child == 0 { _exit(0) }
        _ = lk_test_wait(child)
      }
    }
    guard ([call] + forks).allSatisfy({ $0.wait(seconds: 10) }) else { return false }
    let after = Worker { try? keychain.add(.generic("after")) }
    return after.wait(seconds: 5)
  }

  /// A thread that may hang for ever.
  private final class Worker: Sendable {
    private let isDone = Atomic(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let worker = Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue()
          worker.body()
          worker.isDone.store(true, ordering: .releasing)
          return nil
        }, Unmanaged.passRetained(self).toOpaque())
      pthread_detach(thread)
    }

    /// Whether the thread ended in time.
    func wait(seconds: Int) -> Bool {
      for _ in 0..<seconds * 100 {
        if isDone.load(ordering: .acquiring) { return true }
        usleep(10_000)
      }
      return false
    }
  }
}
