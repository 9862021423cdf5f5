import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Security

/// Counts the notifications that a series of changes causes.
@Suite struct NotificationCoalescerTests {
  @Test("The first change posts keychainchanged at once, the others together after an interval")
  func coalescing() throws {
    let name = Notification.Name("test.\(UUID().uuidString)")
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    let coalescer = NotificationCoalescer(name, interval: .seconds(1))
    func posted() -> Int { count.withLock { $0 } }
    coalescer.schedule()
    #expect(posted() == 1)
    for _ in 0..<100 { coalescer.schedule() }
    // The hundred changes after the first change cause only one notification, at the end of the interval.
    #expect(holds { coalescer.isIdle })
    #expect(posted() == 2)
    coalescer.schedule()
    #expect(posted() == 3)
  }
}
