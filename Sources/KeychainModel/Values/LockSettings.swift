/// The conditions under which a keychain locks itself.
package struct LockSettings: Equatable, Sendable {
  /// The number of seconds from an unlock until the keychain locks, including the time of suspension. The number is
  /// greater than 0. Nil for no time limit.
  package var timeout: UInt32?
  /// Whether the keychain is locked after the machine was suspended.
  package var locksWhenSuspended: Bool

  package init(timeout: UInt32? = nil, locksWhenSuspended: Bool = false) {
    self.timeout = timeout
    self.locksWhenSuspended = locksWhenSuspended
  }

  /// The combined settings: the keychain locks as soon as one of the two settings would lock it.
  package func joined(with other: LockSettings) -> LockSettings {
    LockSettings(
      timeout: [timeout, other.timeout].compactMap(\.self).min(),
      locksWhenSuspended: locksWhenSuspended || other.locksWhenSuspended)
  }

  /// The settings of a keychain whose own settings are lost. The cautious settings are strict, because the lost
  /// settings may have been strict.
  package static let cautious = LockSettings(timeout: 300, locksWhenSuspended: true)
}
