import KeychainStore

/// When a store locks itself.
package struct LockSettings: Sendable, Equatable {
  /// Seconds after an unlocking, those included during which the machine sleeps; nil for never.
  package var timeout: UInt32?

  /// Whether it is locked when the machine has been suspended.
  package var locksWhenSuspended: Bool

  package init(timeout: UInt32? = nil, locksWhenSuspended: Bool = false) {
    self.timeout = timeout
    self.locksWhenSuspended = locksWhenSuspended
  }

  /// For a store whose settings are lost: they may have been strict.
  static let cautious = LockSettings(timeout: 300, locksWhenSuspended: true)
}

extension StoreState {
  /// What the file says of locking.
  var lockSettings: LockSettings {
    get {
      LockSettings(
        timeout: lockTimeout == 0 ? nil : UInt32(clamping: lockTimeout),
        locksWhenSuspended: locksWhenSuspended)
    }
    set {
      lockTimeout = UInt64(newValue.timeout ?? 0)
      locksWhenSuspended = newValue.locksWhenSuspended
    }
  }
}
