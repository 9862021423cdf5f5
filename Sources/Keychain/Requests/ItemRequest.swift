package import KeychainModel

/// A request to the keychain. The request contains only values, so that it can be sent to another process.
package enum ItemRequest: Sendable {
  case add(AddRequest)
  /// Adds several items: all items or no item. If `sparingPresent` is false, the request fails when an item already
  /// exists. If `sparingPresent` is true, existing items stay unchanged, and the result marks the existing items. The
  /// result also marks conflicting items that stay in the place of a new item (`AddRequest.acceptsConflicting`). If all
  /// items exist, the error is `.duplicateItem` with the cause `.allPresent`.
  case addAll([AddRequest], sparingPresent: Bool = false)
  /// Adds several identities: all identities or no identity.
  case addIdentities([IdentityAddRequest])
  case search(SearchRequest)
  case update(UpdateRequest)
  case delete(DeleteRequest)

  /// The query of a search, an update or a delete; nil for an add.
  var query: ItemQuery? {
    switch self {
    case .add, .addAll, .addIdentities: nil
    case .search(let request): request.query
    case .update(let request): request.query
    case .delete(let request): request.query
    }
  }

  /// The request with another query. An add stays unchanged.
  func with(_ query: ItemQuery) -> ItemRequest {
    switch self {
    case .add, .addAll, .addIdentities: return self
    case .search(var request):
      request.query = query
      return .search(request)
    case .update(var request):
      request.query = query
      return .update(request)
    case .delete(var request):
      request.query = query
      return .delete(request)
    }
  }

  /// Whether the request adds, changes or deletes items.
  var changesItems: Bool { if case .search = self { false } else { true } }
}

/// An item to store.
package struct AddRequest: Sendable {
  package var itemClass: ItemClass

  /// The given attributes. The catalogue of attributes has converted the values. The dates and the digest are computed;
  /// given values for these attributes are ignored.
  package var attributes: AttributeSet

  /// The secret; nil for an item without a secret. An empty secret is different from no secret.
  package var secret: [UInt8]?

  /// The contents of the new item to return.
  package var contents: ItemContents

  /// Whether the keychain may keep a different item with the same uniqueness key instead of this new item. The flag has
  /// an effect only in an add that keeps existing items.
  package var acceptsConflicting = false

  /// The identifier of the item of a private key that stays in the service; nil for every other item. The new item gets
  /// this key as its secret, and the key of the new item also stays in the service.
  package var copiedKey: RowIdentifier?

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

  /// The largest number of items to return; nil for all items. The limit 0 finds nothing.
  package var limit: Int?

  /// Whether to leave out items whose access control requires a proof that the caller has not supplied.
  package var skipsGuarded: Bool

  /// Whether items whose access control requires a proof are compared by their columns only, and returned without
  /// contents. This is sufficient for a delete, which requires no proof.
  package var namesGuarded: Bool

  /// Whether to list locked items, and items whose access control requires a proof, instead of failing the search. Such
  /// items are compared by their columns only, and returned without contents.
  package var listsLocked = false

  /// Whether to find the items that an update or a delete with the same query changes, in the groups that the caller may
  /// change. Locked items are listed.
  package var isForChange = false

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

  /// The attributes to set. The catalogue of attributes has converted the values.
  package var changes: AttributeSet

  /// The secret to set; nil keeps the existing secret.
  package var secret: [UInt8]?

  /// Whether an item whose uniqueness key changes leaves a tombstone. Nil means that only a
  /// synchronizable item leaves a tombstone.
  package var leavesTombstones: Bool?

  /// Whether an item whose private key stays in the service must stay so. The service sets this value for clients in
  /// other processes.
  var retainsPrivateKeys = false

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

  /// Whether a deleted item leaves a tombstone. Nil means that a synchronizable item leaves a tombstone, unless the
  /// item is already a tombstone.
  package var leavesTombstones: Bool?

  /// The public key hashes of keys that a delete of identities keeps, because certificates in other keychains need these
  /// keys.
  package var keptKeys: [AttributeValue] = []

  /// Whether a delete of an identity object also deletes a certificate or a key that remains of the identity.
  package var deletesHalves = true

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
