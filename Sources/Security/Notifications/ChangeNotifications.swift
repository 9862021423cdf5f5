import Foundation
package import Keychain

/// Posts what changed to the process's `NotificationCenter` (D28).
package enum ChangeNotifications {
  /// Posts after a commit of this process.
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
  /// Posted after every commit to the keychain by this process. `userInfo["process"]` is the
  /// number of the process that wrote. Ours: Apple's keychain posts nothing for local items.
  public static let latchkeyChanged = Notification.Name("latchkey.changed")

  /// Posted when a synchronizable item was added, changed or deleted, at most once a second: the
  /// name that Apple's keychain posts to the system's notification service.
  public static let keychainChanged = Notification.Name("com.apple.security.keychainchanged")
}
