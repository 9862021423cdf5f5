import KeychainModel

/// The items of one collection: a keychain, or the memory of the service.
protocol ItemCollection {
  /// The dates of the collection, in seconds since 1970-01-01 00:00:00 UTC; 0 for unknown dates.
  var dates: (created: UInt64, modified: UInt64) { get }

  func isLocked() throws(KeychainError) -> Bool

  /// Locks the collection. Returns false for a collection that has no password, and so cannot be locked.
  func lock() throws(KeychainError) -> Bool

  /// Finds the items that have all of the given attributes, in the order of their creation. Locked items are found, too.
  func find(_ wanted: FreeAttributes) throws(KeychainError) -> [FoundItem]

  /// Reads items. Items that do not exist are left out.
  func items(_ identifiers: [RowIdentifier], withSecrets: Bool) throws(KeychainError) -> [SecretItem]

  /// Stores an item.
  ///
  /// - Parameter replaces: Whether an item with the same attributes gets the label and the secret of the new item.
  /// - Returns: The identifier of the item, and whether the item is new.
  /// - Throws: `.interactionNotAllowed` while the collection is locked.
  func store(_ item: NewItem, replaces: Bool) throws(KeychainError) -> (identifier: RowIdentifier, isNew: Bool)

  /// Changes an item. Parts that are nil stay as they are.
  ///
  /// - Throws: `.itemNotFound`; `.interactionNotAllowed` for a locked item; `.unsupportedFormat` for attributes that the
  ///   item cannot have.
  func change(_ item: SecretItem, _ change: ItemChange) throws(KeychainError)

  /// - Throws: `.itemNotFound`; `.interactionNotAllowed` for a locked item.
  func delete(_ item: SecretItem) throws(KeychainError)
}

/// A change of an item.
struct ItemChange {
  var label: String?
  var attributes: FreeAttributes?
  var secret: (bytes: [UInt8], contentType: String)?
}

extension ItemCollection {
  func item(_ identifier: RowIdentifier, withSecret: Bool = false) throws(KeychainError) -> SecretItem? {
    try items([identifier], withSecrets: withSecret).first
  }
}
