package import KeychainModel

/// A request to the keychain. It contains no live object, so it can be sent to another process.
package enum ItemRequest: Sendable {
  case add(AddRequest)
  /// Adds several items: all of them or none. An existing item fails the request, unless
  /// `sparingPresent` is true. Then existing items stay unchanged, and the result marks them. The
  /// result also marks other items that stay in the place of a new item (`AddRequest.acceptsConflicting`).
  /// If all items exist, the error is a duplicate with the cause
  /// `.allPresent`.
  case addAll([AddRequest], sparingPresent: Bool = false)
  /// Adds identities: all of them or none.
  case addIdentities([IdentityAddRequest])
  case search(SearchRequest)
  case update(UpdateRequest)
  case delete(DeleteRequest)

  /// Whether it adds, changes or deletes items.
  var changesItems: Bool { if case .search = self { false } else { true } }
}

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

/// A search for items.
package struct SearchRequest: Sendable {
  package var query: ItemQuery
  package var contents: ItemContents

  /// The largest number of items to return; nil for all. 0 finds nothing.
  package var limit: Int?

  /// Whether to leave out items whose access control requires a proof that the caller has not
  /// brought.
  package var skipsGuarded: Bool

  /// Whether to find items whose access control requires a proof by their columns only, and return
  /// them without contents. This is sufficient to delete them, which requires no proof.
  package var namesGuarded: Bool

  /// Whether to list locked items, and items whose access control requires a proof, instead of failing the search. They
  /// are found by their columns only, and returned without contents.
  package var listsLocked = false

  package init(
    _ query: ItemQuery, contents: ItemContents = [], limit: Int? = 1,
    skipsGuarded: Bool = false, namesGuarded: Bool = false
  ) {
    self.query = query
    self.contents = contents
    self.limit = limit
    self.skipsGuarded = skipsGuarded
    self.namesGuarded = namesGuarded
  }
}

/// New values for every item that a query finds.
package struct UpdateRequest: Sendable {
  package var query: ItemQuery

  /// The attributes to set, converted by the catalogue.
  package var changes: AttributeSet

  /// The secret to set; nil keeps the existing secret.
  package var secret: [UInt8]?

  /// Whether an item whose uniqueness key changes leaves a tombstone. Nil means that only a
  /// synchronizable item leaves a tombstone.
  package var leavesTombstones: Bool?

  package init(
    _ query: ItemQuery, changes: AttributeSet, secret: [UInt8]? = nil,
    leavesTombstones: Bool? = nil
  ) {
    self.query = query
    self.changes = changes
    self.secret = secret
    self.leavesTombstones = leavesTombstones
  }
}

/// The deletion of every item that a query finds.
package struct DeleteRequest: Sendable {
  package var query: ItemQuery

  /// Whether a deleted item leaves a tombstone. Nil: if the item is synchronizable and live.
  package var leavesTombstones: Bool?

  package init(_ query: ItemQuery, leavesTombstones: Bool? = nil) {
    self.query = query
    self.leavesTombstones = leavesTombstones
  }
}

/// An identity to store: a certificate and its private key.
package struct IdentityAddRequest: Sendable {
  package var certificate: AddRequest
  package var key: AddRequest

  /// The contents of the new identity to return.
  package var contents: ItemContents

  package init(certificate: AddRequest, key: AddRequest, contents: ItemContents = []) {
    self.certificate = certificate
    self.key = key
    self.contents = contents
  }
}
