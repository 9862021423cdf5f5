package import KeychainModel

/// Where the device key is kept.
package protocol DeviceKeyProvider: Sendable {
  /// The key; nil when there is none yet.
  ///
  /// - Throws: `.notAvailable` when there is one that cannot be read.
  func load() throws(KeychainError) -> DeviceKey?

  /// Keeps a new key, durably.
  ///
  /// - Throws: `.notAvailable` when there is one already (it is not touched), or when keys of this
  ///   kind are made elsewhere.
  func create(_ key: DeviceKey) throws(KeychainError)
}
