package import KeychainModel

/// Whoever performs requests: the store in this process, or later a daemon.
package protocol KeychainService: Sendable {
  /// Performs a request.
  ///
  /// - Returns: The new item of an add, the items that a search found, in the order of creation,
  ///   nothing for an update and a delete.
  /// - Throws: The error whose code is the status of the call: `.itemNotFound` when nothing
  ///   matches, `.duplicateItem` when the uniqueness key is taken, `.missingEntitlement` for an
  ///   access group that is not the caller's, `.interactionNotAllowed` when an item's class is
  ///   locked, `.notAvailable` when the store cannot be used.
  func perform(_ request: ItemRequest, as caller: Caller) throws(KeychainError) -> [Item]
}
