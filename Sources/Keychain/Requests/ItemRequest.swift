/// What a caller asks of the keychain. Holds no live object: it could be sent to another process.
package enum ItemRequest: Sendable {
  case add(AddRequest)
  /// Several items: all of them or none. Those that are there already fail it, unless they are to be
  /// spared: then they stay as they are, and are marked in the result, and so are others to which an item
  /// gave way. If all are there, that is a duplicate for the cause `.allPresent`.
  case addAll([AddRequest], sparingPresent: Bool = false)
  /// Identities: all of them or none.
  case addIdentities([IdentityAddRequest])
  case search(SearchRequest)
  case update(UpdateRequest)
  case delete(DeleteRequest)
}
