/// When a vault locks itself.
package struct LockSettings: Equatable, Sendable {
  /// Seconds from an unlocking, more than 0; nil for any time.
  package var timeout: UInt32?
  /// Whether it is locked once the machine was suspended.
  package var locksWhenSuspended: Bool

  package init(timeout: UInt32? = nil, locksWhenSuspended: Bool = false) {
    self.timeout = timeout
    self.locksWhenSuspended = locksWhenSuspended
  }
}
