import CTestSupport
import Glibc
import Keychain
import Synchronization
import TortureScript

/// Forks in several threads at the same time during a call of the keychain, and makes another call afterwards.
///
/// During the forks, one thread waits for the fork gates while another thread has closed one of them. Each thread must
/// open only the gates that it closed itself.
enum GateForkRun {
  private static let isInside = Atomic(false)

  static func run(_ keychain: LocalKeychain) {
    let simple = Simple(keychain)
    guard simple.add("before").status == 0 else { Output.fail("nothing can be stored") }
    let call = Worker {
      ForkGate.enter {
        isInside.store(true, ordering: .releasing)
        _ = usleep(2_600_000)
      }
    }
    while !isInside.load(ordering: .acquiring) { usleep(1000) }
    let forks = (0..<3).map { number in
      Worker {
        usleep(UInt32(number) * 50_000)
        let child = lk_test_fork(60)
        if child == 0 { _exit(0) }
        _ = lk_test_wait(child)
      }
    }
    guard ([call] + forks).allSatisfy({ $0.wait(seconds: 60) }) else {
      Output.fail("a fork does not come back")
    }
    let after = Worker { _ = simple.add("after") }
    guard after.wait(seconds: 60) else { Output.fail("the gates are closed") }
    Output.line("done")
  }

  /// A thread with a time limit for waiting, because a wrong fork gate makes the thread hang forever.
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

    /// Waits until the thread has ended. Returns false if it has not ended within the time.
    func wait(seconds: Int) -> Bool {
      for _ in 0..<seconds * 100 {
        if isDone.load(ordering: .acquiring) { return true }
        usleep(10_000)
      }
      return false
    }
  }
}
