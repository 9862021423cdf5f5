import Keychain
import KeychainModel

/// What compacting a keychain came to.
public struct KeychainCompaction: Sendable, Equatable {
  /// The bytes of the database with its log, before.
  public let byteCountBefore: Int64

  /// The bytes of the database with its log, after.
  public let byteCountAfter: Int64

  /// Whether all space was given back. Otherwise other programs kept the log in use: what is left
  /// is given back when somebody writes later.
  public let isComplete: Bool
}

extension KeychainAdministration {
  /// Gives back the disk space that deleted items took. References and the order of creation stay.
  ///
  /// Other programs go on reading; their writes wait, and fail with -25291 when it takes longer than
  /// 30 seconds. A process that is killed meanwhile leaves the keychain as it was. As much free disk
  /// space is needed as the items take, and twice that above 64 MB, of which one half may lie in the
  /// folder for temporary files.
  ///
  /// - Parameter onProgress: Called on the calling thread with the rows copied so far, an estimate,
  ///   and all of them.
  /// - Returns: Nil when there is no keychain; none is made.
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when the keychain
  ///   cannot be used, others keep it busy for 30 seconds, or there is not enough disk space; -25292
  ///   (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) when writing fails so. Then
  ///   the keychain is as it was.
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
