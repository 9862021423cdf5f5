/// What a caller asks of the keychain. Holds no live object: it could be sent to another process.
package enum ItemRequest: Sendable {
  case add(AddRequest)
  /// Several items: all of them or none.
  case addAll([AddRequest])
  /// Identities: all of them or none.
  case addIdentities([IdentityAddRequest])
  case search(SearchRequest)
  case update(UpdateRequest)
  case delete(DeleteRequest)
}
