/// The outcome of a rotation.
package struct RotationOutcome: Sendable, Equatable {
  package var resealedCount = 0
  package var destroyedKeyCount = 0
  /// Old keys that could not be destroyed, because rows that are damaged may need them.
  package var keptKeyCount = 0
  /// Rows that say they are sealed under an old key, and do not open.
  package var damagedCount = 0
  /// Whether it was an earlier rotation, interrupted, that was finished. Then none was begun.
  package var isResumed = false
  /// Why processes that are started from now on find the vault locked; nil when they do not.
  package var refusal: KeychainError?

  package init() {}

  package static func == (left: Self, right: Self) -> Bool {
    left.resealedCount == right.resealedCount && left.destroyedKeyCount == right.destroyedKeyCount
      && left.keptKeyCount == right.keptKeyCount && left.damagedCount == right.damagedCount
      && left.isResumed == right.isResumed && left.refusal?.code == right.refusal?.code
  }
}
