/// When a keychain locks itself.
package struct LockSettings: Equatable, Sendable {
  /// Seconds from an unlocking, more than 0, the time of suspension included; nil for any time.
  package var timeout: UInt32?
  /// Whether it is locked once the machine was suspended.
  package var locksWhenSuspended: Bool

  package init(timeout: UInt32? = nil, locksWhenSuspended: Bool = false) {
    self.timeout = timeout
    self.locksWhenSuspended = locksWhenSuspended
  }

  /// Whether an unlocking that other settings have ended could hold under these.
  package func isWider(than other: LockSettings) -> Bool {
    let isLonger =
      switch (timeout, other.timeout) {
      case (_, nil): false
      case (nil, _?): true
      case (let new?, let old?): new > old
      }
    return isLonger || other.locksWhenSuspended && !locksWhenSuspended
  }

  /// For a keychain whose settings are lost: they may have been strict.
  package static let cautious = LockSettings(timeout: 300, locksWhenSuspended: true)
}
