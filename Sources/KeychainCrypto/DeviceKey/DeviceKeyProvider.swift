package import KeychainModel

/// The storage of a store's device key.
package protocol DeviceKeyProvider: Sendable {
  /// A description of the key for messages: the kind of storage, and its location.
  var summary: String { get }

  /// Reads the key of a store. Returns nil when there is no key yet. The caller must check that the key opens the
  /// keybag, because a returned key may belong to another store.
  ///
  /// - Returns: The key, and the value of `hasDamagedCopy()`.
  /// - Throws: `.notAvailable` when a key exists but cannot be read.
  func read(
    for vaultID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)?

  /// Returns the key for a new store. This function does not store the key.
  ///
  /// - Throws: `.notAvailable` when the existing key belongs to another store.
  func keyForNewStore(
    _ vaultID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey

  /// Stores the key of a new store durably. Does nothing when another program stores the key.
  ///
  /// - Throws: `.notAvailable` when a key exists already; the existing key is not changed.
  func create(_ key: DeviceKey) throws(KeychainError)

  /// Removes the key that `create` stored for a store that was never finished. The key does not come back after a power
  /// failure. Does nothing when the key belongs to another store, and when another program stores the key.
  func discard(_ vaultID: RowIdentifier) throws(KeychainError)

  /// Checks that the key can be changed. A key that another program stores cannot be changed.
  ///
  /// - Throws: `.notAvailable` when the key cannot be changed.
  func requireChangeable(_ vaultID: RowIdentifier) throws(KeychainError)

  /// Stores durably the key that will replace the current key. The current key is kept, too.
  ///
  /// - Throws: `.notAvailable` when a prepared key of another store exists; then nothing is changed.
  func prepare(_ next: DeviceKey) throws(KeychainError)

  /// The key that `prepare` stored; nil when there is no such key, or when the key cannot be read.
  func prepared(_ vaultID: RowIdentifier) -> DeviceKey?

  /// Whether `prepare` left a complete or partial key of this store.
  func hasPrepared(_ vaultID: RowIdentifier) -> Bool

  /// Replaces the current key with the prepared key, and overwrites the old key. Requires no free
  /// disk space.
  func commit(_ vaultID: RowIdentifier) throws(KeychainError)

  /// Destroys a prepared key of this store, if there is one.
  func abort(_ vaultID: RowIdentifier) throws(KeychainError)

  /// Destroys the key of a store, and its prepared key.
  func destroy(_ vaultID: RowIdentifier) throws(KeychainError) -> DeviceKeyDestruction

  /// Whether the stored key is damaged but still readable, and can be repaired.
  ///
  /// - Throws: The errors of `read(for:)`.
  func hasDamagedCopy() throws(KeychainError) -> Bool

  /// Repairs a damaged copy. Returns false when nothing was damaged. The caller must hold the lock
  /// under which a store is created.
  @discardableResult
  func repair() throws(KeychainError) -> Bool
}

/// The result of destroying a key.
package struct DeviceKeyDestruction: Sendable, Equatable {
  /// Whether the destroyed key may still exist on the disk: the file was removed but not overwritten, or the file has
  /// other hard links.
  package var mayLiveOn = false
  /// Whether the key was left unchanged, because it belongs to another store or its store is
  /// unknown.
  package var isForeign = false

  package init() {}
}

// The defaults for a key that another program stores. Such a key is neither changed nor destroyed.
extension DeviceKeyProvider {
  package func prepared(_ vaultID: RowIdentifier) -> DeviceKey? { nil }
  package func hasPrepared(_ vaultID: RowIdentifier) -> Bool { false }
  package func commit(_ vaultID: RowIdentifier) throws(KeychainError) {}
  package func abort(_ vaultID: RowIdentifier) throws(KeychainError) {}
  package func destroy(_ vaultID: RowIdentifier) throws(KeychainError) -> DeviceKeyDestruction {
    DeviceKeyDestruction()
  }
}

extension DeviceKeyProvider {
  /// The key of a store; nil when there is no key yet.
  ///
  /// - Throws: The errors of `read(for:)`.
  package func load(for vaultID: RowIdentifier) throws(KeychainError) -> DeviceKey? {
    try read(for: vaultID)?.key
  }

  /// The current key of a store, and the key that an unfinished change has prepared, as far as these keys exist.
  package func keys(of vaultID: RowIdentifier) throws(KeychainError) -> [DeviceKey] {
    [try load(for: vaultID), prepared(vaultID)].compactMap(\.self)
  }
}
