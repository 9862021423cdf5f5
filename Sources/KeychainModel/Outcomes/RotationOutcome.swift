/// The outcome of a rotation of keys.
package struct RotationOutcome: Sendable, Equatable {
  package var resealedCount = 0
  package var destroyedKeyCount = 0
  /// The number of old keys that were not destroyed, because damaged rows may need these keys.
  package var keptKeyCount = 0
  /// The number of rows that name an old key and cannot be opened.
  package var damagedCount = 0
  /// Whether the call completed an earlier, interrupted rotation. Such a call begins no new rotation.
  package var isResumed = false
  /// The reason why processes that start later will find the vault locked; nil if they will find the vault unlocked.
  package var refusal: KeychainError?

  package init() {}

  package static func == (left: Self, right: Self) -> Bool {
    left.resealedCount == right.resealedCount && left.destroyedKeyCount == right.destroyedKeyCount
      && left.keptKeyCount == right.keptKeyCount && left.damagedCount == right.damagedCount
      && left.isResumed == right.isResumed && left.refusal?.code == right.refusal?.code
  }
}
