package import KeychainModel

/// Where the device key of a store comes from.
package protocol DeviceKeyProvider: Sendable {
  /// Which key it is, for people: what it is kept as, and where.
  var summary: String { get }

  /// The key of a store; nil when there is none yet.
  ///
  /// - Returns: Also what `hasDamagedCopy()` says.
  /// - Throws: `.notAvailable` when there is one that cannot be read. That it is the key of this
  ///   store shows only when it opens the keybag.
  func read(
    for storeID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)?

  /// The key that a new store is to have. It is not kept yet.
  ///
  /// - Throws: `.notAvailable` when the key there is belongs to another store.
  func keyForNewStore(
    _ storeID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey

  /// Keeps the key of a new store, durably; does nothing where somebody else keeps it.
  ///
  /// - Throws: `.notAvailable` when there is one already; it is not touched.
  func create(_ key: DeviceKey) throws(KeychainError)

  /// Removes the key that `create` kept for a store that was never finished; does nothing for the key of
  /// another store, and where another program keeps it.
  func discard(_ storeID: RowIdentifier) throws(KeychainError)

  /// Refuses a change of the key where it is kept by somebody else.
  ///
  /// - Throws: `.notAvailable`, before anything was changed.
  func requireChangeable(_ storeID: RowIdentifier) throws(KeychainError)

  /// Keeps the key that is to take the place of the present one, durably, beside it.
  ///
  /// - Throws: `.notAvailable` when a key of another store is in the way; nothing is changed then.
  func prepare(_ next: DeviceKey) throws(KeychainError)

  /// The key that `prepare` kept; nil when there is none that can be read.
  func prepared(_ storeID: RowIdentifier) -> DeviceKey?

  /// Whether `prepare` left anything of this store: a key, or a part of one.
  func hasPrepared(_ storeID: RowIdentifier) -> Bool

  /// Puts the prepared key in place of the present one, which is overwritten. Takes no room.
  func commit(_ storeID: RowIdentifier) throws(KeychainError)

  /// Destroys a prepared key of this store, if there is one.
  func abort(_ storeID: RowIdentifier) throws(KeychainError)

  /// Destroys the key of a store, and a prepared one.
  func destroy(_ storeID: RowIdentifier) throws(KeychainError) -> DeviceKeyDestruction

  /// Whether what is kept is damaged, readable all the same, and can be repaired here.
  ///
  /// - Throws: as `read(for:)`.
  func hasDamagedCopy() throws(KeychainError) -> Bool

  /// Repairs what is damaged; false when there was nothing to do. To be
  /// called while holding the lock under which a store is created.
  @discardableResult
  func repair() throws(KeychainError) -> Bool
}

/// What became of a key that was to be destroyed.
package struct DeviceKeyDestruction: Sendable, Equatable {
  /// Whether it could be removed and not overwritten, or has further names.
  package var mayLiveOn = false
  /// Whether it is the key of another store, or does not say of which, and was left alone.
  package var isForeign = false

  package init() {}
}

// A key that somebody else keeps is neither changed nor destroyed here.
extension DeviceKeyProvider {
  package func prepared(_ storeID: RowIdentifier) -> DeviceKey? { nil }
  package func hasPrepared(_ storeID: RowIdentifier) -> Bool { false }
  package func commit(_ storeID: RowIdentifier) throws(KeychainError) {}
  package func abort(_ storeID: RowIdentifier) throws(KeychainError) {}
  package func destroy(_ storeID: RowIdentifier) throws(KeychainError) -> DeviceKeyDestruction {
    DeviceKeyDestruction()
  }
}

extension DeviceKeyProvider {
  /// The key of a store; nil when there is none yet.
  ///
  /// - Throws: as `read(for:)`.
  package func load(for storeID: RowIdentifier) throws(KeychainError) -> DeviceKey? {
    try read(for: storeID)?.key
  }
}
