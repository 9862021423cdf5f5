package import Keychain
package import KeychainModel
package import KeychainPrompt

/// The internet passwords of one owner, as the user's own hand sees them: those of every access group;
/// what is new goes to `login`.
package final class HelperKeychain {
  private let owner: CredentialOwner
  private let open: () throws(KeychainError) -> KeychainClient
  private let makePrompter: () -> any Prompter
  private var opened: KeychainClient?
  private var proven = ProvenAccess()

  /// How often an item may come or go between looking for it and acting on it.
  private static let attempts = 3

  /// - Parameters:
  ///   - open: Makes the keychain, when it is first needed.
  ///   - makePrompter: Makes who asks a person for what an item's access control wants.
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

  /// The items that have the attributes of one of the searches, with all that is in them: search by
  /// search, those of `login` first. Nobody is asked for a proof as long as one is found without.
  ///
  /// - Throws: A failure when the keychain is locked or cannot be used.
  package func items(_ searches: [AttributeSet]) throws(HelperFailure) -> [Item] {
    try speaking { () throws(KeychainError) in try find(searches) }
  }

  /// The attributes of every item that has these, apart from those that ask for a proof.
  package func attributes(of search: AttributeSet) throws(HelperFailure) -> [AttributeSet] {
    try speaking { () throws(KeychainError) in
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

  /// Stores a secret: in the item of `login` that has the identity, or in a new one.
  ///
  /// - Parameters:
  ///   - identity: Every attribute that tells items apart, but for access group and security domain.
  ///   - label: What a new item is called.
  package func store(
    _ secret: [UInt8], as identity: AttributeSet, label: String
  ) throws(HelperFailure) {
    try speaking { () throws(KeychainError) in
      var identity = identity
      identity[.accessGroup] = .string(Caller.loginGroup)
      for _ in 0..<Self.attempts {
        if let item = try find([identity]).first {
          if item.secret == secret { return }
          if try update(item, secret) { return }
        } else {
          if try add(secret, identity, label, domain: nil) { return }
          // Either an equal one was added meanwhile, or the place is the other program's.
          guard try find([identity]).isEmpty else { continue }
          if try add(secret, identity, label, domain: owner.alternativeDomain) { return }
        }
      }
      throw KeychainError(.notAvailable, "the item comes and goes")
    }
  }

  /// - Returns: False when the item is gone.
  private func update(_ item: Item, _ secret: [UInt8]) throws(KeychainError) -> Bool {
    let request = UpdateRequest(item.query, changes: AttributeSet(), secret: secret)
    return try unless(.itemNotFound) { () throws(KeychainError) in
      _ = try perform(.update(request))
    }
  }

  /// - Returns: False when there is an equal item.
  private func add(
    _ secret: [UInt8], _ identity: AttributeSet, _ label: String, domain: String?
  ) throws(KeychainError) -> Bool {
    var attributes = identity
    attributes[.label] = .string(label)
    attributes[.securityDomain] = domain.map { .string($0) }
    let request = AddRequest(.internetPassword, attributes: attributes, secret: secret)
    return try unless(.duplicateItem) { () throws(KeychainError) in
      _ = try perform(.add(request))
    }
  }

  // MARK: Deleting

  /// Deletes an item, if it is still there.
  package func delete(_ item: Item) throws(HelperFailure) {
    try speaking { () throws(KeychainError) in
      _ = try unless(.itemNotFound) { () throws(KeychainError) in
        _ = try perform(.delete(DeleteRequest(item.query)))
      }
    }
  }

  /// Deletes every item that has the attributes of one of the searches. That takes no proof.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package func deleteAll(_ searches: [AttributeSet]) throws(HelperFailure) -> Int {
    var count = 0
    for search in searches {
      let items = try speaking { () throws(KeychainError) in
        try find(search, .attributes, limit: nil, namesGuarded: true)
      }
      for item in items { try delete(item) }
      count += items.count
    }
    return count
  }

  // MARK: Performing

  private func perform(_ request: ItemRequest) throws(KeychainError) -> [Item] {
    try proven.perform(request, on: try keychain(), makePrompter: makePrompter)
  }

  private func keychain() throws(KeychainError) -> KeychainClient {
    if let opened { return opened }
    let keychain = try open()
    opened = keychain
    return keychain
  }

  /// - Returns: False when the body failed with the code.
  private func unless(
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

  private func speaking<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(HelperFailure) -> Result {
    do throws(KeychainError) { return try body() } catch { throw HelperFailure(error) }
  }
}

extension Item {
  fileprivate var isInLogin: Bool { attributes[.accessGroup] == .string(Caller.loginGroup) }

  /// A query for this item.
  fileprivate var query: ItemQuery {
    ItemQuery(itemClass, isSynchronizable: nil, reference: .item(itemClass, identifier))
  }
}
