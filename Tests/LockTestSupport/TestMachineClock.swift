package import KeychainFiles
import KeychainModel
import Synchronization

/// A simulated clock of a machine. A test sets its time.
package final class TestMachineClock: BootClock {
  private let times = Mutex((sinceStart: Int64(100_000_000_000), suspended: Int64(0)))

  package init() {}

  package var now: BootTimestamp {
    BootTimestamp(boot: RowIdentifier(high: 1, low: 1), time: times.withLock { $0.sinceStart })
  }
  package var suspended: Int64 { times.withLock { $0.suspended } }

  package func pass(seconds: Int64) { times.withLock { $0.sinceStart += seconds * 1_000_000_000 } }

  package func sleep(seconds: Int64) {
    times.withLock {
      $0.sinceStart += seconds * 1_000_000_000
      $0.suspended += seconds * 1_000_000_000
    }
  }
}
