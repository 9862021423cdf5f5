import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// The keychains of a user as one process sees them.
private struct SearchList {
  let home: TestHome
  let list: KeychainSearchList
  let login: LocalKeychain

  init(_ home: TestHome) {
    self.home = home
    login = LocalKeychain(home.location, locking: home.context)
    list = KeychainSearchList(login, at: home.location, context: home.context)
  }

  func client(_ scope: KeychainScope = .standard, as caller: Caller = TestHome.caller) -> KeychainClient {
    KeychainClient(list, Peer(caller), at: home.location, TrustSettingsStore(home.location)).scoped(to: scope)
  }

  func add(_ account: String, _ scope: KeychainScope = .standard, secret: String = "s") throws {
    let attributes = AttributeSet([.account: .string(account)])
    _ = try client(scope).perform(
      .add(AddRequest(.genericPassword, attributes: attributes, secret: Array(secret.utf8))))
  }

  func items(_ scope: KeychainScope = .standard, _ account: String? = nil, limit: Int? = nil) throws -> [Item] {
    var attributes = AttributeSet()
    attributes[.account] = account.map { .string($0) }
    let request = SearchRequest(
      ItemQuery(.genericPassword, attributes: attributes), contents: [.attributes, .secret], limit: limit)
    do throws(KeychainError) {
      return try client(scope).perform(.search(request))
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  func accounts(_ scope: KeychainScope = .standard) throws -> [String] {
    try items(scope).compactMap { $0.attributes[.account]?.text }
  }

  func secrets(_ account: String, _ scope: KeychainScope = .standard, limit: Int? = nil) throws -> [String] {
    try items(scope, account, limit: limit).map { String(decoding: $0.secret ?? [], as: UTF8.self) }
  }

  func delete(_ account: String, _ scope: KeychainScope = .standard) throws {
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.account: .string(account)]))
    _ = try client(scope).perform(.delete(DeleteRequest(query)))
  }

  func update(_ account: String, _ scope: KeychainScope = .standard, secret: String) throws {
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.account: .string(account)]))
    _ = try client(scope).perform(.update(UpdateRequest(query, changes: AttributeSet(), secret: Array(secret.utf8))))
  }

  /// Locks the keychain at a path.
  func lock(_ path: KeychainPath) throws { try client().client(of: path).lock() }
}

@Suite struct SearchListTests {
  private let home: TestHome
  private let keychains: SearchList
  private let one: KeychainPath
  private let two: KeychainPath
  private let portable: KeychainPath

  init() throws {
    home = try TestHome()
    one = .file(try home.path("one"))
    two = .file(try home.path("two"))
    portable = .file(home.elsewhere())
    try home.create(try home.path("one"))
    try home.create(try home.path("two"))
    try home.create(home.elsewhere())
    keychains = SearchList(home)
  }

  private func code(_ body: () throws -> Void) -> KeychainError.Code? { KeychainError.code(body) }

  // MARK: Routing

  @Test func newItemsGoToTheDefaultKeychain() throws {
    try keychains.add("a")
    #expect(try keychains.accounts(.login) == ["a"])
    try keychains.list.domains.setDefault(one)
    try keychains.add("b")
    try keychains.add("c", .searchList)
    try keychains.add("d", .login)
    try keychains.add("e", .keychains([two]))
    #expect(try keychains.accounts(.keychains([one])) == ["b", "c"])
    #expect(try keychains.accounts(.login) == ["a", "d"])
    #expect(try keychains.accounts(.keychains([two])) == ["e"])
  }

  @Test func withoutADefaultKeychainNothingIsAdded() throws {
    try keychains.list.domains.setDefault(nil)
    #expect(code { try keychains.add("a") } == .noDefaultKeychain)
    try keychains.add("a", .login)
  }

  @Test func missingTargetsAreErrors() throws {
    let missing = KeychainPath.file(home.elsewhere("missing"))
    #expect(code { try keychains.add("a", .keychains([missing])) } == .noSuchKeychain)
    #expect(code { _ = try keychains.items(.keychains([missing])) } == .noSuchKeychain)
    #expect(code { _ = try keychains.client().client(of: missing) } == .noSuchKeychain)
    try keychains.list.domains.setDefault(missing)
    #expect(code { try keychains.add("a") } == .noSuchKeychain)
  }

  /// Without a flag, the login keychain is searched first, also if it is not in the list. With the flag false, only the
  /// list is searched.
  @Test func scopes() throws {
    for (account, path) in [("l", KeychainPath.login), ("1", one), ("2", two)] {
      try keychains.add(account, .keychains([path]))
    }
    #expect(try keychains.accounts() == ["l"])
    try keychains.list.domains.set([two, .login, one], of: .user)
    #expect(try keychains.accounts() == ["l", "2", "1"])
    #expect(try keychains.accounts(.searchList) == ["2", "l", "1"])
    #expect(try keychains.accounts(.login) == ["l"])
    try keychains.list.domains.set([two, one], of: .user)
    #expect(try keychains.accounts() == ["l", "2", "1"])
    #expect(try keychains.accounts(.searchList) == ["2", "1"])
    #expect(try keychains.accounts(.keychains([one, two])) == ["1", "2"])
  }

  @Test func orderOfTheListDecides() throws {
    for (path, secret) in [(KeychainPath.login, "l"), (one, "1"), (two, "2")] {
      try keychains.add("same", .keychains([path]), secret: secret)
    }
    try keychains.list.domains.set([two, one, .login], of: .user)
    #expect(try keychains.secrets("same", .searchList, limit: 1) == ["2"])
    #expect(try keychains.secrets("same", .searchList, limit: 2) == ["2", "1"])
    #expect(try keychains.secrets("same", .searchList) == ["2", "1", "l"])
    #expect(try keychains.secrets("same", limit: 1) == ["l"])
    #expect(try keychains.items(.searchList, "same", limit: 0).isEmpty)
  }

  @Test func uniquenessIsPerKeychain() throws {
    try keychains.add("a", .keychains([one]))
    try keychains.add("a", .keychains([two]))
    #expect(code { try keychains.add("a", .keychains([one])) } == .duplicateItem)
  }

  @Test func updatesAndDeletesReachTheListAndNoOtherKeychain() throws {
    for path in [KeychainPath.login, one, two] { try keychains.add("a", .keychains([path])) }
    try keychains.list.domains.set([one], of: .user)
    try keychains.update("a", secret: "new")
    #expect(try keychains.secrets("a", .login) == ["new"])
    #expect(try keychains.secrets("a", .keychains([one])) == ["new"])
    #expect(try keychains.secrets("a", .keychains([two])) == ["s"])
    try keychains.delete("a", .searchList)
    #expect(try keychains.secrets("a", .login) == ["new"])
    #expect(try keychains.secrets("a", .keychains([one])) == [])
    try keychains.delete("a")
    #expect(try keychains.secrets("a", .login) == [])
    #expect(try keychains.secrets("a", .keychains([two])) == ["s"])
    #expect(code { try keychains.delete("a") } == .itemNotFound)
  }

  @Test func largestCountIsOverAllKeychains() throws {
    for path in [one, two] { try keychains.add("a", .keychains([path])) }
    var query = ItemQuery(.genericPassword, attributes: AttributeSet([.account: .string("a")]))
    query.largestCount = 1
    let delete = ItemRequest.delete(DeleteRequest(query))
    #expect(code { _ = try keychains.client(.keychains([one, two])).perform(delete) } == .parameter)
    #expect(try keychains.accounts(.keychains([one, two])) == ["a", "a"])
  }

  @Test func synchronizableItemsAreInTheLoginKeychain() throws {
    try keychains.list.domains.setDefault(one)
    let attributes = AttributeSet([.account: .string("s"), .synchronizable: .number(1)])
    let add = ItemRequest.add(AddRequest(.genericPassword, attributes: attributes, secret: []))
    _ = try keychains.client().perform(add)
    #expect(code { _ = try keychains.client(.keychains([one])).perform(add) } == .parameter)
    let query = ItemQuery(.genericPassword, isSynchronizable: true)
    #expect(try keychains.client(.login).perform(.search(SearchRequest(query, limit: nil))).count == 1)
    #expect(code { _ = try keychains.client(.keychains([one])).perform(.search(SearchRequest(query))) } == .parameter)
  }

  @Test func batchesGoToTheKeychainOfTheScope() throws {
    func addition(_ account: String) -> AddRequest {
      AddRequest(.genericPassword, attributes: AttributeSet([.account: .string(account)]), secret: [])
    }
    let client = keychains.client(.keychains([two]))
    let batch = BatchRequest([addition("b")], onDuplicate: .skip)
    #expect(try client.perform(batch) == [.added])
    #expect(try client.duplicates(of: batch) == [true])
    let added = try client.add([addition("c")], sparingPresent: true) { _ in }
    #expect(added.first?.keychain?.path == two)
    #expect(try keychains.accounts(.keychains([two])) == ["b", "c"])
    #expect(try keychains.accounts(.login).isEmpty)
  }

  @Test func itemsOfOtherKeychainsCannotBecomeSynchronizable() throws {
    try keychains.list.domains.set([.login, one], of: .user)
    try keychains.add("a", .login)
    try keychains.add("b", .keychains([one]))
    func synchronize(_ account: String) throws {
      let query = ItemQuery(.genericPassword, attributes: AttributeSet([.account: .string(account)]))
      let changes = AttributeSet([.synchronizable: .number(1)])
      _ = try keychains.client().perform(.update(UpdateRequest(query, changes: changes, secret: nil)))
    }
    try synchronize("a")
    #expect(code { try synchronize("b") } == .parameter)
    #expect(code { try synchronize("c") } == .itemNotFound)
    #expect(try keychains.accounts(.keychains([one])) == ["b"])
  }

  /// A call that names a keychain also changes the items of the shared group there.
  @Test func namingAKeychainNamesTheSharedGroup() throws {
    let tool = keychains.client(.keychains([one]), as: .tool)
    let attributes = AttributeSet([.account: .string("a")])
    _ = try tool.perform(.add(AddRequest(.genericPassword, attributes: attributes, secret: [])))
    let program = Caller(accessGroups: ["app", Caller.loginGroup], sharedGroups: [Caller.loginGroup])
    let query = ItemQuery(.genericPassword, attributes: attributes)
    try keychains.list.domains.set([one], of: .user)
    let delete = ItemRequest.delete(DeleteRequest(query))
    #expect(code { _ = try keychains.client(as: program).perform(delete) } == .itemNotFound)
    _ = try keychains.client(.keychains([one]), as: program).perform(delete)
  }

  // MARK: References

  @Test func itemsNameTheirKeychain() throws {
    try keychains.add("l")
    try keychains.add("1", .keychains([one]))
    try keychains.list.domains.set([one], of: .user)
    let items = try keychains.items()
    #expect(items.map { $0.keychain?.path } == [nil, one])
    #expect(items.map(\.persistentReference.count) == [20, 36])
  }

  @Test func referenceSurvivesMovingTheFile() throws {
    try keychains.add("1", .keychains([one]))
    let item = try #require(try keychains.items(.keychains([one])).first)
    let reference = try PersistentReference(item.persistentReference)
    let file = String(decoding: try home.path("one"), as: UTF8.self)
    #expect(rename(file, home.folder("elsewhere/moved")) == 0)
    let other = SearchList(home)
    try other.list.domains.set([.file(home.elsewhere("moved"))], of: .user)
    let query = ItemQuery(.genericPassword, isSynchronizable: nil, reference: reference)
    let found = try other.client().perform(.search(SearchRequest(query, contents: .attributes)))
    #expect(found.first?.attributes[.account]?.text == "1")
    #expect(found.first?.keychain?.path == .file(home.elsewhere("moved")))
  }

  // MARK: Identities

  /// A change of an identity reaches its key in one keychain and its certificate in another keychain.
  @Test func identityOverTwoKeychainsIsUpdated() throws {
    let key = SampleItem.key("key")
    var certificate = SampleItem.certificate("certificate").attributes
    certificate[.publicKeyHash] = key.attributes[.applicationLabel]
    _ = try keychains.client(.keychains([one])).perform(
      .add(AddRequest(.key, attributes: key.attributes, secret: key.secret)))
    _ = try keychains.client(.keychains([two])).perform(
      .add(AddRequest(.certificate, attributes: certificate, secret: [1])))
    func update(_ scope: KeychainScope, _ label: String) throws {
      let changes = AttributeSet([.label: .string(label)])
      _ = try keychains.client(scope).perform(.update(UpdateRequest(ItemQuery(.identity), changes: changes)))
    }
    #expect(code { try update(.keychains([two]), "new") } == .itemNotFound)
    try update(.keychains([one, two]), "new")
    for (itemClass, path) in [(ItemClass.key, one), (.certificate, two)] {
      let query = ItemQuery(itemClass, attributes: AttributeSet([.label: .string("new")]))
      #expect(try keychains.client(.keychains([path])).perform(.search(SearchRequest(query))).count == 1)
    }
  }

  /// A locked portable keychain does not hide the identities of other keychains.
  @Test func identityBesideALockedPortableKeychain() throws {
    let key = SampleItem.key("key")
    var certificate = SampleItem.certificate("certificate").attributes
    certificate[.publicKeyHash] = key.attributes[.applicationLabel]
    let client = keychains.client(.keychains([one]))
    _ = try client.perform(.add(AddRequest(.key, attributes: key.attributes, secret: key.secret)))
    _ = try client.perform(.add(AddRequest(.certificate, attributes: certificate, secret: [1])))
    let other = SampleItem.certificate("other")
    _ = try client.perform(.add(AddRequest(.certificate, attributes: other.attributes, secret: [2])))
    try keychains.list.domains.set([portable, one], of: .user)
    try keychains.lock(portable)
    let search = ItemRequest.search(SearchRequest(ItemQuery(.identity), limit: nil))
    #expect(try keychains.client().perform(search).count == 1)
    _ = try keychains.client().perform(.delete(DeleteRequest(ItemQuery(.identity))))
    #expect(code { _ = try keychains.client().perform(search) } == .interactionNotAllowed)
  }

  // MARK: The system keychain

  /// The items of a damaged system keychain are unknown. A change does not replace its file.
  @Test(arguments: ["no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
  func damagedSystemKeychain(_ content: String) throws {
    try home.folder.write(Array(content.utf8), to: "System.keychain")
    let sample = SampleItem.certificate("certificate")
    let add = ItemRequest.add(AddRequest(.certificate, attributes: sample.attributes, secret: sample.secret))
    _ = try keychains.client().perform(add)
    let search = ItemRequest.search(SearchRequest(ItemQuery(.certificate), limit: nil))
    #expect(try keychains.client().perform(search).count == 1)
    let system = keychains.client(.keychains([.system]))
    #expect(code { _ = try system.perform(search) } == .notAvailable)
    #expect(code { _ = try system.perform(.delete(DeleteRequest(ItemQuery(.certificate)))) } == .notAvailable)
    _ = try keychains.client().perform(.delete(DeleteRequest(ItemQuery(.certificate))))
    #expect(code { _ = try keychains.client().perform(search) } == .notAvailable)
    #expect(try home.folder.read("System.keychain") == Array(content.utf8))
  }

  // MARK: Locked keychains

  /// Keychains outside of the search list are locked, too. Another keychain that cannot be locked is an error.
  @Test func allKeychainsAreLocked() throws {
    try keychains.add("p", .keychains([portable]))
    try keychains.list.domains.set([two], of: .user)
    try keychains.client().lockAll()
    for path in [one, two, portable] {
      #expect(try keychains.client().client(of: path).lockStatus().state == .locked)
    }
    for path in [one, two] { _ = try keychains.client().client(of: path).unlock(passcode("pw")) }
    try home.folder.write(Array("foreign".utf8), to: "elsewhere/foreign")
    try keychains.list.domains.set([.file(home.elsewhere("foreign")), two], of: .user)
    #expect(code { try keychains.client().lockAll() } == .invalidKeychain)
    #expect(try keychains.client().client(of: one).lockStatus().state == .locked)
    #expect(try keychains.client().client(of: two).lockStatus().state == .locked)
  }

  /// A locked keychain whose index can be searched fails a search only if it holds a match.
  @Test func lockedKeychainWithAnOpenIndex() throws {
    try keychains.add("a", .keychains([one]))
    try keychains.add("b", .keychains([two]))
    try keychains.lock(one)
    for list in [[one, two], [two, one]] {
      try keychains.list.domains.set(list, of: .user)
      #expect(try keychains.secrets("b", limit: 1) == ["s"])
      #expect(code { _ = try keychains.secrets("a", limit: 1) } == .interactionNotAllowed)
      #expect(code { _ = try keychains.items() } == .interactionNotAllowed)
    }
  }

  /// A locked portable keychain is passed over. The search fails only if nothing else matches.
  @Test func lockedPortableKeychain() throws {
    try keychains.add("a", .keychains([portable]))
    try keychains.add("b", .keychains([two]))
    try keychains.lock(portable)
    for list in [[portable, two], [two, portable]] {
      try keychains.list.domains.set(list, of: .user)
      #expect(try keychains.secrets("b") == ["s"])
      #expect(try keychains.accounts() == ["b"])
      #expect(code { _ = try keychains.secrets("a") } == .interactionNotAllowed)
      #expect(code { try keychains.delete("a") } == .interactionNotAllowed)
    }
    _ = try keychains.client().client(of: portable).unlock(passcode("pw"))
    #expect(try keychains.secrets("a") == ["s"])
  }

  @Test func lockingOneLeavesTheOthersUnlocked() throws {
    try keychains.add("b", .keychains([two]))
    try keychains.lock(one)
    try keychains.lock(portable)
    #expect(try keychains.client().client(of: two).lockStatus().state == .unlocked)
    #expect(try keychains.accounts(.keychains([two])) == ["b"])
  }

  // MARK: Keychains that cannot be used

  @Test func unusableEntriesDoNotPreventOthers() throws {
    try keychains.add("b", .keychains([two]))
    try home.folder.write(Array("foreign".utf8), to: "elsewhere/foreign")
    try home.create(home.elsewhere("open"))
    chmod(home.folder("elsewhere/open"), 0o644)
    try home.folder.write(Array(repeating: 7, count: 64), to: "elsewhere/noise")
    mkdir(home.folder("elsewhere/folder"), 0o700)
    let missing = KeychainPath.file(home.elsewhere("missing"))
    let unusable = ["foreign", "open", "noise", "folder"].map { KeychainPath.file(home.elsewhere($0)) }
    try keychains.list.domains.set([missing] + unusable + [two], of: .user)
    #expect(try keychains.accounts() == ["b"])
    try keychains.update("b", secret: "new")
    #expect(try keychains.secrets("b") == ["new"])
    // A missing entry contains nothing; it is unknown what an unusable entry contains.
    #expect(code { _ = try keychains.client().perform(.search(SearchRequest(ItemQuery(.internetPassword)))) } != nil)
    try keychains.list.domains.set([missing, two], of: .user)
    #expect(
      code { _ = try keychains.client().perform(.search(SearchRequest(ItemQuery(.internetPassword)))) } == .itemNotFound
    )
    for path in unusable { #expect(code { _ = try keychains.client().client(of: path) } != nil) }
  }

  /// A keychain whose files cannot be used does not prevent the changes of the others.
  @Test func unusableFilesDoNotPreventChanges() throws {
    try keychains.list.domains.set([one, two], of: .user)
    try keychains.add("a", .login)
    try keychains.add("a", .keychains([two]))
    let vaultID = try vaultID(one)
    let folder = try #require(home.entries().first { $0.contains("keychains/.keychain-\(vaultID)") })
    #expect(chmod(home.folder(folder), 0o755) == 0)
    let other = SearchList(home)
    try other.update("a", secret: "new")
    #expect(try other.secrets("a") == ["new", "new"])
    try other.delete("a")
    #expect(code { _ = try other.secrets("a") } == .notAvailable)
    #expect(chmod(home.folder(folder), 0o700) == 0)
    #expect(try SearchList(home).secrets("a") == [])
  }

  private func vaultID(_ path: KeychainPath) throws -> String {
    guard case .file(let path) = path, let file = try KeychainFile.read(path) else { return "none" }
    return "\(file.vaultID)"
  }

  @Test func damagedPreferencesAreAnError() throws {
    try keychains.list.domains.set([one], of: .user)
    try home.folder.write(Array("x".utf8), to: "home/keychains/preferences.plist")
    let other = SearchList(home)
    #expect(code { _ = try other.items() } == .notAvailable)
    #expect(code { try other.add("a") } == .notAvailable)
    // The login keychain alone needs no preferences.
    try other.add("a", .login)
    #expect(try other.accounts(.login) == ["a"])
  }

  @Test func copyWithTheSameIdentifier() throws {
    try keychains.add("a", .keychains([portable]))
    keychains.list.keychains.closeAll()
    mkdir(home.folder("elsewhere/copy"), 0o700)
    let folder = home.folder("elsewhere")
    #expect(system("cp -a '\(folder)'/.keychain-* '\(folder)'/p.keychain '\(folder)/copy/'") == 0)
    let copy = KeychainPath.file(home.elsewhere("copy/p.keychain"))
    try keychains.list.domains.set([portable, copy], of: .user)
    #expect(try keychains.accounts() == ["a", "a"])
    try keychains.add("b", .keychains([copy]))
    #expect(try keychains.accounts(.keychains([portable])) == ["a"])
    #expect(try keychains.accounts(.keychains([copy])) == ["a", "b"])
  }

  @Test func hundredKeychainsInTheList() throws {
    var paths: [KeychainPath] = []
    for number in 0..<100 {
      let path = try home.path("k\(number)")
      try home.create(path, "")
      paths.append(.file(path))
    }
    try keychains.list.domains.set(paths, of: .user)
    try keychains.add("first", .keychains([paths[0]]))
    try keychains.add("last", .keychains([paths[99]]))
    #expect(try keychains.accounts() == ["first", "last"])
  }

  @Test func threadsUseThreeKeychains() throws {
    try keychains.list.domains.set([one, two, portable], of: .user)
    let (keychains, paths) = (keychains, [one, two, portable])
    let works = (0..<64).map { number in
      BackgroundWork {
        try keychains.add("t\(number)", .keychains([paths[number % 3]]))
        return try keychains.secrets("t\(number)")
      }
    }
    for work in works { #expect(try work.end() == ["s"]) }
    #expect(try keychains.accounts().count == 64)
  }
}
