/// The conditions under which a keychain locks itself.
package struct LockSettings: Equatable, Sendable {
  /// The seconds after an unlock, including the time of suspension; greater than 0. Nil for no time
  /// limit.
  package var timeout: UInt32?
  /// Whether the keychain locks when the machine was suspended.
  package var locksWhenSuspended: Bool

  package init(timeout: UInt32? = nil, locksWhenSuspended: Bool = false) {
    self.timeout = timeout
    self.locksWhenSuspended = locksWhenSuspended
  }

  /// The combined settings: the keychain locks when either of the two would lock it.
  package func joined(with other: LockSettings) -> LockSettings {
    LockSettings(
      timeout: [timeout, other.timeout].compactMap(\.self).min(),
      locksWhenSuspended: locksWhenSuspended || other.locksWhenSuspended)
  }

  /// Strict settings for a keychain whose settings are lost, because the lost settings may have
  /// been strict.
  package static let cautious = LockSettings(timeout: 300, locksWhenSuspended: true)
}
