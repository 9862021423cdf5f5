import Keychain
import KeychainModel

/// The result of compacting a keychain.
public struct KeychainCompaction: Sendable, Equatable {
  /// The size of the database and its log before, in bytes.
  public let byteCountBefore: Int64

  /// The size of the database and its log afterwards, in bytes.
  public let byteCountAfter: Int64

  /// Whether all unused space was freed. If other programs used the log, the rest is freed by a later write.
  public let isComplete: Bool
}

extension KeychainAdministration {
  /// Frees the disk space of deleted items. References and the order of creation do not change.
  ///
  /// Other programs can still read. Their writes wait, and fail with -25291 after 30 seconds. If the process is
  /// killed, the keychain stays unchanged. The call needs as much free disk space as the items take. Above 64 MB it
  /// needs twice that, and one half may be in the folder for temporary files.
  ///
  /// - Parameter onProgress: Called on the calling thread with the estimated number of copied rows and the total.
  /// - Returns: The result; nil if there is no keychain. The call does not create one.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the keychain cannot be used, other processes
  ///   use it for 30 seconds, or there is not enough disk space; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108
  ///   (`errSecAllocate`) if writing fails. The keychain is unchanged then.
  @discardableResult
  public func compact(
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws -> KeychainCompaction? {
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.compact(onProgress: onProgress)
    }
    return outcome.map {
      KeychainCompaction(
        byteCountBefore: $0.before, byteCountAfter: $0.after, isComplete: $0.isComplete)
    }
  }
}

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
