import Keychain
import KeychainModel

/// The result of compacting a keychain.
public struct KeychainCompaction: Sendable, Equatable {
  /// The total size of the database and its log before the compaction, in bytes.
  public let byteCountBefore: Int64

  /// The total size of the database and its log after the compaction, in bytes.
  public let byteCountAfter: Int64

  /// Whether the compaction freed all unused space. If another program used the log of the database during the
  /// compaction, a later write frees the remaining space.
  public let isComplete: Bool
}

extension KeychainAdministration {
  /// Frees the disk space of deleted items. References and the order of creation do not change.
  ///
  /// During the call, other programs can read. The writes of other programs wait, and fail with -25291 after 30
  /// seconds. If the process is killed, the keychain stays unchanged. The call needs as much free disk space as the
  /// items use. If the items use more than 64 MB, the call needs the same amount of space a second time. The second
  /// amount may be in the folder for temporary files.
  ///
  /// - Parameter onProgress: A closure that receives the estimated number of copied rows and the total number of rows.
  ///   It runs on the calling thread.
  /// - Returns: The result; nil if the keychain does not exist. The call does not create a keychain.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the keychain cannot be used, if other processes
  ///   use the keychain for 30 seconds, or if there is not enough disk space; -25292 (`errSecReadOnly`), -36
  ///   (`errSecIO`) or -108 (`errSecAllocate`) if writing fails. After an error, the keychain has not changed.
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

  /// The number of removed items that could not be read because their key had been destroyed.
  public let deadCount: Int
}

extension KeychainAdministration {
  /// Removes tombstones, and items whose key was destroyed. Damaged rows and items in quarantine stay. The call does
  /// not create a keychain.
  ///
  /// A tombstone keeps the persistent reference of a deleted synchronizable item and its place in the order of
  /// creation. If an item with the same identifying attributes is added later, the new item gets this reference and
  /// this place. After a purge, the new item gets a new reference and a new place. Latchkey does not synchronize items,
  /// so tombstones have no other use.
  ///
  /// - Parameter onProgress: A closure that receives the number of examined rows and the total number of rows. It runs
  ///   on the calling thread.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the keychain cannot be used, or if another
  ///   process uses the keychain for 30 seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`)
  ///   if writing fails. After an error, rows that were already removed stay removed.
  @discardableResult
  public func purge(onProgress: (Int, Int) -> Void = { _, _ in }) throws -> KeychainPurge {
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.purge(onProgress: onProgress)
    }
    return KeychainPurge(tombstoneCount: outcome.tombstones, deadCount: outcome.dead)
  }
}
