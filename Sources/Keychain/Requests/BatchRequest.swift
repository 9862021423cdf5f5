package import KeychainModel

/// Items to store together: all of them or none.
package struct BatchRequest: Sendable {
  /// The items, in the order in which they are to be stored. Unlike in an add, a given creation date
  /// and a given finite modification date are kept, so that an item that moves from elsewhere keeps
  /// its dates.
  package var additions: [AddRequest]

  /// For each item, the attributes that a new item gets when it lacks them. A replaced item does not
  /// get them. The list may be shorter than the list of items; then the other items have no
  /// defaults.
  package var defaults: [AttributeSet]

  package var onDuplicate: DuplicatePolicy

  /// What to do with an item whose uniqueness key is taken, in the store or by an earlier item of
  /// the batch.
  package enum DuplicatePolicy: Sendable {
    /// Keep the existing item unchanged.
    case skip
    /// Give the existing item the new secret and the given attributes.
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

/// The outcome of one item of a batch.
package enum BatchOutcome: Sendable, Equatable {
  case added
  case skipped
  case replaced
}
