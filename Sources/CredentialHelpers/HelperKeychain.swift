package import Keychain
package import KeychainModel
package import KeychainPrompt

/// Finds, stores and deletes the internet passwords of one owner. A helper can use every access group. New items are
/// added to the access group `login`.
package final class HelperKeychain {
  private let owner: CredentialOwner
  private let open: () throws(KeychainError) -> KeychainClient
  private let makePrompter: () -> any Prompter
  private var opened: KeychainClient?
  private var proven = ProvenAccess()

  /// The maximum number of attempts to store an item. An attempt fails if another process adds or deletes the item
  /// between the search and the change.
  private static let attempts = 3

  /// - Parameters:
  ///   - makePrompter: Makes the prompter that asks the user for the proofs of an item's access control.
  ///   - open: Opens the keychain. The function is called when the keychain is first needed.
  package init(
    _ owner: CredentialOwner,
    makePrompter: @escaping () -> any Prompter = { Pinentry(ownsProcess: true) },
    open: @escaping () throws(KeychainError) -> KeychainClient
  ) {
    self.owner = owner
    self.makePrompter = makePrompter
    self.open = open
  }

  // MARK: Finding

  /// Returns the items that match one of the searches, with all their contents. The items are in the order of the
  /// searches. In the results of one search, items of the access group `login` are first. The user is asked for a proof
  /// only if every matching item has access control.
  ///
  /// - Throws: A failure if the keychain is locked or cannot be used.
  package func items(_ searches: [AttributeSet]) throws(HelperFailure) -> [Item] {
    try translating { () throws(KeychainError) in try find(searches) }
  }

  /// Returns the attributes of all items that match a search, except for items whose access control requires a proof.
  package func attributes(of search: AttributeSet) throws(HelperFailure) -> [AttributeSet] {
    try translating { () throws(KeychainError) in
      try find(search, .attributes, limit: nil, skipsGuarded: true).map(\.attributes)
    }
  }

  private func find(_ searches: [AttributeSet]) throws(KeychainError) -> [Item] {
    var found: [Item] = []
    for search in searches {
      found += try find(search, [.attributes, .secret], limit: nil, skipsGuarded: true)
    }
    guard found.isEmpty else { return found }
    for search in searches {
      found = try find(search, [.attributes, .secret], limit: 1)
      if !found.isEmpty { break }
    }
    return found
  }

  private func find(
    _ search: AttributeSet, _ contents: ItemContents, limit: Int?, skipsGuarded: Bool = false,
    namesGuarded: Bool = false
  ) throws(KeychainError) -> [Item] {
    var attributes = search
    for (name, value) in owner.searched.entries { attributes[name] = value }
    let query = ItemQuery(.internetPassword, attributes: attributes, isSynchronizable: nil)
    let request = SearchRequest(
      query, contents: contents, limit: limit, skipsGuarded: skipsGuarded,
      namesGuarded: namesGuarded)
    do throws(KeychainError) {
      let items = try perform(.search(request)).filter(owner.owns)
      return items.filter(\.isInLogin) + items.filter { !$0.isInLogin }
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  // MARK: Storing

  /// Stores a secret. If the access group `login` has an item with the attributes `identity`, this item gets the
  /// secret. Otherwise, a new item is added.
  ///
  /// - Parameters:
  ///   - identity: All attributes of the uniqueness key, except for the access group and the security domain.
  ///   - label: The label of a new item.
  package func store(
    _ secret: [UInt8], as identity: AttributeSet, label: String
  ) throws(HelperFailure) {
    try translating { () throws(KeychainError) in
      var identity = identity
      identity[.accessGroup] = .string(Caller.loginGroup)
      for _ in 0..<Self.attempts {
        if let item = try find([identity]).first {
          if item.secret == secret { return }
          if try update(item, secret) { return }
        } else {
          if try add(secret, identity, label, domain: nil) { return }
          // The item was not added: another process has added an equal item, or the other owner has an item with this
          // identity.
          guard try find([identity]).isEmpty else { continue }
          if try add(secret, identity, label, domain: owner.alternativeDomain) { return }
        }
      }
      throw KeychainError(.notAvailable, "the item comes and goes")
    }
  }

  /// Changes the secret of an item.
  ///
  /// - Returns: False if the item no longer exists.
  private func update(_ item: Item, _ secret: [UInt8]) throws(KeychainError) -> Bool {
    let request = UpdateRequest(item.query, changes: AttributeSet(), secret: secret)
    return try catching(.itemNotFound) { () throws(KeychainError) in
      _ = try perform(.update(request), of: item)
    }
  }

  /// Adds an item.
  ///
  /// - Returns: False if an equal item exists.
  private func add(
    _ secret: [UInt8], _ identity: AttributeSet, _ label: String, domain: String?
  ) throws(KeychainError) -> Bool {
    var attributes = identity
    attributes[.label] = .string(label)
    attributes[.securityDomain] = domain.map { .string($0) }
    let request = AddRequest(.internetPassword, attributes: attributes, secret: secret)
    return try catching(.duplicateItem) { () throws(KeychainError) in
      _ = try perform(.add(request))
    }
  }

  // MARK: Deleting

  /// Deletes an item, if the item still exists.
  package func delete(_ item: Item) throws(HelperFailure) {
    try translating { () throws(KeychainError) in
      _ = try catching(.itemNotFound) { () throws(KeychainError) in
        _ = try perform(.delete(DeleteRequest(item.query)), of: item)
      }
    }
  }

  /// Deletes all items that match one of the searches. Deleting asks the user for no proof.
  ///
  /// - Returns: The number of deleted items.
  @discardableResult
  package func deleteAll(_ searches: [AttributeSet]) throws(HelperFailure) -> Int {
    var count = 0
    for search in searches {
      let items = try translating { () throws(KeychainError) in
        try find(search, .attributes, limit: nil, namesGuarded: true)
      }
      for item in items { try delete(item) }
      count += items.count
    }
    return count
  }

  // MARK: Performing

  /// - Parameter item: The item of the request. A copy of the item in another keychain is not changed.
  private func perform(_ request: ItemRequest, of item: Item? = nil) throws(KeychainError) -> [Item] {
    var keychain = try keychain()
    if let item { keychain = keychain.scoped(to: item.scope) }
    return try proven.perform(request, on: keychain, makePrompter: makePrompter)
  }

  private func keychain() throws(KeychainError) -> KeychainClient {
    if let opened { return opened }
    let keychain = try open()
    opened = keychain
    return keychain
  }

  /// Runs `body`.
  ///
  /// - Returns: False if `body` throws an error with the code `code`.
  private func catching(
    _ code: KeychainError.Code, _ body: () throws(KeychainError) -> Void
  ) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      try body()
      return true
    } catch {
      guard error.code == code else { throw error }
      return false
    }
  }

  private func translating<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(HelperFailure) -> Result {
    do throws(KeychainError) { return try body() } catch { throw HelperFailure(error) }
  }
}

extension Item {
  fileprivate var isInLogin: Bool { attributes[.accessGroup] == .string(Caller.loginGroup) }
}
