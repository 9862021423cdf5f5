import Keychain
import KeychainModel

/// What a purge removed.
public struct KeychainPurge: Sendable, Equatable {
  /// What remained of deleted synchronizable items.
  public let tombstoneCount: Int

  /// Items whose key had been destroyed, which nobody could read any more.
  public let deadCount: Int
}

extension KeychainAdministration {
  /// Removes tombstones, and items whose key was destroyed. Damaged rows stay, and what lies in
  /// quarantine. Where there is no keychain, none is made.
  ///
  /// A tombstone keeps the persistent reference of a deleted synchronizable item for an equal item
  /// that is added later. After a purge such an item gets a new reference and a new place in the
  /// order of creation. Nothing else needs tombstones as long as nothing synchronises.
  ///
  /// - Parameter onProgress: Called on the calling thread with the number of rows looked at so far,
  ///   and of all rows that are to be looked at.
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when the keychain
  ///   cannot be used or another process keeps it busy for 30 seconds, -25292 (`errSecReadOnly`),
  ///   -36 (`errSecIO`) or -108 (`errSecAllocate`) when writing fails so. What was removed before
  ///   stays removed.
  @discardableResult
  public func purge(onProgress: (Int, Int) -> Void = { _, _ in }) throws -> KeychainPurge {
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.purge(onProgress: onProgress)
    }
    return KeychainPurge(tombstoneCount: outcome.tombstones, deadCount: outcome.dead)
  }
}
