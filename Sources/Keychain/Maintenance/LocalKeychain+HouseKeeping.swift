package import KeychainModel

extension LocalKeychain {
  /// Gives back the disk space that deleted items took. The order of creation is kept. Other
  /// processes go on reading; those that write wait. Nil where there is no store; none is made.
  ///
  /// - Parameter onProgress: Called with the rows and index entries copied so far, an estimate, and
  ///   all of them.
  /// - Throws: `.notAvailable` when there is not enough free disk space or others keep the store
  ///   busy for 30 seconds, and what opening a store throws. Then the store is as it was.
  package func compact(
    onProgress: ProgressReport = { _, _ in }
  ) throws(KeychainError) -> Compaction.Outcome? {
    guard try isPresent() else { return nil }
    return try call { (deadline) throws(KeychainError) in
      try Compaction(vault: vault, patience: patience).run(until: deadline, onProgress: onProgress)
    }
  }
}
