import KeychainFiles
import KeychainModel
import RowSealing

extension LocalKeychain {
  /// Stores the items of a batch in one transaction. No item is stored when one item cannot be stored or the process is
  /// killed.
  ///
  /// - Parameter onProgress: Called with the number of items processed so far. The number starts at zero again when the
  ///   store was replaced during the call.
  /// - Returns: The outcome of each item.
  /// - Throws: The errors of an add or an update. The reason of the error contains the number of the item.
  func perform(
    _ batch: BatchRequest, _ caller: Caller, until deadline: Deadline, _ cancellation: Cancellation? = nil,
    once request: IdentifiedRequest?, _ memory: MemoryClaim? = nil,
    onProgress: (Int) throws(KeychainError) -> Void
  ) throws(KeychainError) -> Committed<[BatchOutcome]> {
    let addition = BatchAddition(request: batch, caller: caller, clock: clock)
    let isSynchronizable = batch.additions.contains {
      $0.attributes[.synchronizable] == .number(1)
    }
    return try write(
      until: deadline, cancellation, once: request, isSynchronizable: { (_: [BatchOutcome]) in isSynchronizable }
    ) { (session) throws(KeychainError) in
      try session.acting(as: caller, memory) { () throws(KeychainError) in
        try addition.run(session, onProgress: onProgress)
      }
    }
  }

  /// Adds items in one transaction: all items or no item.
  ///
  /// - Parameters:
  ///   - sparingPresent: Whether equal existing items stay unchanged and are returned like added items.
  ///   - onProgress: Called with the number of items processed so far. The number starts at zero again when the store
  ///     was replaced during the call.
  /// - Throws: The errors of an add; `.duplicateItem` with the cause `allPresent` when no item is new.
  func add(
    _ requests: [AddRequest], sparingPresent: Bool, _ caller: Caller, _ proof: SessionProof?,
    until deadline: Deadline, _ cancellation: Cancellation? = nil, once request: IdentifiedRequest?,
    _ memory: MemoryClaim? = nil, onProgress: (Int) throws(KeychainError) -> Void
  ) throws(KeychainError) -> Committed<[Item]> {
    let isSynchronizable = requests.contains { $0.attributes[.synchronizable] == .number(1) }
    return try write(
      until: deadline, cancellation, once: request, isSynchronizable: { _ in isSynchronizable }, items: { $0 }
    ) { (session) throws(KeychainError) in
      try session.acting(as: caller, with: proof, memory) { () throws(KeychainError) in
        var items: [Item] = []
        for request in requests {
          let addition = ItemAddition(request: request, caller: caller, clock: clock)
          let (attributes, further) = try addition.attributes()
          let item =
            try sparingPresent
            ? addition.runUnlessPresent(attributes, further, session)
            : addition.run(attributes, further, session)
          items.append(item)
          try onProgress(items.count)
        }
        guard items.isEmpty || items.contains(where: { !$0.wasPresent }) else {
          // Nothing was changed. Because of the error, observers are not notified of a change.
          throw KeychainError(.duplicateItem, "all of it is there already", cause: .allPresent)
        }
        try memory?.requireResult(items)
        return items
      }
    }
  }

  /// Returns, for each item of a batch, whether an item in the store has the same uniqueness key. Changes nothing, and
  /// does not compare the items of the batch with each other.
  func duplicates(
    of batch: BatchRequest, _ caller: Caller, until deadline: Deadline, _ memory: MemoryClaim? = nil
  ) throws(KeychainError) -> [Bool] {
    let addition = BatchAddition(request: batch, caller: caller, clock: clock)
    return try read(until: deadline) { (session) throws(KeychainError) in
      try session.acting(as: caller, memory) { () throws(KeychainError) in
        try session.connection.read { () throws(KeychainError) in try addition.duplicates(session) }
      }
    }
  }
}
