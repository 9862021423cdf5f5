package import KeychainModel

/// Items to store together: all of them or none.
package struct BatchRequest: Sendable {
  /// The items, in the order in which they are to be stored. A date of creation, and a finite one of
  /// modification, is kept when it is given, unlike in an add: an item that moves stays as old.
  package var additions: [AddRequest]

  /// For each item, attributes that a new one gets when it lacks them, and one that is replaced does
  /// not. Fewer than there are items: the others have none.
  package var defaults: [AttributeSet]

  package var onDuplicate: DuplicatePolicy

  /// What becomes of an item whose uniqueness key is taken, in the store or by one before it.
  package enum DuplicatePolicy: Sendable {
    /// The one that is there stays as it is.
    case skip
    /// The one that is there gets the new secret and the attributes that are given.
    case replace
  }

  package init(
    _ additions: [AddRequest], defaults: [AttributeSet] = [], onDuplicate: DuplicatePolicy
  ) {
    self.additions = additions
    self.defaults = defaults
    self.onDuplicate = onDuplicate
  }
}

/// What became of one item of a batch.
package enum BatchOutcome: Sendable, Equatable {
  case added
  case skipped
  case replaced
}
