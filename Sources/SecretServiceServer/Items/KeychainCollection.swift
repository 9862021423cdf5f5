import Glibc
import Keychain
import KeychainModel

/// The items of a keychain that belong to the access group `login`. Other access groups belong to single programs, so
/// the Secret Service does not show their items.
struct KeychainCollection: ItemCollection, Sendable {
  let path: KeychainPath
  private let client: KeychainClient
  /// The proofs that open items with an access control. All other items with an access control look locked.
  var proofs: [RowIdentifier: AccessProof] = [:]

  /// - Parameter client: A client of all keychains.
  init(_ path: KeychainPath, _ client: KeychainClient) {
    self.path = path
    self.client = client.scoped(to: path == .login ? .login : .keychains([path]))
  }

  /// A client for calls about the keychain as a whole. Another file may be at the path of the keychain at any time, so
  /// each call gets a new client.
  ///
  /// - Throws: The reason why the keychain cannot be used.
  func keychain() throws(KeychainError) -> KeychainClient { try client.client(of: path) }

  /// The identifier of the keychain that is at the path now; nil when there is none that can be used.
  var vaultID: RowIdentifier? { (try? keychain())?.location.named?.vaultID }

  var dates: (created: UInt64, modified: UInt64) {
    var status = stat()
    guard let keychain = try? keychain(), stat(keychain.location.databasePath, &status) == 0 else { return (0, 0) }
    let modified = UInt64(clamping: status.st_mtim.tv_sec)
    return (min(UInt64(clamping: status.st_ctim.tv_sec), modified), modified)
  }

  // MARK: Locking

  func isLocked() throws(KeychainError) -> Bool { try keychain().lockStatus().state != .unlocked }

  func lock() throws(KeychainError) -> Bool {
    let keychain = try keychain()
    guard try keychain.canBeLocked() else { return false }
    try keychain.lock()
    return true
  }

  // MARK: Finding

  private static let classes: [ItemClass] = [.genericPassword, .internetPassword]

  func find(_ wanted: FreeAttributes) throws(KeychainError) -> [FoundItem] {
    var found: [FoundItem] = []
    guard !wanted.isEmpty else {
      for itemClass in Self.classes { found += try find(Self.query(itemClass)) }
      return found
    }
    var query = Self.query(.genericPassword)
    query.freeAttributes = wanted
    found = try find(query)
    // An item that a program stored with the Secret Service comes before the items that have no free attributes. So a
    // program that stored an item finds its own item first.
    for itemClass in Self.classes {
      guard let query = Self.queryWithoutMap(itemClass, wanted) else { continue }
      found += try find(query)
    }
    return found
  }

  private func find(_ query: ItemQuery) throws(KeychainError) -> [FoundItem] {
    var request = SearchRequest(query, limit: nil)
    request.listsLocked = true
    var found: [FoundItem] = []
    for item in try search(request) {
      var isLocked = item.isLocked
      if isLocked { isLocked = try opened(item, .attributes) == nil }
      found.append(FoundItem(identifier: item.identifier, isLocked: isLocked))
    }
    return found
  }

  private func search(_ request: SearchRequest, with proof: AccessProof? = nil) throws(KeychainError) -> [Item] {
    do throws(KeychainError) {
      return try client.perform(.search(request), with: proof)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  private static func query(_ itemClass: ItemClass, _ attributes: AttributeSet = AttributeSet()) -> ItemQuery {
    var attributes = attributes
    attributes[.accessGroup] = .string(Caller.loginGroup)
    return ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil)
  }

  /// The query for the items without free attributes; nil when no such item has the attributes.
  private static func queryWithoutMap(_ itemClass: ItemClass, _ wanted: FreeAttributes) -> ItemQuery? {
    guard let attributes = SecretAttributes.searched(itemClass, wanted) else { return nil }
    var query = query(itemClass, attributes)
    query.lacksFreeAttributes = itemClass == .genericPassword
    return query
  }

  /// The query for one item.
  private static func query(_ item: SecretItem) -> ItemQuery { query(item.itemClass, item.identifier) }

  private static func query(_ itemClass: ItemClass, _ identifier: RowIdentifier) -> ItemQuery {
    var query = query(itemClass)
    query.reference = .item(itemClass, identifier)
    return query
  }

  // MARK: Reading

  func items(_ identifiers: [RowIdentifier], withSecrets: Bool) throws(KeychainError) -> [SecretItem] {
    var items: [SecretItem] = []
    let vaultID = path == .login ? nil : try keychain().location.named?.vaultID
    for itemClass in Self.classes where items.count < identifiers.count {
      var query = Self.query(itemClass)
      if identifiers.count == 1 {
        query = Self.query(itemClass, identifiers[0])
      } else {
        query.itemLists = [identifiers.map { Self.listed(itemClass, $0, vaultID) }]
      }
      let contents: ItemContents = withSecrets ? [.attributes, .secret] : .attributes
      var request = SearchRequest(query, contents: contents, limit: nil)
      request.listsLocked = true
      for item in try search(request) {
        items.append(Self.shown(item.isLocked ? try opened(item, contents) ?? item : item))
      }
    }
    return items
  }

  /// Reads an item with an access control; nil when no proof opens it.
  private func opened(_ item: Item, _ contents: ItemContents) throws(KeychainError) -> Item? {
    guard let proof = proofs[item.identifier] else { return nil }
    let request = SearchRequest(Self.query(item.itemClass, item.identifier), contents: contents)
    do throws(KeychainError) {
      return try search(request, with: proof).first
    } catch {
      // The passcode has changed since the proof, or the keychain is locked.
      guard [.authenticationFailed, .interactionNotAllowed].contains(error.code) else { throw error }
      return nil
    }
  }

  /// Returns if a proof opens an item.
  ///
  /// - Throws: `.authenticationFailed` with the cause `authenticationNeeded` when a proof is missing; the other errors of a
  ///   search. An item that does not exist needs no proof.
  func requireOpen(_ item: SecretItem, with proof: AccessProof?) throws(KeychainError) {
    _ = try search(SearchRequest(Self.query(item), contents: .attributes), with: proof)
  }

  /// - Parameter vaultID: The identifier of the keychain; nil for the login keychain.
  private static func listed(
    _ itemClass: ItemClass, _ identifier: RowIdentifier, _ vaultID: RowIdentifier?
  ) -> ListedItem {
    let reference = PersistentReference.item(itemClass, identifier)
    return vaultID.map { .elsewhere(reference, $0) } ?? .reference(reference)
  }

  private static func shown(_ item: Item) -> SecretItem {
    var shown = SecretItem(identifier: item.identifier, itemClass: item.itemClass, isLocked: item.isLocked)
    guard !item.isLocked else { return shown }
    shown.label = text(item.attributes[.label]) ?? ""
    shown.attributes = SecretAttributes.shown(item.itemClass, item.attributes)
    shown.isWhollyShown = SecretAttributes.areShown(item.itemClass, item.attributes)
    shown.created = seconds(item.attributes[.creationDate])
    shown.modified = seconds(item.attributes[.modificationDate])
    shown.secret = item.secret
    let kind = text(item.attributes[.description])
    if let kind, kind.contains("/"), item.attributes[.freeAttributes] != nil {
      shown.contentType = kind
    } else if let secret = item.secret, String(validating: secret, as: UTF8.self) == nil,
      item.attributes[.freeAttributes] == nil
    {
      shown.contentType = ContentType.bytes
    }
    return shown
  }

  /// The versions of unlocked items. Items that do not exist are left out.
  func versions(of identifiers: [RowIdentifier]) throws(KeychainError) -> [RowIdentifier: ItemVersion] {
    let vaultID = path == .login ? nil : try keychain().location.named?.vaultID
    var versions: [RowIdentifier: ItemVersion] = [:]
    for itemClass in Self.classes where versions.count < identifiers.count {
      var query = Self.query(itemClass)
      query.itemLists = [identifiers.map { Self.listed(itemClass, $0, vaultID) }]
      var request = SearchRequest(query, contents: .attributes, limit: nil)
      request.listsLocked = true
      for item in try search(request) {
        guard !item.isLocked, case .date(let date)? = item.attributes[.modificationDate] else { continue }
        versions[item.identifier] = ItemVersion(bits: date.bitPattern)
      }
    }
    return versions
  }

  private static func text(_ value: AttributeValue?) -> String? {
    switch value {
    case .string(let text)?: text.utf8.contains(0) ? nil : text
    case .data(let bytes)?: bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// The seconds between 1970-01-01 and 2001-01-01.
  private static let epoch = 978_307_200.0

  private static func seconds(_ value: AttributeValue?) -> UInt64 {
    guard case .date(let date)? = value, date.isFinite else { return 0 }
    return UInt64(exactly: (date + epoch).rounded(.down)) ?? 0
  }

  // MARK: Changing

  func store(_ item: NewItem, replaces: Bool) throws(KeychainError) -> (identifier: RowIdentifier, isNew: Bool) {
    // Another process may delete an item between the search and the change.
    for _ in 0..<3 {
      if replaces, let present = try present(item.attributes) {
        do throws(KeychainError) {
          try change(present, ItemChange(label: item.label, secret: (item.secret, item.contentType)))
          return (present.identifier, false)
        } catch {
          guard error.code == .itemNotFound else { throw error }
          continue
        }
      }
      let request = AddRequest(
        .genericPassword, attributes: SecretAttributes.stored(item).inLogin, secret: item.secret)
      guard let added = try client.perform(.add(request)).first else { break }
      return (added.identifier, true)
    }
    throw KeychainError(.notAvailable, "the item comes and goes")
  }

  /// The item that has exactly these attributes.
  private func present(_ map: FreeAttributes) throws(KeychainError) -> SecretItem? {
    var query = Self.query(.genericPassword)
    query.attributes[.freeAttributes] = map.value
    if let found = try find(query).first { return try item(found.identifier) }
    // A map that names nothing is the map of no item of the keychain. All those items would have to be compared with it.
    guard SecretAttributes.namesSomething(map) else { return nil }
    for itemClass in Self.classes {
      guard let query = Self.queryWithoutMap(itemClass, map) else { continue }
      for found in try find(query) {
        // An item with an access control keeps its place, and the program gets an item of its own.
        if !found.isLocked, let item = try item(found.identifier), item.isWhollyShown,
          SecretAttributes.isWhole(map, of: item.attributes)
        {
          return item
        }
      }
    }
    return nil
  }

  func change(_ item: SecretItem, _ change: ItemChange) throws(KeychainError) {
    try requireUnlocked(item)
    let proof = proofs[item.identifier]
    let present = try client.perform(.search(SearchRequest(Self.query(item), contents: .attributes)), with: proof)
    guard let attributes = present.first?.attributes else {
      throw KeychainError(.itemNotFound, "the item does not exist any more")
    }
    let map = attributes[.freeAttributes].flatMap { FreeAttributes($0) }
    var changes = AttributeSet()
    if let label = change.label { changes[.label] = .string(label) }
    if let map = change.attributes ?? (change.label == nil ? nil : map) {
      guard item.itemClass == .genericPassword else {
        throw KeychainError(.unsupportedFormat, "the attributes of an internet password cannot be replaced")
      }
      let label = change.label ?? item.label
      for (name, value) in SecretAttributes.visible(map, label: label).entries where attributes[name] != value {
        changes[name] = value
      }
    }
    if let (_, type) = change.secret, map != nil || change.attributes != nil {
      let kind = type == ContentType.text ? "" : type
      if Self.text(attributes[.description]) ?? "" != kind { changes[.description] = .string(kind) }
    }
    let request = UpdateRequest(Self.query(item), changes: changes, secret: change.secret?.bytes)
    _ = try client.perform(.update(request), with: proof)
  }

  func delete(_ item: SecretItem) throws(KeychainError) {
    try requireUnlocked(item)
    _ = try client.perform(.delete(DeleteRequest(Self.query(item))), with: proofs[item.identifier])
  }

  private func requireUnlocked(_ item: SecretItem) throws(KeychainError) {
    guard !item.isLocked else { throw KeychainError(.interactionNotAllowed, "the item is locked") }
  }
}

extension AttributeSet {
  /// The attributes of an item of the access group `login`.
  fileprivate var inLogin: AttributeSet {
    var attributes = self
    attributes[.accessGroup] = .string(Caller.loginGroup)
    return attributes
  }
}
