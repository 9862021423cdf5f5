import Dispatch
import Foundation
import KeychainModel

/// Posts a notification at most once per interval. Notifications that arrive within the interval are posted as one at
/// its end.
final class NotificationCoalescer: Sendable {
  private let name: Notification.Name
  private let interval: DispatchTimeInterval
  private let isPending = ForkSafeMutex(State.idle)

  private enum State: Sendable {
    case idle
    /// A notification was posted within the interval, and none arrived since.
    case quiet
    /// A notification arrived within the interval. It is posted at the end.
    case pending
  }

  init(_ name: Notification.Name, interval: DispatchTimeInterval) {
    self.name = name
    self.interval = interval
  }

  /// Whether no interval is running, so that the next notification is posted at once.
  var isIdle: Bool { isPending.withLock { $0 == .idle } }

  /// Posts the notification now, or at the end of the current interval.
  func schedule() {
    let postsNow = isPending.withLock { state in
      defer { state = state == .idle ? .quiet : .pending }
      return state == .idle
    }
    if postsNow { post() }
  }

  private func post() {
    NotificationCenter.default.post(name: name, object: nil)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + interval) { [self] in
      let postsAgain = isPending.withLock { state in
        defer { state = state == .pending ? .quiet : .idle }
        return state == .pending
      }
      if postsAgain { post() }
    }
  }
}
