package import KeychainModel

extension LocalKeychain {
  /// Stores the items of a batch in one transaction: all of them or, when one cannot be stored or
  /// the process is killed, none.
  ///
  /// - Parameter onProgress: Called with the number of items done; from the beginning again when
  ///   the store was replaced meanwhile.
  /// - Returns: What became of each item.
  /// - Throws: What an add or an update throws, with the number of the item in the reason.
  package func perform(
    _ batch: BatchRequest, as caller: Caller, onProgress: (Int) -> Void = { _ in }
  ) throws(KeychainError) -> [BatchOutcome] {
    let addition = BatchAddition(request: batch, caller: caller, clock: clock)
    let isSynchronizable = batch.additions.contains {
      $0.attributes[.synchronizable] == .number(1)
    }
    return try write(isSynchronizable: { (_: [BatchOutcome]) in isSynchronizable }) {
      (session) throws(KeychainError) in
      try addition.run(session, onProgress: onProgress)
    }
  }

  /// Whether the uniqueness key of each item of a batch is taken in the store. Changes nothing, and
  /// does not compare the items of the batch with each other.
  package func duplicates(
    of batch: BatchRequest, as caller: Caller
  ) throws(KeychainError) -> [Bool] {
    let addition = BatchAddition(request: batch, caller: caller, clock: clock)
    return try withStore { (store, deadline) throws(KeychainError) in
      try store.read(until: deadline) { (session) throws(KeychainError) in
        try session.connection.read { () throws(KeychainError) in
          try addition.duplicates(session)
        }
      }
    }
  }
}
