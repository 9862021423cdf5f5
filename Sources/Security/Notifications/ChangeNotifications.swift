import Foundation
package import Keychain

/// Posts changes of the keychain to the process's `NotificationCenter` (D28).
package enum ChangeNotifications {
  /// Posts a change. It is called after each commit of this process.
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
  /// that wrote. This notification is specific to Latchkey: Apple's keychain posts nothing for local items.
  public static let latchkeyChanged = Notification.Name("latchkey.changed")

  /// Posted when a synchronizable item was added, changed or deleted, at most once a second. Apple's keychain posts a
  /// notification with this name to the system's notification service.
  public static let keychainChanged = Notification.Name("com.apple.security.keychainchanged")
}
