import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Security

/// The number of posted notifications.
@Suite struct NotificationCoalescerTests {
  @Test("com.apple.security.keychainchanged: at once, then at most once in an interval")
  func coalescing() throws {
    let name = Notification.Name("test.\(UUID().uuidString)")
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    let coalescer = NotificationCoalescer(name, interval: .milliseconds(50))
    func posted() -> Int { count.withLock { $0 } }
    coalescer.schedule()
    #expect(posted() == 1)
    for _ in 0..<100 { coalescer.schedule() }
    // The other changes cause one notification at the end of the interval.
    #expect(holds { coalescer.isIdle })
    #expect(posted() == 2)
    coalescer.schedule()
    #expect(posted() == 3)
  }
}
