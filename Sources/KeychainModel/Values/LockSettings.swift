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

  /// The settings that lock a keychain as soon as these or others do.
  package func joined(with other: LockSettings) -> LockSettings {
    LockSettings(
      timeout: [timeout, other.timeout].compactMap(\.self).min(),
      locksWhenSuspended: locksWhenSuspended || other.locksWhenSuspended)
  }

  /// For a keychain whose settings are lost: they may have been strict.
  package static let cautious = LockSettings(timeout: 300, locksWhenSuspended: true)
}
