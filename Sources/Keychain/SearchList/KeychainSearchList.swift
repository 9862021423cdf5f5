import CPlatform
import KeychainFiles
package import KeychainModel
package import Vault

/// The keychains of a user as one service: the login keychain, the keychains of the search list, and the keychains that
/// a call names.
///
/// A call about items goes to the keychains of its scope, one after the other. Every other call goes to the login
/// keychain. Each keychain performs its part of a call in one transaction; there is no transaction over several
/// keychains.
package final class KeychainSearchList: KeychainService {
  /// A keychain of a call.
  struct Member {
    let path: KeychainPath
    let service: any KeychainService
    /// The keychain of the items that the service returns; nil for the login keychain.
    let keychain: ItemKeychain?

    var isLogin: Bool { keychain == nil }
  }

  package let login: any KeychainService
  package let location: StoreLocation
  package let domains: KeychainDomains
  package let keychains: OpenKeychains
  let systemBundle: CertificateBundle
  /// The objects for the keychains of items, by path.
  private let labels = ForkSafeMutex<[KeychainPath: ItemKeychain]>([:])

  /// - Parameters:
  ///   - login: The login keychain, in this process or in another process.
  ///   - location: The location of the login keychain.
  ///   - context: The context for unlocking the other keychains.
  package init(
    _ login: any KeychainService, at location: StoreLocation, context: UnlockContext = .keychains,
    clock: any KeychainClock = SystemClock()
  ) {
    self.login = login
    self.location = location
    domains = KeychainDomains(location)
    keychains = OpenKeychains(location, context: context, clock: clock)
    systemBundle = CertificateBundle(location.systemKeychainPath)
  }

  /// A login keychain in this process. The other keychains are unlocked in the same context.
  package convenience init(_ login: LocalKeychain) {
    let context = login.vault.context
    let isSystem = context.cache === UnlockContext.system.cache
    self.init(login, at: login.location, context: isSystem ? .keychains : context, clock: login.clock)
  }

  package var isInProcess: Bool { login.isInProcess }

  package var sessionOwner: AnyObject { login.sessionOwner }

  @inline(__always)
  package func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    if case .standard = call.scope, isPlain { return try login.send(call, from: peer) }
    switch call.request {
    case .items(let request, _):
      if isLoginAlone(call.scope, request) { return try login.send(call, from: peer) }
      return try ForkGate.enterUnlessForked { () throws(KeychainError) in try items(request, call, peer) }
    case .countItems where call.scope != .standard, .countUnreadable:
      return try ForkGate.enterUnlessForked { () throws(KeychainError) in try count(call, peer) }
    default: return try login.send(call, from: peer)
    }
  }

  /// Whether the login keychain is the only keychain with items. This is the most frequent case.
  private var isPlain: Bool {
    let tick = lk_coarse_now()
    return domains.isPlain(tick) && systemBundle.isEmpty(tick)
  }

  /// Whether only the login keychain can contain the items of a request. The check opens no other keychain.
  private func isLoginAlone(_ scope: KeychainScope, _ request: ItemRequest) -> Bool {
    switch scope {
    case .login: return true
    case .keychains(let paths): return paths == [.login]
    case .vault: return false
    case .standard, .searchList: break
    }
    guard let list = try? domains.searchList() else { return false }
    switch request {
    case .add, .addAll, .addIdentities: return (try? domains.defaultKeychain()) == .login
    case .search(let request): return isLoginAlone(scope, list, request.query, isChange: false)
    case .update(let request): return isLoginAlone(scope, list, request.query, isChange: true)
    case .delete(let request):
      // Certificates in other keychains may need the key of a deleted identity.
      return isLoginAlone(scope, list, request.query, isChange: request.query.itemClass != .identity)
    }
  }

  private func isLoginAlone(
    _ scope: KeychainScope, _ list: [KeychainPath], _ query: ItemQuery, isChange: Bool
  ) -> Bool {
    if query.isSynchronizable == true { return scope == .standard || list.contains(.login) }
    for path in list where path != .login {
      guard !mayContain(path, query, scope, isChange: isChange) else { return false }
    }
    return scope == .standard || list.contains(.login)
  }

  // MARK: Members

  /// The keychains of a scope, in order. No keychain is opened.
  package func paths(of scope: KeychainScope) throws(KeychainError) -> [KeychainPath] {
    switch scope {
    case .login: return [.login]
    case .searchList: return try domains.searchList()
    case .standard: return [.login] + (try domains.searchList()).filter { $0 != .login }
    case .keychains(let paths): return paths
    case .vault(let vaultID, let path, let paths):
      if let path, has(path, vaultID) { return [path] }
      // A copy of a keychain has the same identifier. The first one is used.
      var candidates = paths ?? []
      if paths == nil { candidates = try self.paths(of: .standard) + [.systemRoots] }
      if let found = candidates.first(where: { has($0, vaultID) }) { return [found] }
      // The path explains why the keychain cannot be used. Another keychain at this path is not used.
      guard let path, !hasKeychain(path) else { return [] }
      return [path]
    }
  }

  /// Whether a keychain has an identifier. An unreadable file has none.
  private func has(_ path: KeychainPath, _ vaultID: RowIdentifier) -> Bool {
    switch path {
    case .login: false
    case .system: systemBundle.vaultID == vaultID
    case .systemRoots: CertificateBundle.systemRoots.vaultID == vaultID
    case .file(let file): (try? KeychainFile.read(file))?.vaultID == vaultID
    }
  }

  private func hasKeychain(_ path: KeychainPath) -> Bool {
    guard case .file(let file) = path else { return true }
    return (try? KeychainFile.read(file)) != nil
  }

  /// The keychain at a path.
  ///
  /// - Throws: The reason why the keychain cannot be used.
  func member(_ path: KeychainPath) throws(KeychainError) -> Member {
    switch path {
    case .login: return Member(path: path, service: login, keychain: nil)
    case .system: return Member(path: path, service: systemBundle, keychain: label(path, systemBundle.vaultID))
    case .systemRoots:
      let bundle = CertificateBundle.systemRoots
      return Member(path: path, service: bundle, keychain: label(path, bundle.vaultID))
    case .file(let file):
      let keychain = try keychains.keychain(at: file)
      guard let named = keychain.location.named else { throw Reply.unexpected }
      return Member(path: path, service: keychain, keychain: label(path, named.vaultID))
    }
  }

  private func label(_ path: KeychainPath, _ vaultID: RowIdentifier) -> ItemKeychain {
    labels.withLock { labels in
      if let label = labels[path], label.vaultID == vaultID { return label }
      let label = ItemKeychain(path, vaultID)
      labels[path] = label
      return label
    }
  }

  /// Items of a keychain, which name their keychain.
  func labelled(_ items: [Item], _ path: KeychainPath) throws(KeychainError) -> [Item] {
    guard path != .login else { return items }
    return label(items, try member(path))
  }

  /// The service of one keychain and its location, for calls about the keychain as a whole.
  ///
  /// - Throws: The reason why the keychain cannot be used.
  package func service(
    _ path: KeychainPath
  ) throws(KeychainError) -> (service: any KeychainService, location: StoreLocation) {
    switch path {
    case .login: return (login, location)
    case .file(let file):
      let keychain = try keychains.keychain(at: file)
      return (keychain, keychain.location)
    case .system, .systemRoots:
      var location = location
      location.keychainFile = path.path(in: location)
      return (try member(path).service, location)
    }
  }

  /// The keychain for new items.
  ///
  /// - Throws: `.noDefaultKeychain`; the reason why the keychain cannot be used.
  func memberForNewItems(_ scope: KeychainScope) throws(KeychainError) -> Member {
    switch scope {
    case .login: return try member(.login)
    case .keychains(let paths):
      guard let first = paths.first else { throw Self.noKeychain }
      return try member(first)
    case .standard, .searchList, .vault:
      guard let path = try domains.defaultKeychain() else { throw Self.noDefault }
      return try member(path)
    }
  }

  package static var noDefault: KeychainError {
    KeychainError(.noDefaultKeychain, "no default keychain is set; default-keychain -s sets one")
  }

  static var noKeychain: KeychainError { KeychainError(.parameter, "the call names no keychain") }

  private func count(_ call: Call, _ peer: Peer) throws(KeychainError) -> Reply {
    var (items, unreadable) = (0, UnreadableCount())
    var knowsAll = true
    let paths = try paths(of: call.scope)
    for path in paths {
      let reply: Reply
      do throws(KeychainError) {
        reply = try send(call.request, to: try member(path), call, peer)
      } catch {
        // The items of a keychain that cannot be used are not counted, as a search does not find them.
        guard paths.count > 1, error.isAboutKeychain else { throw error }
        continue
      }
      switch reply {
      case .count(let count):
        items += count ?? 0
        if count == nil { knowsAll = false }
      case .unreadable(let count):
        unreadable.damaged += count.damaged
        unreadable.guarded += count.guarded
      default: throw Reply.unexpected
      }
    }
    if case .countItems = call.request { return .count(knowsAll ? items : nil) }
    return .unreadable(unreadable)
  }

  /// Sends a request to one keychain. The proof and the identifier of a call are valid only in the login keychain.
  ///
  /// - Parameter isRequestOfCall: Whether the login keychain carries out the call with this request. The identifier of
  ///   the call belongs to this one request.
  func send(
    _ request: Request, to member: Member, _ call: Call, _ peer: Peer, isRequestOfCall: Bool = false
  ) throws(KeychainError) -> Reply {
    if member.isLogin {
      return try login.send(
        Call(
          request, timeLimit: call.timeLimit, identifier: isRequestOfCall ? call.identifier : nil, person: call.person),
        from: peer)
    }
    return try member.service.send(
      Call(request, timeLimit: call.timeLimit), from: Peer(Self.caller(call.scope, peer.caller)))
  }

  /// Sends a request about items to one keychain. The proof of the call is valid only in the login keychain.
  func send(
    _ request: ItemRequest, to member: Member, _ call: Call, _ peer: Peer, isRequestOfCall: Bool = false
  ) throws(KeychainError) -> Reply {
    let proof: Handle? = if case .items(_, let proof) = call.request { proof } else { nil }
    let request = Self.localized(request, in: member)
    return try send(
      .items(request, proof: member.isLogin ? proof : nil), to: member, call, peer, isRequestOfCall: isRequestOfCall)
  }

  /// The request for one keychain: a list of items contains only the items of this keychain.
  static func localized(_ request: ItemRequest, in member: Member) -> ItemRequest {
    guard var query = request.query, !query.itemLists.isEmpty else { return request }
    query.itemLists = query.itemLists.map { $0.compactMap { item($0, in: member) } }
    return request.with(query)
  }

  /// A member of a list of items as the keychain knows it; nil for an item of another keychain.
  private static func item(_ item: ListedItem, in member: Member) -> ListedItem? {
    switch item {
    case .reference: member.isLogin ? item : nil
    case .elsewhere(let reference, let vaultID): member.keychain?.vaultID == vaultID ? .reference(reference) : nil
    case .object: item
    }
  }

  /// The caller in another keychain. A call that names the keychain also changes the items of the group `login` there.
  static func caller(_ scope: KeychainScope, _ caller: Caller) -> Caller {
    guard case .keychains = scope, !caller.sharedGroups.isEmpty else { return caller }
    return Caller(accessGroups: caller.accessGroups, entitlements: caller.entitlements)
  }
}
