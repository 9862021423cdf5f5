package import KeychainModel

/// A request to store several items: all items or no item.
package struct BatchRequest: Sendable {
  /// The items, in the order in which the items are stored. Unlike an add, a batch keeps a given creation date and a
  /// given finite modification date, so that an imported item keeps its dates.
  package var additions: [AddRequest]

  /// Default attributes for each item. A new item gets the default attributes that the item lacks. A replaced item gets
  /// no default attributes. The list may be shorter than `additions`; the remaining items have no default attributes.
  package var defaults: [AttributeSet]

  package var onDuplicate: DuplicatePolicy

  /// Whether an item whose private key stays in the service must stay so. The service sets this value for clients in
  /// other processes.
  var retainsPrivateKeys = false

  /// The action when another item has the uniqueness key of an item of the batch. The other item may be in the store or
  /// earlier in the batch.
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
