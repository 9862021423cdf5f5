package import KeychainModel

/// An item to store.
package struct AddRequest: Sendable {
  package var itemClass: ItemClass

  /// The given attributes, converted by the catalogue. Dates and the digest are computed; given
  /// values for them are ignored.
  package var attributes: AttributeSet

  /// The secret; nil stores none, which differs from an empty one.
  package var secret: [UInt8]?

  /// The contents of the new item to return.
  package var contents: ItemContents

  /// Whether an add of several items accepts another item that has the uniqueness key of this one. This
  /// applies only when the add keeps existing items.
  package var acceptsConflicting = false

  package init(
    _ itemClass: ItemClass, attributes: AttributeSet, secret: [UInt8]?,
    contents: ItemContents = []
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.secret = secret
    self.contents = contents
  }
}

/// The parts of an item that a request returns. References are always returned.
package struct ItemContents: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let attributes = ItemContents(rawValue: 1 << 0)
  /// The secret, and the further secrets of an internet password.
  package static let secret = ItemContents(rawValue: 1 << 1)
  /// The certificate of an identity. The secret of an identity is the secret of its key.
  package static let certificate = ItemContents(rawValue: 1 << 2)
}
