import KeychainModel
import LockTestSupport
import CertificateTrust
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the certificates that a client evaluates. The service returns the certificates in pages.
@Suite struct CandidateTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let caller = Caller(accessGroups: ["app", "login"], sharedGroups: ["login"])

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
  }

  @discardableResult
  private func add(
    _ name: String, in group: String = "app", accessible: String = "dk", _ content: [UInt8]? = nil
  ) throws -> RowIdentifier {
    let sample = SampleItem.certificate(name)
    var attributes = sample.attributes
    attributes[.accessGroup] = .string(group)
    attributes[.accessible] = .string(accessible)
    let request = AddRequest(.certificate, attributes: attributes, secret: content ?? sample.secret)
    return try #require(try keychain.perform(.add(request), as: caller).first).identifier
  }

  private func page(
    _ query: ItemQuery = ItemQuery(.certificate), for purpose: CandidateRequest.Purpose = .search,
    after cursor: CandidateCursor? = nil, limit: Int = 10
  ) throws -> CandidatePage {
    let request = CandidateRequest(query, for: purpose, after: cursor, limit: limit)
    guard case .candidates(let page) = try keychain.send(Call(.candidates(request, proof: nil)), from: Peer(caller))
    else { throw Reply.unexpected }
    return page
  }

  /// The identifiers of the certificates on each page.
  private func pages(for purpose: CandidateRequest.Purpose = .search, limit: Int) throws -> [[RowIdentifier]] {
    var pages: [[RowIdentifier]] = []
    var cursor: CandidateCursor?
    repeat {
      let page = try page(for: purpose, after: cursor, limit: limit)
      pages.append(page.candidates.map(\.identifier))
      cursor = page.next
    } while cursor != nil
    return pages
  }

  // MARK: Pages

  @Test func pagesHaveEveryCertificateOnceInTheOrderOfASearch() throws {
    var (own, shared): ([RowIdentifier], [RowIdentifier]) = ([], [])
    for number in 0..<23 {
      let isShared = number % 3 == 0
      let identifier = try add("c\(number)", in: isShared ? "login" : "app")
      if isShared { shared.append(identifier) } else { own.append(identifier) }
    }
    for limit in [1, 4, 22, 23, 5000] {
      let pages = try pages(limit: limit)
      #expect(pages.flatMap(\.self) == own + shared)
      #expect(pages.allSatisfy { $0.count <= limit })
    }
    // A change that names no items does not affect items in the shared group.
    for purpose in [CandidateRequest.Purpose.update, .delete] {
      #expect(try pages(for: purpose, limit: 4).flatMap(\.self) == own)
    }
    let found = try keychain.perform(.search(SearchRequest(ItemQuery(.certificate), limit: nil)), as: caller)
    #expect(found.map(\.identifier) == own + shared)
  }

  @Test func itemsThatComeAndGoMoveNoPage() throws {
    let identifiers = try (0..<6).map { try add("c\($0)") }
    let first = try page(limit: 3)
    #expect(first.candidates.map(\.identifier) == Array(identifiers[..<3]))
    let query = SampleItem.certificate("c2").query
    _ = try keychain.perform(.delete(DeleteRequest(query)), as: caller)
    let new = try add("new")
    #expect(try page(after: first.next).candidates.map(\.identifier) == identifiers[3...] + [new])
  }

  @Test func pageEndsBeforeACertificateThatIsLocked() throws {
    let readable = try (0..<2).map { try add("c\($0)") }
    try keychain.setPasscode(passcode("1234"))
    try add("locked", accessible: "ak")
    try keychain.lock()
    let first = try page()
    #expect(first.candidates.map(\.identifier) == readable)
    let error = #expect(throws: KeychainError.self) { try page(after: first.next) }
    #expect(error?.code == .interactionNotAllowed)
    #expect(throws: KeychainError.self) { try page(for: .update, after: first.next) }
  }

  @Test func pageEndsAtItsSize() throws {
    let size = 3 << 20
    for number in 0..<3 { try add("c\(number)", [UInt8](repeating: 1, count: size)) }
    let first = try page()
    #expect(first.candidates.map(\.content.count) == [size, size])
    #expect(try page(after: first.next).candidates.count == 1)
  }

  private func addKey(_ tag: String, of certificate: String, in group: String = "app") throws {
    let sample = SampleItem.key(tag)
    var attributes = sample.attributes
    attributes[.applicationLabel] = SampleItem.certificate(certificate).attributes[.publicKeyHash]
    attributes[.keyClass] = .number(1)
    attributes[.accessGroup] = .string(group)
    let request = AddRequest(.key, attributes: attributes, secret: sample.secret)
    _ = try keychain.perform(.add(request), as: caller)
  }

  @Test func candidatesOfIdentitiesHaveAKey() throws {
    let identifiers = try (0..<5).map { try add("c\($0)") }
    try addKey("one", of: "c3")
    try addKey("two", of: "c1")
    try addKey("three", of: "c3")
    let expected = [identifiers[1], identifiers[3]]
    func candidates() throws -> [RowIdentifier] {
      let first = try page(ItemQuery(.identity), limit: 1)
      let second = try page(ItemQuery(.identity), after: first.next)
      #expect(first.candidates.count == 1 && second.next == nil)
      // The service first reads the program's own groups, and then all groups. Therefore the second page can contain
      // the candidate of the first page again.
      var seen: Set<RowIdentifier> = []
      return (first.candidates + second.candidates).map(\.identifier).filter { seen.insert($0).inserted }
    }
    #expect(try candidates() == expected)
    // If there are more keys than certificates, the search begins with the certificates.
    for number in 0..<4 { try addKey("other \(number)", of: "nobody") }
    #expect(try candidates() == expected)
  }

  // MARK: The client

  private func client(_ settings: TemporaryDirectory) throws -> KeychainClient {
    KeychainClient(
      keychain, Peer(caller), at: keychain.location, TrustSettingsStore(StoreLocation(home: settings.path)))
  }

  /// An evaluation, and a certificate that is valid at the date of the evaluation.
  private static let evaluation = CertificateEvaluation(policy: .tls(isServer: false, host: nil), date: 1_000_000_000)
  private static let certificate: [UInt8] = {
    let text = [
      "3082016c30820112a003020102020101300a06082a8648ce3d04030230143112301006035504030c094576616c756174",
      "65643020170d3236313132353132323234375a180f32313236313130313132323234375a30143112301006035504030c",
      "094576616c75617465643059301306072a8648ce3d020106082a8648ce3d03010703420004c030ffac98897061fe0a9b",
      "8a8fee38b4f20d4bb6a70db4fa125d472852973968a45f2aae473257ee32e3b4dd2eb6155db76666b8f1f4845731e411",
      "99b6869f7ea3533051301d0603551d0e04160414842bab3ddb4f642d02095d3cd1f6eeee0105d4cd301f0603551d2304",
      "1830168014842bab3ddb4f642d02095d3cd1f6eeee0105d4cd300f0603551d130101ff040530030101ff300a06082a86",
      "48ce3d04030203480030450221009cac40fa013956faedea8a0de9b61a35e2a0bb54a7c5994c780f709e301c43f20220",
      "434554157c6bf6639d6bf05f02b15549a95beaf8ed0dd299f87074260b870fe5",
    ].joined().utf8.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
    return stride(from: 0, to: text.count, by: 2).map { text[$0] << 4 | text[$0 + 1] }
  }()

  @Test func trustSettingsAreThoseOfTheClient() throws {
    let (own, other) = (try TemporaryDirectory(), try TemporaryDirectory())
    let identifier = try add("c", Self.certificate)
    let name = StoreLocation.trustSettingsName
    // The service does not read its own trust settings, so this invalid file has no effect.
    try machine.folder.write(Array("x".utf8), to: name)
    try other.write(Array("x".utf8), to: name)
    let query = ItemQuery(.certificate)
    let requests: [ItemRequest] = [
      .search(SearchRequest(query)),
      .update(UpdateRequest(query, changes: AttributeSet([.label: .string("changed")]))),
      .delete(DeleteRequest(query)),
    ]
    for request in requests {
      let error = #expect(throws: KeychainError.self) {
        try client(other).perform(request, evaluating: Self.evaluation)
      }
      #expect(error?.code == .invalidTrustSettings)
    }
    #expect(try client(own).perform(requests[0], evaluating: Self.evaluation).map(\.identifier) == [identifier])
    for request in requests[1...] { _ = try client(own).perform(request, evaluating: Self.evaluation) }
    let error = #expect(throws: KeychainError.self) { try client(own).perform(requests[0]) }
    #expect(error?.code == .itemNotFound)
  }

  /// A service that passes calls to another service, and changes items between two calls.
  private final class Interposed: KeychainService {
    let isInProcess = true
    let service: LocalKeychain
    let before: @Sendable (Request) -> Void

    init(_ service: LocalKeychain, before: @escaping @Sendable (Request) -> Void) {
      self.service = service
      self.before = before
    }

    func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
      before(call.request)
      return try service.send(call, from: peer)
    }
  }

  private func client(
    deleting name: String, before isMeant: @escaping @Sendable (ItemRequest) -> Bool
  ) throws -> KeychainClient {
    let (keychain, caller) = (keychain, caller)
    let interposed = Interposed(keychain) { request in
      guard case .items(let request, _) = request, isMeant(request) else { return }
      let query = SampleItem.certificate(name).query
      _ = try? keychain.perform(.delete(DeleteRequest(query)), as: caller)
    }
    return KeychainClient(
      interposed, Peer(caller), at: keychain.location, TrustSettingsStore(StoreLocation(home: machine.folder.path)))
  }

  @Test func anItemThatVanishesIsReplacedByTheNext() throws {
    try add("a", Self.certificate)
    let second = try add("b", Self.certificate)
    let client = try client(deleting: "a") { if case .search = $0 { true } else { false } }
    let items = try client.perform(.search(SearchRequest(ItemQuery(.certificate))), evaluating: Self.evaluation)
    #expect(items.map(\.identifier) == [second])
  }

  @Test func anUpdateGoesOnWithoutAnItemThatVanished() throws {
    try add("a", Self.certificate)
    let second = try add("b", Self.certificate)
    let client = try client(deleting: "a") { if case .update = $0 { true } else { false } }
    let update = UpdateRequest(ItemQuery(.certificate), changes: AttributeSet([.label: .string("changed")]))
    _ = try client.perform(.update(update), evaluating: Self.evaluation)
    let changed = ItemQuery(.certificate, attributes: AttributeSet([.label: .string("changed")]))
    #expect(try keychain.perform(.search(SearchRequest(changed)), as: caller).map(\.identifier) == [second])
  }

  @Test func foreignNewGroupIsRefusedBesideALockedCandidate() throws {
    try keychain.setPasscode(passcode("1234"))
    try add("locked", accessible: "ak", Self.certificate)
    try keychain.lock()
    func update(to group: String) -> KeychainError? {
      let changes = AttributeSet([.accessGroup: .string(group)])
      return #expect(throws: KeychainError.self) {
        try client(machine.folder).perform(
          .update(UpdateRequest(ItemQuery(.certificate), changes: changes)), evaluating: Self.evaluation)
      }
    }
    #expect(update(to: "foreign")?.code == .missingEntitlement)
    #expect(update(to: "app")?.code == .interactionNotAllowed)
  }

  @Test func newGroupOfEvaluatedItemsIsWritten() throws {
    try add("a", Self.certificate)
    let changes = AttributeSet([.accessGroup: .string("login")])
    _ = try client(machine.folder).perform(
      .update(UpdateRequest(ItemQuery(.certificate), changes: changes)), evaluating: Self.evaluation)
    let moved = ItemQuery(.certificate, attributes: AttributeSet([.accessGroup: .string("login")]))
    #expect(try keychain.perform(.search(SearchRequest(moved)), as: caller).count == 1)
  }

  /// The caller does not name the certificates that the evaluation finds, so a change stays out of shared groups.
  @Test func changesOfEvaluatedIdentitiesStayOutOfSharedGroups() throws {
    try add("a", Self.certificate)
    try addKey("own", of: "a")
    try addKey("shared", of: "a", in: "login")
    func keys(_ label: String? = nil) throws -> Int {
      var query = ItemQuery(.key)
      if let label { query.attributes[.label] = .string(label) }
      return try keychain.perform(.search(SearchRequest(query, limit: nil)), as: caller).count
    }
    let client = try client(machine.folder)
    let update = UpdateRequest(ItemQuery(.identity), changes: AttributeSet([.label: .string("changed")]))
    _ = try client.perform(.update(update), evaluating: Self.evaluation)
    #expect(try keys("changed") == 1)
    _ = try client.perform(.delete(DeleteRequest(ItemQuery(.identity))), evaluating: Self.evaluation)
    #expect(try keys() == 1)
  }

  @Test func updateOfSeveralIsDoneAsAWholeOrNotAtAll() throws {
    for name in ["a", "b"] { try add(name, Self.certificate) }
    // After the update, both certificates would have the same uniqueness key.
    let changes = AttributeSet([.serialNumber: .data([1])])
    let client = try client(machine.folder)
    let error = #expect(throws: KeychainError.self) {
      try client.perform(
        .update(UpdateRequest(ItemQuery(.certificate), changes: changes)), evaluating: Self.evaluation)
    }
    #expect(error?.code == .duplicateItem)
    for name in ["a", "b"] {
      _ = try client.perform(.search(SearchRequest(SampleItem.certificate(name).query)))
    }
  }
}
