import AsymmetricKeys
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that no reply to a client in another process contains a private key that is not extractable or has an access
/// control. The tests search for the bytes of the key in the messages of the replies.
@Suite struct PrivateKeyRetentionTests {
  private let keychain: LocalKeychain
  private let peer: Peer
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    peer = Peer(
      Caller(accessGroups: ["app", "shared"]), in: ClientSession(identity: [1]), permissions: .all)
  }

  /// The reason why a key stays in the service.
  enum Reason: CaseIterable {
    case notExtractable
    case accessControl

    func apply(to attributes: inout AttributeSet) {
      switch self {
      case .notExtractable: attributes[.extractable] = .number(0)
      case .accessControl:
        // The access control of `privateKeyUsage` requires no proof.
        attributes[.accessible] = .string("aku")
        attributes[.accessControl] = .number(Int64(AccessConstraints.privateKeyUsage.rawValue))
      }
    }
  }

  /// A new private key and the request that stores the key.
  private struct NewKey {
    let key: AsymmetricKey
    let bytes: [UInt8]
    var addition: AddRequest

    init(_ reason: Reason?, contents: ItemContents = .secret, group: String = "app") throws {
      key = try AsymmetricKey.generate(on: .p256)
      bytes = try key.externalRepresentation()
      var attributes = try KeyMaterial.asymmetric(key).itemAttributes()
      attributes[.accessGroup] = .string(group)
      reason?.apply(to: &attributes)
      addition = AddRequest(.key, attributes: attributes, secret: bytes, contents: contents)
    }

    /// The private number of the key.
    var number: [UInt8] { Array(bytes.suffix(32)) }

    /// A certificate that forms an identity with the key.
    var certificate: AddRequest {
      get throws {
        var attributes = SampleItem.certificate("c").attributes
        attributes[.publicKeyHash] = .data(try key.publicKeyHash())
        attributes[.accessGroup] = .string("app")
        return AddRequest(.certificate, attributes: attributes, secret: [1, 2], contents: .secret)
      }
    }
  }

  /// Sends a request in the name of a client in another process.
  ///
  /// - Returns: The reply, and whether its message contains `bytes`.
  private func send(_ request: Request, searching bytes: [UInt8]) throws -> (reply: Reply, isFound: Bool) {
    // The request also travels as a message.
    let message = try Call(request).message()
    let call = try message.withUnsafeBytes { try Call(message: $0) }
    let reply = try keychain.send(call, from: peer)
    let answer = try Result<Reply, KeychainError>.success(reply).message()
    let isFound = (0...max(0, answer.count - bytes.count)).contains { answer[$0...].starts(with: bytes) }
    return (reply, isFound)
  }

  /// Checks that the reply to a request contains an item with the public part of a key, and not the private part.
  @discardableResult
  private func expectRetained(
    _ key: NewKey, _ request: Request, location: SourceLocation = #_sourceLocation
  ) throws -> Item {
    let (reply, isFound) = try send(request, searching: key.number)
    #expect(!isFound, sourceLocation: location)
    let items = try reply.uncommitted.items()
    let item = try #require(items.first, sourceLocation: location)
    #expect(item.secret == nil, sourceLocation: location)
    #expect(item.privateKey?.publicKey?.bytes == key.key.publicRepresentation, sourceLocation: location)
    #expect(item.privateKey?.publicKey?.isRSA == false, sourceLocation: location)
    return item
  }

  private func code(_ request: Request) -> KeychainError.Code? {
    do throws(KeychainError) {
      _ = try keychain.send(Call(request), from: peer)
      return nil
    } catch { return error.code }
  }

  private func find(_ itemClass: ItemClass, _ contents: ItemContents, limit: Int? = 1) -> Request {
    .items(.search(SearchRequest(ItemQuery(itemClass), contents: contents, limit: limit)), proof: nil)
  }

  // MARK: Replies

  @Test(arguments: Reason.allCases) func addsAndSearchesDoNotReturnTheKey(_ reason: Reason) throws {
    let key = try NewKey(reason)
    try expectRetained(key, .items(.add(key.addition), proof: nil))
    for contents: ItemContents in [.secret, [.attributes, .secret]] {
      let item = try expectRetained(key, find(.key, contents))
      #expect(item.privateKey?.identifier == item.identifier)
      try expectRetained(key, find(.key, contents, limit: nil))
    }
    #expect(try !send(find(.key, .attributes), searching: key.number).isFound)
    for purpose: CandidateRequest.Purpose in [.search, .delete] {
      for itemClass: ItemClass in [.certificate, .identity] {
        let request = CandidateRequest(ItemQuery(itemClass), for: purpose, limit: 9)
        #expect(try !send(.candidates(request, proof: nil), searching: key.number).isFound)
      }
    }
  }

  @Test func anExtractableKeyIsReturned() throws {
    let key = try NewKey(nil)
    #expect(try send(.items(.add(key.addition), proof: nil), searching: key.number).isFound)
    #expect(try send(find(.key, .secret), searching: key.number).isFound)
  }

  /// The bytes of an item that contains no key stay in the service, too.
  @Test func unreadableKeyStays() throws {
    var key = try NewKey(.notExtractable)
    key.addition.secret = Array("no key, but a secret".utf8)
    let secret = try #require(key.addition.secret)
    #expect(try !send(.items(.add(key.addition), proof: nil), searching: secret).isFound)
    let (reply, isFound) = try send(find(.key, .secret), searching: secret)
    #expect(!isFound)
    let item = try #require(try reply.items().first)
    #expect(item.privateKey != nil && item.privateKey?.publicKey == nil)
  }

  @Test func aClientInTheProcessGetsTheKey() throws {
    let key = try NewKey(.notExtractable)
    let client = KeychainClient(keychain, as: peer.caller)
    #expect(try client.perform(.add(key.addition)).first?.secret == key.bytes)
    let search = SearchRequest(ItemQuery(.key), contents: .secret)
    let item = try #require(try client.perform(.search(search)).first)
    #expect(item.secret == key.bytes && item.privateKey == nil)
  }

  @Test(arguments: Reason.allCases) func addsOfSeveralItemsDoNotReturnTheKey(_ reason: Reason) throws {
    let keys = try [NewKey(reason), NewKey(reason), NewKey(reason)]
    try expectRetained(keys[0], .items(.addAll([keys[0].addition]), proof: nil))
    // The first key exists already. The service compares the keys, and returns the existing key.
    let (reply, isFound) = try send(
      .items(.addAll([keys[0].addition, keys[1].addition], sparingPresent: true), proof: nil), searching: keys[0].number
    )
    #expect(!isFound)
    #expect(try reply.uncommitted.items().map(\.wasPresent) == [true, false])
    let handle = try send(
      .begin(.add([keys[2].addition], sparingPresent: false, proof: nil)), searching: []
    ).reply.handle()
    while true {
      let (reply, isFound) = try send(.next(handle), searching: keys[2].number)
      #expect(!isFound)
      guard case .ended(let end) = reply else { continue }
      #expect(try end.uncommitted.items().first?.privateKey != nil)
      break
    }
  }

  @Test(arguments: Reason.allCases) func identitiesDoNotContainTheKey(_ reason: Reason) throws {
    let key = try NewKey(reason)
    let addition = IdentityAddRequest(
      certificate: try key.certificate, key: key.addition, contents: [.secret, .certificate])
    let added = try expectRetained(key, .items(.addIdentities([addition]), proof: nil))
    let keyItem = try expectRetained(key, find(.key, .secret))
    for contents: ItemContents in [.secret, [.attributes, .secret, .certificate]] {
      let item = try expectRetained(key, find(.identity, contents, limit: nil))
      // The reference of an identity is the reference of its certificate.
      #expect(item.identifier != keyItem.identifier)
      #expect(item.privateKey?.identifier == keyItem.identifier)
    }
    #expect(added.privateKey?.identifier == keyItem.identifier)
  }

  /// The passphrase of a backup is the choice of the program, and the device key can be exported.
  @Test(arguments: Reason.allCases) func backupsDoNotContainTheKey(_ reason: Reason) throws {
    let keys = try [NewKey(reason), NewKey(nil)]
    for key in keys { _ = try keychain.send(Call(.items(.add(key.addition), proof: nil)), from: peer) }
    for passphrase in try [passcode("passphrase"), nil] {
      let work = Work.exportBackup(passphrase: passphrase)
      let handle = try keychain.send(Call(.begin(work)), from: peer).handle()
      var bytes: [UInt8] = []
      var outcome: BackupOutcome?
      while outcome == nil {
        switch try keychain.send(Call(.next(handle)), from: peer) {
        case .bytes(let next): bytes += next
        case .ended(.backup(let found)): outcome = found
        default: break
        }
      }
      #expect(outcome?.items == 1)
      #expect(outcome?.excluded.values.reduce(0, +) == 1)
      let folder = try TemporaryDirectory()
      try folder.write(bytes, to: "backup")
      let other = try TestMachine().process()
      let copy = DeviceKeyCopy.typed(try KeychainClient(keychain, as: peer.caller).deviceKey())
      _ = try other.client.importBackup(
        from: Array(folder("backup").utf8), passphrase: passphrase, deviceKeyCopy: copy, isDryRun: false)
      let search = SearchRequest(ItemQuery(.key), contents: .secret, limit: nil)
      let found = try KeychainClient(other, as: peer.caller).perform(.search(search))
      #expect(found.map(\.secret) == [keys[1].bytes])
    }
    // A backup of a keychain in the process of the program contains both keys.
    let folder = try TemporaryDirectory()
    let outcome = try keychain.client.exportBackup(
      to: Array(folder("backup").utf8), passphrase: passcode("passphrase"), replaces: false)
    #expect(outcome.items == 2)
  }

  // MARK: Changes

  @Test func updateRetainsAKeyAtOnce() throws {
    let key = try NewKey(nil)
    #expect(try send(.items(.add(key.addition), proof: nil), searching: key.number).isFound)
    let changes = AttributeSet([.extractable: .number(0)])
    _ = try keychain.send(
      Call(.items(.update(UpdateRequest(ItemQuery(.key), changes: changes)), proof: nil)), from: peer)
    try expectRetained(key, find(.key, .secret))
  }

  @Test(arguments: Reason.allCases) func noUpdateReleasesAKey(_ reason: Reason) throws {
    let key = try NewKey(reason)
    try expectRetained(key, .items(.add(key.addition), proof: nil))
    var updates = [
      AttributeSet([.keyClass: .number(0)]), AttributeSet([.keyClass: .number(2)]),
    ]
    updates.append(
      reason == .notExtractable ? AttributeSet([.extractable: .number(1)]) : AttributeSet([.accessible: .string("ak")]))
    for changes in updates {
      #expect(code(.items(.update(UpdateRequest(ItemQuery(.key), changes: changes)), proof: nil)) == .parameter)
    }
    try expectRetained(key, find(.key, .secret))
    // An update of an identity also changes its key.
    _ = try keychain.send(Call(.items(.add(try key.certificate), proof: nil)), from: peer)
    if reason == .accessControl {
      let changes = AttributeSet([.accessible: .string("ak")])
      #expect(code(.items(.update(UpdateRequest(ItemQuery(.identity), changes: changes)), proof: nil)) == .parameter)
    }
    // The keychain may belong to a program that contains the service.
    let client = KeychainClient(keychain, as: peer.caller)
    _ = try client.perform(.update(UpdateRequest(ItemQuery(.key), changes: updates[2])))
    #expect(try send(find(.key, .secret), searching: key.number).isFound)
  }

  /// A key that replaces the retained key is known to the client.
  @Test func anotherKeyMayBeExtractable() throws {
    let (key, other) = (try NewKey(.notExtractable), try NewKey(nil))
    try expectRetained(key, .items(.add(key.addition), proof: nil))
    let update = UpdateRequest(
      ItemQuery(.key), changes: AttributeSet([.extractable: .number(1)]), secret: other.bytes)
    _ = try keychain.send(Call(.items(.update(update), proof: nil)), from: peer)
    let (_, isFound) = try send(find(.key, .secret), searching: key.number)
    #expect(!isFound)
    #expect(try send(find(.key, .secret), searching: other.number).isFound)
  }

  /// A batch can replace the attributes of an existing key.
  @Test func aBatchDoesNotReleaseAKey() throws {
    let key = try NewKey(.notExtractable)
    try expectRetained(key, .items(.add(key.addition), proof: nil))
    var addition = key.addition
    addition.attributes[.extractable] = .number(1)
    addition.secret = nil
    let batch = BatchRequest([addition], onDuplicate: .replace)
    let handle = try keychain.send(Call(.begin(.batch(batch))), from: peer).handle()
    let error = #expect(throws: KeychainError.self) {
      while true { _ = try keychain.send(Call(.next(handle)), from: peer) }
    }
    #expect(error?.code == .parameter)
    try expectRetained(key, find(.key, .secret))
  }

  // MARK: Copies

  private func copy(of item: Item, _ key: NewKey, _ change: (inout AddRequest) -> Void) -> Request {
    var addition = key.addition
    addition.secret = nil
    addition.copiedKey = item.identifier
    addition.attributes[.extractable] = .number(1)
    addition.attributes[.accessControl] = nil
    addition.attributes[.accessible] = nil
    change(&addition)
    return .items(.add(addition), proof: nil)
  }

  @Test(arguments: Reason.allCases) func aCopyOfAKeyStays(_ reason: Reason) throws {
    let key = try NewKey(reason)
    let item = try expectRetained(key, .items(.add(key.addition), proof: nil))
    let copy = try expectRetained(key, copy(of: item, key) { $0.attributes[.accessGroup] = .string("shared") })
    #expect(copy.identifier != item.identifier)
    #expect(try !send(find(.key, .secret, limit: nil), searching: key.number).isFound)
    // The copy signs.
    let digest = [UInt8](repeating: 1, count: 32)
    let request = KeyOperationRequest(
      .sign, digest, with: copy.identifier, publicKey: key.key.publicRepresentation,
      algorithm: "algid:sign:ECDSA:digest-X962:SHA256")
    guard case .result = try keychain.send(Call(.use(request, proof: nil)), from: peer) else {
      Issue.record("no signature")
      return
    }
    #expect(code(self.copy(of: item, key) { _ in }) == .duplicateItem)
  }

  /// The service copies a private key only to another private key.
  @Test func aCopyIsAPrivateKey() throws {
    let key = try NewKey(.notExtractable)
    let item = try expectRetained(key, .items(.add(key.addition), proof: nil))
    for keyClass: Int64 in [0, 2] {
      #expect(code(copy(of: item, key) { $0.attributes[.keyClass] = .number(keyClass) }) == .parameter)
    }
    for itemClass: ItemClass in [.genericPassword, .internetPassword, .certificate] {
      #expect(
        code(
          copy(of: item, key) {
            $0.itemClass = itemClass
            $0.attributes = AttributeSet([.accessGroup: .string("app")])
          }) == .parameter)
    }
    let missing = Item(.key, identifier: RowIdentifier(high: 1, low: 1))
    #expect(code(copy(of: missing, key) { $0.attributes[.accessGroup] = .string("shared") }) == .itemNotFound)
  }

  /// A program copies only keys of its own groups.
  @Test func aKeyOfAnotherProgramIsNotCopied() throws {
    let key = try NewKey(.notExtractable)
    let item = try expectRetained(key, .items(.add(key.addition), proof: nil))
    let other = Peer(Caller(accessGroups: ["other"]), in: ClientSession(identity: [2]), permissions: .all)
    let request = copy(of: item, key) { $0.attributes[.accessGroup] = .string("other") }
    let error = #expect(throws: KeychainError.self) { try keychain.send(Call(request), from: other) }
    #expect(error?.code == .itemNotFound)
  }

  // MARK: Operations

  @Test func anOperationNeedsTheSameKey() throws {
    let (key, other) = (try NewKey(.notExtractable), try NewKey(nil))
    let item = try expectRetained(key, .items(.add(key.addition), proof: nil))
    let request = KeyOperationRequest(
      .sign, [UInt8](repeating: 1, count: 32), with: item.identifier, publicKey: key.key.publicRepresentation,
      algorithm: "algid:sign:ECDSA:digest-X962:SHA256")
    #expect(code(.use(request, proof: nil)) == nil)
    let update = UpdateRequest(ItemQuery(.key), changes: AttributeSet(), secret: other.bytes)
    _ = try keychain.send(Call(.items(.update(update), proof: nil)), from: peer)
    #expect(code(.use(request, proof: nil)) == .itemNotFound)
  }

  /// A signature changes nothing, so the client sends the request again when its reply is lost.
  @Test(arguments: [SocketKeychain.Break.beforeCall, .beforeAnswer])
  func aLostSignatureIsRepeated(_ kind: SocketKeychain.Break) throws {
    let service = SocketKeychain(keychain)
    let client = KeychainClient(
      service, Peer(Caller(accessGroups: ["app"])), at: keychain.location, TrustSettingsStore(keychain.location))
    let key = try NewKey(.notExtractable)
    let added = try client.perform(.add(key.addition))
    // The client knows the key that it added.
    #expect(added.first?.secret == key.bytes && added.first?.privateKey == nil)
    let item = try #require(try client.perform(.search(SearchRequest(ItemQuery(.key), contents: .secret))).first)
    let retained = try #require(item.privateKey)
    let request = KeyOperationRequest(
      .sign, [UInt8](repeating: 1, count: 32), with: retained.identifier, publicKey: key.key.publicRepresentation,
      algorithm: "algid:sign:ECDSA:digest-X962:SHA256")
    service.cut(kind) { if case .use = $0 { true } else { false } }
    #expect(try !client.use(request).isEmpty)
    // After a second loss, the error says that the connection broke.
    service.cut(kind, kind) { if case .use = $0 { true } else { false } }
    let error = #expect(throws: KeychainError.self) { try client.use(request) }
    #expect(error?.cause == .connectionLost)
  }

  /// The reply to an add can be lost. The client then reads the new item, and has the key all the same.
  @Test func aLostAddReturnsTheKeyOfTheClient() throws {
    let service = SocketKeychain(keychain)
    let client = KeychainClient(
      service, Peer(Caller(accessGroups: ["app"])), at: keychain.location, TrustSettingsStore(keychain.location))
    let key = try NewKey(.notExtractable)
    _ = try client.perform(.add(try key.certificate))
    service.cut(.beforeAnswer) { if case .items(.add, _) = $0 { true } else { false } }
    let item = try #require(try client.perform(.add(key.addition)).first)
    #expect(item.secret == key.bytes && item.privateKey == nil)
  }
}
