import Foundation
import Glibc
import Security
import ServiceTestSupport
import Testing

/// The functions about keychains, and the dictionaries that name keychains.
@Suite struct SeveralKeychainsTests {
  private let keychain: TestKeychain

  init() throws { keychain = try TestKeychain() }

  /// Makes a keychain in the folder of the test. Returns nil after a failure.
  private func make(_ name: String, password: String = "pw") throws -> SecKeychain {
    var made: SecKeychain?
    let path = name.hasPrefix("/") ? name : keychain.folder(name)
    let status = keychain.perform {
      SecKeychainCreate(path, UInt32(password.utf8.count), password, false, nil, &made)
    }
    #expect(status == errSecSuccess)
    return try #require(made)
  }

  private func list() -> [SecKeychain] {
    var list: CFArray?
    #expect(keychain.perform { SecKeychainCopySearchList(&list) } == errSecSuccess)
    return list as? [SecKeychain] ?? []
  }

  private func setList(_ keychains: [SecKeychain]) {
    #expect(keychain.perform { SecKeychainSetSearchList(keychains as NSArray) } == errSecSuccess)
  }

  private func path(_ other: SecKeychain?) -> String? {
    var buffer = [CChar](repeating: 0, count: 1024)
    var length = UInt32(buffer.count)
    guard keychain.perform({ SecKeychainGetPath(other, &length, &buffer) }) == errSecSuccess else { return nil }
    return String(decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func isUnlocked(_ other: SecKeychain) -> Bool {
    var state: SecKeychainStatus = 0
    #expect(keychain.perform { SecKeychainGetStatus(other, &state) } == errSecSuccess)
    return state & kSecUnlockStateStatus != 0
  }

  private func unlock(_ other: SecKeychain, _ password: String) -> OSStatus {
    keychain.perform { SecKeychainUnlock(other, UInt32(password.utf8.count), password, true) }
  }

  private let login = SecKeychain.defaultKeychain

  // MARK: Life cycle

  @Test func keychainIsMadeAndDeleted() throws {
    let made = try make("a.keychain")
    #expect(FileManager.default.fileExists(atPath: keychain.folder("a.keychain")))
    #expect(path(made) == keychain.folder("a.keychain"))
    #expect(isUnlocked(made))
    var again: SecKeychain?
    let name = keychain.folder("a.keychain")
    #expect(keychain.perform { SecKeychainCreate(name, 2, "pw", false, nil, &again) } == errSecDuplicateKeychain)
    #expect(again == nil)
    #expect(keychain.perform { SecKeychainCreate(name, 2, nil, false, nil, &again) } == errSecParam)
    #expect(keychain.perform { SecKeychainCreate(name, 2, "pw", true, nil, &again) } == errSecUnimplemented)
    #expect(keychain.perform { SecKeychainDelete(made) } == errSecSuccess)
    #expect(!FileManager.default.fileExists(atPath: keychain.folder("a.keychain")))
    #expect(keychain.perform { SecKeychainDelete(made) } == errSecNoSuchKeychain)
    #expect(keychain.perform { SecKeychainDelete(nil) } == errSecInvalidKeychain)
    #expect(keychain.perform { SecKeychainDelete(login) } == errSecUnimplemented)
  }

  @Test func pathsOfKeychains() throws {
    #expect(path(nil) == keychain.folder("keychain.db"))
    var length: UInt32 = 3
    var small: [CChar] = [0, 0, 0]
    #expect(keychain.perform { SecKeychainGetPath(nil, &length, &small) } == errSecBufferTooSmall)
    var opened: SecKeychain?
    #expect(keychain.perform { SecKeychainOpen("build.keychain", &opened) } == errSecSuccess)
    #expect(path(opened) == keychain.folder("keychains/build.keychain-db"))
    #expect(keychain.perform { SecKeychainOpen("login.keychain", &opened) } == errSecSuccess)
    #expect(opened == login)
    #expect(keychain.perform { SecKeychainOpen("", &opened) } == errSecNoSuchKeychain)
  }

  @Test func lockingAndUnlocking() throws {
    for made in [try make("a.keychain"), try make("b.keychain", password: "")] {
      let password = path(made)?.hasSuffix("b.keychain") == true ? "" : "pw"
      #expect(keychain.perform { SecKeychainLock(made) } == errSecSuccess)
      #expect(!isUnlocked(made))
      #expect(keychain.perform { SecKeychainUnlock(made, 0, nil, false) } == errSecInteractionNotAllowed)
      #expect(unlock(made, "no") == errSecAuthFailed)
      #expect(unlock(made, password) == errSecSuccess)
      #expect(isUnlocked(made))
    }
  }

  @Test func settingsOfAKeychain() throws {
    let made = try make("a.keychain")
    var settings = SecKeychainSettings()
    settings.lockOnSleep = true
    settings.useLockInterval = true
    settings.lockInterval = 300
    #expect(keychain.perform { SecKeychainSetSettings(made, &settings) } == errSecSuccess)
    var read = SecKeychainSettings()
    #expect(keychain.perform { SecKeychainCopySettings(made, &read) } == errSecSuccess)
    #expect(read.lockOnSleep.boolValue && read.useLockInterval.boolValue && read.lockInterval == 300)
    read.version = 7
    #expect(keychain.perform { SecKeychainCopySettings(made, &read) } == errSecParam)
    // The login keychain has no password, so nothing can lock it.
    #expect(keychain.perform { SecKeychainSetSettings(nil, &settings) } == errSecNotAvailable)
  }

  // MARK: Lists

  @Test func searchListAndDefault() throws {
    let (a, b) = (try make("a.keychain"), try make("b.keychain"))
    #expect(list().first == login)
    setList([b, login, a])
    #expect(Array(list().prefix(3)) == [b, login, a])
    #expect(keychain.perform { SecKeychainSetSearchList([NSNull()] as NSArray) } == errSecParam)
    var found: SecKeychain?
    #expect(keychain.perform { SecKeychainCopyDefault(&found) } == errSecSuccess)
    #expect(found == login)
    #expect(keychain.perform { SecKeychainSetDefault(a) } == errSecSuccess)
    #expect(keychain.perform { SecKeychainCopyDomainDefault(.user, &found) } == errSecSuccess)
    #expect(found == a)
    #expect(keychain.perform { SecKeychainSetDefault(.missing(at: "/none")) } == errSecNoSuchKeychain)
    #expect(keychain.perform { SecKeychainSetDefault(nil) } == errSecParam)
    #expect(keychain.perform { SecKeychainCopyDomainDefault(.system, &found) } == errSecNoDefaultKeychain)
    #expect(keychain.perform { SecKeychainDelete(a) } == errSecSuccess)
    #expect(keychain.perform { SecKeychainCopyDefault(&found) } == errSecNoDefaultKeychain)
    #expect(!list().contains(a))
    #expect(keychain.add(.generic("s")).status == errSecNoDefaultKeychain)
    #expect(keychain.perform { SecKeychainLock(nil) } == errSecNoDefaultKeychain)
    #expect(keychain.perform { SecKeychainSetDomainDefault(.user, login) } == errSecSuccess)
    #expect(keychain.add(.generic("s")).status == errSecSuccess)
  }

  @Test func preferenceDomain() {
    var domain = SecPreferencesDomain.common
    #expect(SecKeychainGetPreferenceDomain(&domain) == errSecSuccess)
    #expect(domain == .user)
    var list: CFArray?
    #expect(keychain.perform { SecKeychainCopyDomainSearchList(.dynamic, &list) } == errSecSuccess)
    #expect((list as? [SecKeychain])?.isEmpty == true)
    #expect(keychain.perform { SecKeychainSetDomainSearchList(.dynamic, [login] as NSArray) } == errSecParam)
  }

  // MARK: Dictionaries

  @Test func keysThatNameKeychains() throws {
    let (a, b) = (try make("a.keychain"), try make("b.keychain"))
    let item = Query.generic("s", "n")
    for (target, secret) in [(login, "l"), (a, "a"), (b, "b")] {
      let added = keychain.add(item + [kSecUseKeychain: target, kSecValueData: Data(secret.utf8)])
      #expect(added.status == errSecSuccess)
    }
    #expect(keychain.add(item + [kSecUseKeychain: a]).status == errSecDuplicateItem)
    setList([b, a])
    func secrets(_ query: Query) -> [String] {
      let found = keychain.find(item + query + [kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll])
      return found.array.compactMap { ($0 as? Data).map { String(decoding: $0, as: UTF8.self) } }
    }
    #expect(secrets([:]) == ["l", "b", "a"])
    #expect(secrets([kSecUseDataProtectionKeychain: true]) == ["l"])
    #expect(secrets([kSecUseDataProtectionKeychain: false]) == ["b", "a"])
    #expect(secrets([kSecMatchSearchList: [a, login]]) == ["a", "l"])
    // The keychain with access groups ignores the other keys.
    #expect(secrets([kSecMatchSearchList: [a], kSecUseDataProtectionKeychain: true]) == ["l"])
    #expect(
      keychain.find(item + [kSecMatchSearchList: [SecKeychain.missing(at: "/none")]]).status == errSecNoSuchKeychain)
    #expect(keychain.find(item + [kSecMatchSearchList: [Any]()]).status == errSecParam)
    #expect(keychain.find(item + [kSecMatchSearchList: "text"]).status == errSecParam)
    #expect(keychain.add(item + [kSecUseKeychain: "text"]).status == errSecParam)
    #expect(keychain.delete(item + [kSecMatchSearchList: [b]]) == errSecSuccess)
    #expect(secrets([:]) == ["l", "a"])
    #expect(keychain.delete(item + [kSecUseDataProtectionKeychain: false]) == errSecSuccess)
    #expect(secrets([:]) == ["l"])
  }

  @Test func newItemsGoToTheDefaultKeychain() throws {
    let a = try make("a.keychain")
    #expect(keychain.perform { SecKeychainSetDefault(a) } == errSecSuccess)
    #expect(keychain.add(.generic("s")).status == errSecSuccess)
    #expect(keychain.add(.generic("p") + [kSecUseDataProtectionKeychain: true]).status == errSecSuccess)
    #expect(keychain.add(.generic("sync") + [kSecAttrSynchronizable: true]).status == errSecSuccess)
    #expect(keychain.find(.generic("s") + [kSecMatchSearchList: [a]]).status == errSecSuccess)
    #expect(keychain.find(.generic("s") + [kSecUseDataProtectionKeychain: true]).status == errSecItemNotFound)
    #expect(keychain.find(.generic("p") + [kSecUseDataProtectionKeychain: true]).status == errSecSuccess)
    #expect(keychain.find(.generic("sync") + [kSecAttrSynchronizable: true]).status == errSecSuccess)
    #expect(keychain.add(.generic("sync") + [kSecAttrSynchronizable: true, kSecUseKeychain: a]).status == errSecParam)
  }

  private func labels(_ query: Query) -> [String] {
    keychain.find(query + [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]).array
      .compactMap { ($0 as? NSDictionary)?[kSecAttrLabel] as? String }.sorted()
  }

  /// The key of two certificates is deleted with the last one, in whichever keychains they are.
  @Test(arguments: [false, true]) func keyIsKeptForAnotherCertificate(_ isWhole: Bool) throws {
    let b = try make("b.keychain")
    setList([b])
    let key = try SecKey.made()
    #expect(keychain.add([kSecValueRef: key]).status == errSecSuccess)
    let one = try MadeCertificate("one").made(key)
    let two = try MadeCertificate("two", serial: 2).made(key)
    let place: Query = isWhole ? [:] : [kSecUseKeychain: b]
    #expect(keychain.add([kSecValueRef: one] + place).status == errSecSuccess)
    #expect(keychain.add([kSecValueRef: two, kSecUseKeychain: b]).status == errSecSuccess)
    let first = try #require(SecIdentityCreate(nil, one, key))
    let second = try #require(SecIdentityCreate(nil, two, key))
    let identities: Query = [kSecClass: kSecClassIdentity]
    #expect(labels(identities) == ["one", "two"])
    #expect(keychain.delete([kSecValueRef: first, kSecAttrLabel: "other"]) == errSecItemNotFound)
    #expect(keychain.delete(identities + [kSecMatchItemList: [second]]) == errSecSuccess)
    #expect(labels(identities) == ["one"])
    #expect(keychain.add([kSecValueRef: two, kSecUseKeychain: b]).status == errSecSuccess)
    #expect(keychain.delete([kSecValueRef: first]) == errSecSuccess)
    #expect(labels(identities) == ["two"])
    #expect(keychain.delete([kSecValueRef: second]) == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassKey]).status == errSecItemNotFound)
    // The certificate that remains of an identity is deleted, too.
    #expect(keychain.add([kSecValueRef: one, kSecUseKeychain: b]).status == errSecSuccess)
    #expect(keychain.delete([kSecValueRef: first]) == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassCertificate, kSecMatchSearchList: [b]]).status == errSecItemNotFound)
  }

  /// The certificate may be in a locked keychain, so a delete of the identity object keeps the key.
  @Test func keyIsKeptBesideALockedKeychain() throws {
    let b = try make("b.keychain")
    setList([b])
    let key = try SecKey.made()
    let certificate = try MadeCertificate("id").made(key)
    #expect(keychain.add([kSecValueRef: key]).status == errSecSuccess)
    #expect(keychain.add([kSecValueRef: certificate, kSecUseKeychain: b]).status == errSecSuccess)
    let identity = try #require(SecIdentityCreate(nil, certificate, key))
    #expect(keychain.perform { SecKeychainLock(b) } == errSecSuccess)
    #expect(keychain.delete([kSecValueRef: identity]) == errSecInteractionNotAllowed)
    #expect(keychain.find([kSecClass: kSecClassKey]).status == errSecSuccess)
    #expect(unlock(b, "pw") == errSecSuccess)
    #expect(keychain.delete([kSecValueRef: identity]) == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassKey]).status == errSecItemNotFound)
  }

  /// Adds a key and its certificate "one" to the login keychain, and its certificate "two" to another keychain of the
  /// list.
  private func addCertificatesOfOneKey() throws -> (other: SecKeychain, key: SecKey) {
    let b = try make("b.keychain")
    setList([b])
    let key = try SecKey.made()
    let one = try MadeCertificate("one").made(key)
    let two = try MadeCertificate("two", serial: 2).made(key)
    for item: Query in [[kSecValueRef: key], [kSecValueRef: one], [kSecValueRef: two, kSecUseKeychain: b]] {
      #expect(keychain.add(item).status == errSecSuccess)
    }
    return (b, key)
  }

  /// A delete with an evaluation keeps the key that a certificate in another keychain needs.
  @Test func evaluatedDeleteKeepsTheKey() throws {
    _ = try addCertificatesOfOneKey()
    let query: Query = [
      kSecClass: kSecClassIdentity, kSecAttrLabel: "one", kSecMatchPolicy: SecPolicyCreateSSL(false, nil),
    ]
    #expect(keychain.delete(query) == errSecSuccess)
    #expect(labels([kSecClass: kSecClassIdentity]) == ["two"])
  }

  /// A certificate with a key of its own keychain does not keep the key of another keychain.
  @Test func keyIsDeletedBesideAnotherWholeIdentity() throws {
    let (b, key) = try addCertificatesOfOneKey()
    #expect(keychain.add([kSecValueRef: key, kSecUseKeychain: b]).status == errSecSuccess)
    #expect(keychain.delete([kSecClass: kSecClassIdentity, kSecAttrLabel: "one"]) == errSecSuccess)
    #expect(
      keychain.find([kSecClass: kSecClassKey, kSecMatchSearchList: [login]]).status == errSecItemNotFound)
    #expect(labels([kSecClass: kSecClassIdentity]) == ["two"])
  }

  /// A call that names one keychain asks no other keychain whether it needs the key.
  @Test func keyIsKeptForTheKeychainsOfTheCall() throws {
    _ = try addCertificatesOfOneKey()
    let query: Query = [kSecClass: kSecClassIdentity, kSecMatchSearchList: [login]]
    #expect(labels(query) == ["one"])
    #expect(keychain.delete(query) == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassKey]).status == errSecItemNotFound)
  }

  /// A certificate of the system keychain keeps a key. A copy of the deleted certificate does not.
  @Test(arguments: [false, true]) func systemKeychainKeepsTheKey(_ isCopy: Bool) throws {
    var system: SecKeychain?
    #expect(keychain.perform { SecKeychainOpen("/Library/Keychains/System.keychain", &system) } == errSecSuccess)
    let target = try #require(system)
    let key = try SecKey.made()
    let one = try MadeCertificate("one").made(key)
    let other = isCopy ? one : try MadeCertificate("two", serial: 2).made(key)
    for item: Query in [[kSecValueRef: key], [kSecValueRef: one], [kSecValueRef: other, kSecUseKeychain: target]] {
      #expect(keychain.add(item).status == errSecSuccess)
    }
    let first = try #require(SecIdentityCreate(nil, one, key))
    #expect(keychain.delete([kSecValueRef: first]) == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassKey]).status == (isCopy ? errSecItemNotFound : errSecSuccess))
    #expect(labels([kSecClass: kSecClassIdentity]) == (isCopy ? [] : ["two"]))
    #expect(labels([kSecClass: kSecClassCertificate]) == [isCopy ? "one" : "two"])
  }

  /// A locked keychain of the list does not prevent the evaluation of certificates in another keychain.
  @Test func evaluationBesideALockedKeychain() throws {
    let b = try make("b.keychain")
    setList([b])
    let certificate = try MadeCertificate("id").made(try SecKey.made())
    #expect(keychain.add([kSecValueRef: certificate]).status == errSecSuccess)
    #expect(keychain.perform { SecKeychainLock(b) } == errSecSuccess)
    let query: Query = [kSecClass: kSecClassCertificate, kSecMatchPolicy: SecPolicyCreateSSL(false, nil)]
    #expect(keychain.find(query).status == errSecSuccess)
  }

  // MARK: References

  @Test func referencesNameTheirKeychain() throws {
    let a = try make("a.keychain")
    let added = keychain.add(.generic("s") + [kSecUseKeychain: a, kSecReturnRef: true])
    let reference = try #require(added.result as? SecKeychainItem)
    var found: SecKeychain?
    #expect(keychain.perform { SecKeychainItemCopyKeychain(reference, &found) } == errSecSuccess)
    #expect(found == a)
    // The keychain is not in the search list, but the reference names it.
    #expect(keychain.find([kSecValueRef: reference]).status == errSecSuccess)
    #expect(keychain.find(.generic("s")).status == errSecItemNotFound)
    let persistent = keychain.find(.generic("s") + [kSecMatchSearchList: [a], kSecReturnPersistentRef: true]).data
    #expect(persistent?.count == 36)
    setList([a])
    #expect(keychain.find([kSecValuePersistentRef: persistent ?? Data()]).status == errSecSuccess)
    #expect(rename(keychain.folder("a.keychain"), keychain.folder("moved.keychain")) == 0)
    var moved: SecKeychain?
    #expect(keychain.perform { SecKeychainOpen(keychain.folder("moved.keychain"), &moved) } == errSecSuccess)
    setList([try #require(moved)])
    #expect(keychain.find([kSecValuePersistentRef: persistent ?? Data()]).status == errSecSuccess)
    #expect(keychain.delete([kSecValuePersistentRef: persistent ?? Data()]) == errSecSuccess)
    #expect(keychain.find([kSecValuePersistentRef: persistent ?? Data()]).status == errSecItemNotFound)
  }

  @Test func lockedKeychains() throws {
    let (portable, other) = (try make("a.keychain"), try make("keychains/b-db"))
    for (target, service) in [(portable, "p"), (other, "o"), (login, "l")] {
      #expect(keychain.add(.generic(service) + [kSecUseKeychain: target]).status == errSecSuccess)
    }
    setList([portable, other])
    #expect(keychain.perform { SecKeychainLockAll() } == errSecSuccess)
    #expect(keychain.find(.generic("l") + [kSecReturnData: true]).status == errSecSuccess)
    #expect(keychain.find(.generic("p") + [kSecReturnData: true]).status == errSecInteractionNotAllowed)
    #expect(keychain.find(.generic("o") + [kSecReturnData: true]).status == errSecInteractionNotAllowed)
    #expect(unlock(portable, "pw") == errSecSuccess)
    #expect(keychain.find(.generic("p") + [kSecReturnData: true]).status == errSecSuccess)
    // Now the index of every keychain can be searched.
    #expect(keychain.find(.generic("none")).status == errSecItemNotFound)
  }

  // MARK: Identities

  /// The key is in one keychain and the certificate in another keychain.
  @Test func identityOverTwoKeychains() throws {
    let (a, b) = (try make("a.keychain"), try make("b.keychain"))
    let key = try SecKey.made()
    let certificate = try MadeCertificate("id").made(key)
    #expect(keychain.add([kSecValueRef: key, kSecUseKeychain: a]).status == errSecSuccess)
    #expect(keychain.add([kSecValueRef: certificate, kSecUseKeychain: b]).status == errSecSuccess)
    let query: Query = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
    #expect(keychain.find(query).status == errSecItemNotFound)
    setList([a, b])
    let identity = try #require(keychain.find(query).result as? SecIdentity)
    var found: SecCertificate?
    #expect(SecIdentityCopyCertificate(identity, &found) == errSecSuccess)
    #expect(found == certificate)
    #expect(keychain.find(query + [kSecAttrLabel: "other"]).status == errSecItemNotFound)
    #expect(keychain.find(query + [kSecMatchSearchList: [b]]).status == errSecItemNotFound)
    // The key is deleted with the last certificate that needs it.
    let second = try MadeCertificate("second", serial: 2).made(key)
    #expect(keychain.add([kSecValueRef: second, kSecUseKeychain: a]).status == errSecSuccess)
    #expect(keychain.delete([kSecClass: kSecClassIdentity, kSecAttrLabel: "id"]) == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassKey, kSecMatchSearchList: [a]]).status == errSecSuccess)
    #expect(keychain.delete([kSecClass: kSecClassIdentity]) == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassKey, kSecMatchSearchList: [a]]).status == errSecItemNotFound)
    #expect(
      keychain.find([kSecClass: kSecClassCertificate, kSecMatchSearchList: [a, b]]).status == errSecItemNotFound)
  }

  /// A delete of an identity whose key is guarded deletes this key alone.
  @Test func guardedKeyOfAnIdentityOverTwoKeychains() throws {
    let b = try make("b.keychain")
    setList([b])
    let (key, other) = (try SecKey.made(), try SecKey.made())
    let guarded = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .applicationPassword, nil))
    let context = TestAuthenticationContext(try TestProof(applicationPassword: "word"))
    #expect(
      keychain.add([
        kSecValueRef: key, kSecAttrAccessControl: guarded, kSecUseAuthenticationContext: context,
      ]).status == errSecSuccess)
    #expect(keychain.add([kSecValueRef: other]).status == errSecSuccess)
    let certificate = try MadeCertificate("id").made(key)
    #expect(keychain.add([kSecValueRef: certificate, kSecUseKeychain: b]).status == errSecSuccess)
    #expect(keychain.delete([kSecClass: kSecClassIdentity, kSecAttrLabel: "id"]) == errSecSuccess)
    let left = keychain.find([
      kSecClass: kSecClassKey, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
      kSecUseAuthenticationUI: kSecUseAuthenticationUISkip,
    ])
    #expect(left.array.count == 1)
    #expect((left.array.first as? SecKey)?.isEqual(other) == true)
  }

  // MARK: References

  /// Copies of a keychain contain items with the same row identifier. A reference names the item of one keychain.
  @Test func referencesOfCopies() throws {
    let a = try make("a.keychain", password: "")
    #expect(keychain.add(.generic("x") + [kSecValueData: Data("1".utf8), kSecUseKeychain: a]).status == errSecSuccess)
    setList([a])
    let query: Query = .generic("x") + [kSecMatchSearchList: [a]]
    let item = try #require(keychain.find(query + [kSecReturnRef: true]).result as? SecKeychainItem)
    let reference = try #require(keychain.find(query + [kSecReturnPersistentRef: true]).result as? Data)
    #expect(reference.count == 36)
    // The login keychain alone does not contain the item.
    for name: Query in [[kSecValuePersistentRef: reference], .generic() + [kSecMatchItemList: [item]]] {
      #expect(keychain.find(name + [kSecUseDataProtectionKeychain: true]).status == errSecItemNotFound)
      #expect(keychain.find(name).status == errSecSuccess)
    }
    let other = try make("c.keychain")
    #expect(
      keychain.find([kSecValuePersistentRef: reference, kSecMatchSearchList: [other]]).status == errSecItemNotFound)
    #expect(keychain.delete(.generic() + [kSecMatchItemList: [item]]) == errSecSuccess)
    #expect(keychain.find(query).status == errSecItemNotFound)
  }

  // MARK: Keychains of the system

  @Test func systemRootsAreReadOnly() throws {
    var roots: SecKeychain?
    let path = "/System/Library/Keychains/SystemRootCertificates.keychain"
    #expect(keychain.perform { SecKeychainOpen(path, &roots) } == errSecSuccess)
    let keychainOfRoots = try #require(roots)
    let found = keychain.find([
      kSecClass: kSecClassCertificate, kSecMatchSearchList: [keychainOfRoots], kSecMatchLimit: kSecMatchLimitAll,
      kSecReturnRef: true,
    ])
    var anchors: CFArray?
    #expect(SecTrustCopyAnchorCertificates(&anchors) == errSecSuccess)
    #expect(found.array.count == anchors?.count)
    let certificate = try MadeCertificate("id").made(SecKey.made())
    #expect(keychain.add([kSecValueRef: certificate, kSecUseKeychain: keychainOfRoots]).status == errSecReadOnly)
    #expect(
      keychain.delete([kSecClass: kSecClassCertificate, kSecMatchSearchList: [keychainOfRoots]])
        == (found.array.isEmpty ? errSecItemNotFound : errSecReadOnly))
  }

  @Test func systemKeychainContainsOnlyCertificates() throws {
    var system: SecKeychain?
    #expect(keychain.perform { SecKeychainOpen("/Library/Keychains/System.keychain", &system) } == errSecSuccess)
    let target = try #require(system)
    #expect(list().contains(target))
    let key = try SecKey.made()
    let certificate = try MadeCertificate("system").made(key)
    #expect(keychain.add([kSecValueRef: certificate, kSecUseKeychain: target]).status == errSecSuccess)
    #expect(keychain.add([kSecValueRef: certificate, kSecUseKeychain: target]).status == errSecDuplicateItem)
    #expect(keychain.add([kSecValueRef: key, kSecUseKeychain: target]).status == errSecWrPerm)
    #expect(keychain.add(.generic("s") + [kSecUseKeychain: target]).status == errSecWrPerm)
    // The system keychain is in every search list.
    let query: Query = [kSecClass: kSecClassCertificate, kSecAttrLabel: "system", kSecReturnRef: true]
    #expect(keychain.find(query).result as? SecCertificate == certificate)
    #expect(keychain.find(query + [kSecMatchSubjectContains: "syst"]).status == errSecSuccess)
    #expect(keychain.find(query + [kSecMatchSubjectContains: "other"]).status == errSecItemNotFound)
    #expect(keychain.find(query + [kSecUseDataProtectionKeychain: true]).status == errSecItemNotFound)
    // The certificate of an identity may be in the system keychain.
    #expect(keychain.add([kSecValueRef: key]).status == errSecSuccess)
    #expect(keychain.find([kSecClass: kSecClassIdentity]).status == errSecSuccess)
    #expect(keychain.delete(query + [kSecMatchSearchList: [target]]) == errSecSuccess)
    #expect(keychain.find(query).status == errSecItemNotFound)
  }
}
