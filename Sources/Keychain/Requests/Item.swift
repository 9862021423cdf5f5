package import KeychainModel

/// An item as a request returns it.
package struct Item: Sendable {
  package var itemClass: ItemClass

  /// What its persistent reference holds: of an identity that of the certificate.
  package var identifier: RowIdentifier

  /// Every stored attribute, when attributes were asked for; the further secrets of an internet
  /// password, when the secret was. None at all for a guarded item that was only named.
  package var attributes: AttributeSet

  /// The secret, when it was asked for; nil when the item has none.
  package var secret: [UInt8]?

  /// Whether it was found without being opened, by a search that lists locked items.
  package var isLocked = false

  /// Whether an add that spares what is there found it there.
  package var wasThere = false

  /// Whether what was there is another item, to which the new one gave way.
  package var isAnother = false

  /// What the certificate of an identity holds, when it was asked for.
  package var certificate: [UInt8]?

  package init(
    _ itemClass: ItemClass, identifier: RowIdentifier, attributes: AttributeSet = AttributeSet(),
    secret: [UInt8]? = nil
  ) {
    self.itemClass = itemClass
    self.identifier = identifier
    self.attributes = attributes
    self.secret = secret
  }

  /// The bytes of the item's persistent reference.
  package var persistentReference: [UInt8] { PersistentReference.bytes(of: itemClass, identifier) }
}
