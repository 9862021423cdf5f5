import Dispatch
import Foundation
package import Keychain
import KeychainModel

/// Posts notifications of keychain changes to the `NotificationCenter` of the process (compatibility: D28).
package enum ChangeNotifications {
  /// Posts the notifications of a change. The keychain client calls this function after each commit of this process.
  @Sendable package static func post(_ change: KeychainChange) {
    let center = NotificationCenter.default
    center.post(
      name: .latchkeyChanged, object: nil,
      userInfo: ["process": NSNumber(value: change.process)])
    if change.isSynchronizable { coalescer.schedule() }
  }

  private static let coalescer = NotificationCoalescer(
    .keychainChanged, interval: .seconds(1))
}

extension Notification.Name {
  /// Posted after every commit of this process to the keychain. `userInfo["process"]` is the identifier of the process
  /// that made the commit. This notification is specific to Latchkey. Apple's keychain posts no notification for local
  /// items.
  public static let latchkeyChanged = Notification.Name("latchkey.changed")

  /// Posted after this process added, changed or deleted a synchronizable item, at most once a second. Apple's keychain
  /// posts a notification with this name to the system's notification service.
  public static let keychainChanged = Notification.Name("com.apple.security.keychainchanged")
}

/// Posts a notification at most once per interval. All calls of `schedule` within an interval cause one notification at
/// the end of the interval.
final class NotificationCoalescer: Sendable {
  private let name: Notification.Name
  private let interval: DispatchTimeInterval
  private let isPending = ForkSafeMutex(State.idle)

  private enum State: Sendable {
    case idle
    /// An interval is running, because a notification was posted. `schedule` has not been called since then.
    case quiet
    /// An interval is running, and `schedule` has been called. A notification is posted at the end of the interval.
    case pending
  }

  init(_ name: Notification.Name, interval: DispatchTimeInterval) {
    self.name = name
    self.interval = interval
  }

  /// Whether no interval is running. The next call of `schedule` then posts immediately.
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
