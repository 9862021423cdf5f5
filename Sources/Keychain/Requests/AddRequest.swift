package import KeychainModel

/// An item to store.
package struct AddRequest: Sendable {
  package var itemClass: ItemClass

  /// The attributes given, converted by the catalogue. Dates and the digest are computed, whatever
  /// is given here.
  package var attributes: AttributeSet

  /// The secret; nil stores none, which differs from an empty one.
  package var secret: [UInt8]?

  /// What of the new item to return.
  package var contents: ItemContents

  /// Whether another item that has the names of this one may stay in its place, in an add of several that
  /// spares what is there.
  package var givesWay = false

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

/// Which parts of an item a request returns. Its references are always there.
package struct ItemContents: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let attributes = ItemContents(rawValue: 1 << 0)
  /// The secret, and the further secrets of an internet password.
  package static let secret = ItemContents(rawValue: 1 << 1)
  /// The certificate of an identity, whose secret is that of its key.
  package static let certificate = ItemContents(rawValue: 1 << 2)
}
