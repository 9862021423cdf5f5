/// A request to the keychain. It contains no live object, so it can be sent to another process.
package enum ItemRequest: Sendable {
  case add(AddRequest)
  /// Adds several items: all of them or none. An existing item fails the request, unless
  /// `sparingPresent` is true. Then existing items stay unchanged, and the result marks them. The
  /// result also marks other items that stay in the place of a new item (`AddRequest.acceptsConflicting`).
  /// If all items exist, the error is a duplicate with the cause
  /// `.allPresent`.
  case addAll([AddRequest], sparingPresent: Bool = false)
  /// Adds identities: all of them or none.
  case addIdentities([IdentityAddRequest])
  case search(SearchRequest)
  case update(UpdateRequest)
  case delete(DeleteRequest)

  /// Whether it adds, changes or deletes items.
  var changesItems: Bool { if case .search = self { false } else { true } }
}
