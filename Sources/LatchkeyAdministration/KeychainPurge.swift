import Keychain
import KeychainModel

/// The result of a purge.
public struct KeychainPurge: Sendable, Equatable {
  /// The number of removed tombstones of synchronizable items.
  public let tombstoneCount: Int

  /// The number of removed items whose key had been destroyed, so that they could not be read.
  public let deadCount: Int
}

extension KeychainAdministration {
  /// Removes tombstones, and items whose key was destroyed. Damaged rows and items in quarantine stay. The call does
  /// not create a keychain.
  ///
  /// A tombstone keeps the persistent reference of a deleted synchronizable item for an equal item that is added
  /// later. After a purge, such an item gets a new reference and a new place in the order of creation. Tombstones have
  /// no other use as long as there is no synchronization.
  ///
  /// - Parameter onProgress: Called on the calling thread with the number of examined rows and the total.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the keychain cannot be used, or another process
  ///   uses it for 30 seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) if writing
  ///   fails. Rows that were already removed stay removed.
  @discardableResult
  public func purge(onProgress: (Int, Int) -> Void = { _, _ in }) throws -> KeychainPurge {
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.purge(onProgress: onProgress)
    }
    return KeychainPurge(tombstoneCount: outcome.tombstones, deadCount: outcome.dead)
  }
}
