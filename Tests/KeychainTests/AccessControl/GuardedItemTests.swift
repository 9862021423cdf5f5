import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain
@testable import RowSealing

/// Tests of items whose access control requires proofs. Without the proofs, nothing opens such an item.
@Suite("Guarded items") struct GuardedItemTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let caller = Caller(accessGroups: ["app"])

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    try keychain.setPasscode(passcode("1234"))
  }

  private static let presence: AccessConstraints = .userPresence
  private static let password: AccessConstraints = .applicationPassword
  private static let both = AccessConstraints(rawValue: 1 << 0 | 1 << 31)

  private func credential(
    _ password: String?, proof: Bool = false
  ) throws -> AccessCredential {
    AccessCredential(
      applicationPassword: try password.map { try passcode($0) },
      authenticationKey: proof ? try keychain.authenticationKey(for: passcode("1234")) : nil)
  }

  private func add(
    _ name: String, _ constraints: AccessConstraints, secret: [UInt8] = Array("secret".utf8),
    accessible: String = "ak", with credential: AccessCredential? = nil
  ) throws(KeychainError) {
    _ = try keychain.perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string(name), .account: .string("a"), .accessible: .string(accessible),
            .comment: .string("comment of \(name)"),
            .accessControl: .number(Int64(bitPattern: constraints.rawValue)),
          ]), secret: secret)), as: caller, with: credential)
  }

  private func find(
    _ name: String, with credential: AccessCredential? = nil, in process: LocalKeychain? = nil,
    skips: Bool = false
  ) throws(KeychainError) -> Item {
    let query = ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string(name)]))
    let request = SearchRequest(
      query, contents: [.secret, .attributes], limit: 1, skipsGuarded: skips)
    let items = try (process ?? keychain).perform(.search(request), as: caller, with: credential)
    guard let item = items.first else { throw KeychainError(.unexpected, "no item") }
    return item
  }

  private func need(_ body: () throws -> Void) -> AccessConstraints? {
    guard case .authenticationNeeded(let constraints, _)? = failure(body)?.cause else { return nil }
    return constraints
  }

  @Test(
    "An item that requires presence opens only with the proof",
    arguments: [0x1, 0x10, 0x4012])
  func presence(_ flags: UInt64) throws {
    let constraints = AccessConstraints(rawValue: flags)
    // Adding the item requires no proof.
    try add("s", constraints)
    #expect(need { _ = try find("s") } == constraints)
    #expect(need { _ = try find("s", with: credential("x")) } == constraints)
    let item = try find("s", with: credential(nil, proof: true))
    #expect(item.secret == Array("secret".utf8))
    #expect(item.attributes[.comment] == .string("comment of s"))
    #expect(AccessConstraints(of: item.attributes) == constraints)
  }

  @Test("An item that requires a password opens only with the right password") func password() throws {
    #expect(need { try add("s", Self.password) } == .applicationPassword)
    try add("s", Self.password, with: credential("right"))
    #expect(need { _ = try find("s") } == Self.password)
    let wrong = failure { _ = try find("s", with: credential("wrong")) }
    #expect(wrong?.code == .authenticationFailed && wrong?.cause == .wrongApplicationPassword)
    #expect(try find("s", with: credential("right")).secret == Array("secret".utf8))
  }

  @Test("An item that requires both proofs opens only with both") func both() throws {
    try add("s", Self.both, with: credential("right"))
    for brought in [try credential("right"), try credential(nil, proof: true)] {
      #expect(need { _ = try find("s", with: brought) } == Self.both)
    }
    #expect(
      failure { _ = try find("s", with: credential("wrong", proof: true)) }?.cause
        == .wrongApplicationPassword)
    #expect(try find("s", with: credential("right", proof: true)).secret != nil)
  }

  private static let unprovable: [UInt64] = [
    0x2, 0x8, 0x20, 0x12, 0x8012, 0x4000_0000, 0x4000_0001,
  ]

  @Test("Constraints that nothing can satisfy are refused", arguments: unprovable)
  func refused(_ flags: UInt64) throws {
    let error = failure { try add("s", AccessConstraints(rawValue: flags)) }
    #expect(error?.code == .authenticationFailed && error?.cause == nil)
    #expect(failure { _ = try find("s") }?.code == .itemNotFound)
  }

  @Test("Without a passcode, presence cannot be proven, but a password can") func noPasscode()
    throws
  {
    let machine = try TestMachine()
    let keychain = machine.process()
    func add(_ constraints: AccessConstraints, _ credential: AccessCredential?) throws {
      _ = try keychain.perform(
        .add(
          AddRequest(
            .genericPassword,
            attributes: AttributeSet([
              .service: .string("s"),
              .accessControl: .number(Int64(bitPattern: constraints.rawValue)),
            ]), secret: [1])), as: caller, with: credential)
    }
    #expect(failure { try add(Self.presence, nil) }?.code == .authenticationFailed)
    try add(Self.password, credential("p"))
    let request = SearchRequest(ItemQuery(.genericPassword), contents: .secret)
    #expect(
      try keychain.perform(.search(request), as: caller, with: credential("p")).first?.secret == [1]
    )
  }

  @Test("Secrets of all sizes can be guarded", arguments: [0, 1, 16_384, 200_000])
  func sizes(_ count: Int) throws {
    let secret = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try add("s", Self.both, secret: secret, with: credential("p", proof: false))
    try add("other", [], secret: [7])
    #expect(try find("s", with: credential("p", proof: true)).secret == secret)
    #expect(try find("other").secret == [7])
    #expect(try keychain.verify().isIntact)
  }

  @Test("All searches require the proof, except for searches that skip guarded items")
  func existence() throws {
    try add("s", Self.presence)
    try add("t", [])
    for contents: ItemContents in [[], .attributes, .secret] {
      let query = ItemQuery(.genericPassword)
      let all = SearchRequest(query, contents: contents, limit: nil)
      #expect(need { _ = try keychain.perform(.search(all), as: caller) } == Self.presence)
      let skipping = SearchRequest(query, contents: contents, limit: nil, skipsGuarded: true)
      #expect(try keychain.perform(.search(skipping), as: caller).count == 1)
    }
    #expect(failure { _ = try find("s", skips: true) }?.code == .itemNotFound)
    #expect(failure { _ = try find("u") }?.code == .itemNotFound)
  }

  @Test("A deletion requires no proof, and an equal item is a duplicate") func deletion() throws {
    try add("s", Self.presence)
    #expect(failure { try add("s", []) }?.code == .duplicateItem)
    let query = ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string("s"), .account: .string("a")]))
    _ = try keychain.perform(.delete(DeleteRequest(query)), as: caller)
    try add("s", [])
  }

  @Test("An update requires the proof, and can add, change and remove constraints") func updates()
    throws
  {
    func update(
      _ changes: AttributeSet, secret: [UInt8]? = nil, _ credential: AccessCredential?
    ) throws {
      let query = ItemQuery(
        .genericPassword, attributes: AttributeSet([.service: .string("s")]))
      _ = try keychain.perform(
        .update(UpdateRequest(query, changes: changes, secret: secret)), as: caller,
        with: credential)
    }
    let proof = try credential("p", proof: true)
    try add("s", Self.presence)
    #expect(need { try update(AttributeSet([.comment: .string("c")]), nil) } == Self.presence)
    try update(AttributeSet([.comment: .string("c")]), proof)
    #expect(try find("s", with: proof).attributes[.comment] == .string("c"))
    try update(AttributeSet(), secret: [9], proof)
    #expect(try find("s", with: proof).secret == [9])
    // First adds a password to the constraints, and then removes all constraints.
    func control(_ constraints: AccessConstraints) -> AttributeSet {
      AttributeSet([
        .accessible: .string("ak"),
        .accessControl: .number(Int64(bitPattern: constraints.rawValue)),
      ])
    }
    #expect(
      need { try update(control(Self.both), credential(nil, proof: true)) } == .applicationPassword)
    try update(control(Self.both), proof)
    #expect(need { _ = try find("s", with: credential(nil, proof: true)) } == Self.both)
    #expect(try find("s", with: proof).secret == [9])
    try update(AttributeSet([.accessible: .string("ck")]), proof)
    #expect(try find("s").secret == [9])
    try update(control(Self.presence), nil)
    #expect(need { _ = try find("s") } == Self.presence)
    #expect(try find("s", with: proof).secret == [9])
  }

  @Test(
    "Guarded items stay after a change of the passcode, and are lost when the passcode is removed",
    arguments: ["ak", "ck", "dk", "akpu"])
  func passcodeChanges(_ accessible: String) throws {
    try add("s", Self.presence, accessible: accessible)
    try keychain.changePasscode(from: passcode("1234"), to: passcode("5678"))
    let key = try keychain.authenticationKey(for: passcode("5678"))
    #expect(try find("s", with: AccessCredential(authenticationKey: key)).secret != nil)
    try keychain.removePasscode(passcode("5678"))
    #expect(
      failure { _ = try find("s", with: AccessCredential(authenticationKey: key)) }?.code
        == .itemNotFound)
    #expect(try keychain.verify().isIntact)
    #expect(try keychain.verify().counts.map(\.dead).reduce(0, +) == 1)
    #expect(try keychain.purge().dead == 1)
    try keychain.setPasscode(passcode("9"))
    #expect(
      failure { _ = try find("s", with: AccessCredential(authenticationKey: key)) }?.code
        == .itemNotFound)
    try add("s", Self.presence, accessible: accessible)
  }

  @Test("A dead item is replaced by an equal item") func deadOccupant() throws {
    try add("s", Self.presence, accessible: "dk")
    try keychain.removePasscode(passcode("1234"))
    try add("s", [])
    #expect(try find("s").secret == Array("secret".utf8))
  }

  @Test(
    "With an older keybag, a guarded item is not dead, and the newer keybag opens it again")
  func olderKeybag() throws {
    let machine = try TestMachine()
    _ = try machine.process().perform(
      .add(
        AddRequest(
          .genericPassword, attributes: AttributeSet([.service: .string("t")]), secret: nil)),
      as: caller)
    let older = try machine.folder.keybagBytes()
    try machine.process().setPasscode(passcode("1234"))
    let addition = AddRequest(
      .genericPassword,
      attributes: AttributeSet([
        .service: .string("s"), .accessControl: .number(1), .accessible: .string("dk"),
      ]), secret: [7])
    _ = try machine.process().perform(.add(addition), as: caller)
    let newer = try machine.folder.keybagBytes()
    try machine.folder.replaceKeybag(older)
    let process = machine.process()
    #expect(failure { _ = try find("s", in: process) }?.code == .notAvailable)
    #expect(try process.acceptOlder())
    #expect(failure { _ = try find("s", in: process) }?.code == .itemNotFound)
    #expect(failure { _ = try process.perform(.add(addition), as: caller) }?.code == .notAvailable)
    #expect(try !process.verify().isIntact)
    #expect(try process.purge().dead == 0)
    try machine.folder.replaceKeybag(newer)
    let restored = machine.process()
    #expect(try restored.acceptOlder())
    let proof = AccessCredential(
      authenticationKey: try restored.authenticationKey(for: passcode("1234")))
    #expect(try find("s", with: proof, in: restored).secret == [7])
  }

  @Test("A row with constraints is never sealed or opened with the class key alone")
  func nothingInPlaceOfAGuard() throws {
    try add("s", Self.presence)
    let schema = ItemSchema.of(.genericPassword)
    let attributes = AttributeSet([.accessControl: .number(1)])
    let descriptor = SecretDescriptor(
      isChunked: false, nonce: try SealingNonce(random: SystemRandom()), byteCount: 6)
    try keychain.read { (session) throws(KeychainError) in
      let sealer = session.sealer
      try session.connection.forEachRow(of: .genericPassword) { (_, row) throws(KeychainError) in
        guard var row else { throw KeychainError(.unexpected, "the row is damaged") }
        let content = OpenedRow(attributes: attributes, secret: descriptor)
        for attempt in 0..<3 {
          do throws(KeychainError) {
            switch attempt {
            case 0: try sealer.sealMetadata(content, nil, into: &row, schema)
            case 1:
              _ = try sealer.sealSecret(
                SecretContent(data: [1]), attributes, nil, into: &row, schema)
            default: _ = try sealer.openSecret(row, content, schema) { [] }
            }
          } catch {
            guard error.code == .decode, error.reason.hasSuffix("has no guard") else {
              throw error
            }
            continue
          }
          throw KeychainError(.unexpected, "it was sealed or read")
        }
        return true
      }
    }
  }

  @Test(
    "A repair keeps guarded items; a host finds an item again after an update of its server"
  )
  func repair() throws {
    let proof = try credential(nil, proof: true)
    let attributes = AttributeSet([
      .server: .string("www.example.org"), .accessControl: .number(1),
    ])
    _ = try keychain.perform(
      .add(AddRequest(.internetPassword, attributes: attributes, secret: [7])), as: caller)
    func find(_ query: ItemQuery) throws -> [UInt8]? {
      try keychain.perform(
        .search(SearchRequest(query, contents: .secret)), as: caller, with: proof
      ).first?.secret
    }
    let byHost = ItemQuery(.internetPassword, hostOrSubdomain: "example.org")
    func byServer(_ name: String) -> ItemQuery {
      ItemQuery(.internetPassword, attributes: AttributeSet([.server: .string(name)]))
    }
    #expect(try find(byHost) == [7])
    let test = TestKeychain(keychain, in: machine.folder)
    try test.damageHeader()
    try test.repair()
    #expect(try find(byServer("www.example.org")) == [7])
    #expect(failure { _ = try find(byHost) }?.code == .itemNotFound)
    for name in ["other.example.org", "www.example.org"] {
      let update = UpdateRequest(
        ItemQuery(.internetPassword), changes: AttributeSet([.server: .string(name)]), secret: nil)
      _ = try keychain.perform(.update(update), as: caller, with: proof)
    }
    #expect(try find(byHost) == [7])
    #expect(try keychain.verify().isIntact)
  }

  @Test("A search can return guarded items without their contents") func naming() throws {
    try add("s", Self.presence)
    try add("t", [])
    let search = SearchRequest(
      ItemQuery(.genericPassword), contents: .attributes, limit: nil, namesGuarded: true)
    let found = try keychain.perform(.search(search), as: caller)
    #expect(found.map(\.attributes.entries.isEmpty) == [true, false])
    #expect(found.allSatisfy { $0.secret == nil })
    let proven = try keychain.perform(
      .search(search), as: caller, with: credential(nil, proof: true))
    #expect(proven.map(\.attributes.entries.isEmpty) == [false, false])
  }

  @Test("The class keys alone do not open a guarded item", arguments: ["ak", "dk"])
  func directAccess(_ accessible: String) throws {
    let marker = Array("find me if you can".utf8)
    try add("s", Self.both, secret: marker, accessible: accessible, with: credential("p"))
    // An attacker with all files and class keys does not follow the rules for guarded items.
    try keychain.read { (session) throws(KeychainError) in
      try session.connection.forEachRow(of: .genericPassword) { (_, row) throws(KeychainError) in
        guard let row else { throw KeychainError(.unexpected, "the row is damaged") }
        let schema = ItemSchema.of(.genericPassword)
        guard case .guarded = try session.sealer.open(row, schema) else {
          throw KeychainError(.unexpected, "the row is not guarded")
        }
        for bytes in [row.metadata, row.secret ?? [], row.tags] {
          guard !bytes.contains(marker), !bytes.contains(Array("comment of".utf8)) else {
            throw KeychainError(.unexpected, "the row can be read")
          }
        }
        return true
      }
    }
  }

  @Test("A guard that was moved to another row opens nothing") func moved() throws {
    try add("s", Self.presence)
    try add("t", Self.presence)
    keychain.close()
    let test = TestKeychain(keychain, in: machine.folder)
    try test.execute(
      "UPDATE genp SET meta = (SELECT meta FROM genp ORDER BY rowid DESC LIMIT 1)")
    let proof = try credential(nil, proof: true)
    #expect(failure { _ = try find("s", with: proof) }?.code == .itemNotFound)
    #expect(try find("t", with: proof).secret != nil)
  }

  @Test(
    "In a batch, a guarded item is a duplicate, and its replacement requires the proof")
  func batch() throws {
    try add("s", Self.presence)
    let addition = AddRequest(
      .genericPassword,
      attributes: AttributeSet([.service: .string("s"), .account: .string("a")]), secret: [1])
    let skipping = BatchRequest([addition], onDuplicate: .skip)
    #expect(try keychain.duplicates(of: skipping, as: caller) == [true])
    #expect(try keychain.perform(skipping, as: caller) == [.skipped])
    let replacing = BatchRequest([addition], onDuplicate: .replace)
    #expect(
      failure { _ = try keychain.perform(replacing, as: caller) }?.code == .authenticationFailed)
    #expect(try find("s", with: credential(nil, proof: true)).secret == Array("secret".utf8))
  }

  @Test("A guarded item also requires that the store is unlocked") func locked() throws {
    try add("s", Self.presence)
    let proof = try credential(nil, proof: true)
    try keychain.lock()
    #expect(failure { _ = try find("s", with: proof) }?.code == .interactionNotAllowed)
    // The second item is accessible while the store is locked, but still requires the proof.
    try add("d", Self.presence, accessible: "dk")
    #expect(need { _ = try find("d") } == Self.presence)
    #expect(try find("d", with: proof).secret != nil)
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...(count - part.count)).contains { Array(self[$0..<$0 + part.count]) == part }
  }
}
