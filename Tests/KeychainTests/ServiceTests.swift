import KeychainCrypto
import KeychainModel
import LockTestSupport
import PublicKeys
import TestSupport
import Testing

@testable import Keychain

/// Calls of a service that the public functions do not make, and handles.
@Suite struct ServiceTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let client: KeychainClient

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    client = KeychainClient(keychain, as: Caller(accessGroups: ["app"]))
  }

  private func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.code }
  }

  // MARK: Operations with keys

  /// Stores a new private key on P-256.
  private func storedKey() throws -> (key: AsymmetricKey, identifier: RowIdentifier) {
    let key = try AsymmetricKey.generate(on: .p256)
    var attributes = try KeyMaterial.asymmetric(key).itemAttributes()
    attributes[.accessGroup] = .string("app")
    let items = try client.perform(
      .add(AddRequest(.key, attributes: attributes, secret: try key.externalRepresentation())))
    return (key, try #require(items.first).identifier)
  }

  private static let signing = "algid:sign:ECDSA:message-X962:SHA256"

  @Test func keySignsInTheService() throws {
    let (key, identifier) = try storedKey()
    let message = Array("message".utf8)
    let signature = try client.use(
      KeyOperationRequest(.sign, message, with: identifier, algorithm: Self.signing))
    let algorithm = try #require(KeyAlgorithm(rawValue: Self.signing))
    let isRight = try signature.withUnsafeBytes { signature in
      try message.withUnsafeBytes { try key.publicKey().verify(signature, of: $0, algorithm) }
    }
    #expect(isRight)
    let other = KeychainClient(keychain, as: Caller(accessGroups: ["other"]))
    #expect(
      code {
        _ = try other.use(
          KeyOperationRequest(.sign, message, with: identifier, algorithm: Self.signing))
      } == .itemNotFound)
    for algorithm in ["", "algid:sign:RSA:raw"] {
      #expect(
        code {
          _ = try client.use(
            KeyOperationRequest(.sign, message, with: identifier, algorithm: algorithm))
        } == .parameter)
    }
  }

  @Test func twoKeysAgreeInTheService() throws {
    let (mine, theirs) = (try storedKey(), try storedKey())
    let algorithm = "algid:keyexchange:ECDHC:KDFX963:SHA256"
    func secret(
      _ key: RowIdentifier, _ other: AsymmetricKey, size: Int? = 32
    ) throws -> [UInt8] {
      try client.use(
        KeyOperationRequest(
          .agree(size: size, sharedInfo: [1]), try other.publicKey().externalRepresentation(),
          with: key, algorithm: algorithm))
    }
    let one = try secret(mine.identifier, theirs.key)
    #expect(try one.count == 32 && one == secret(theirs.identifier, mine.key))
    #expect(code { _ = try secret(mine.identifier, theirs.key, size: 1 << 30) } == .parameter)
  }

  // MARK: Handles

  @Test func handleBelongsToItsClient() throws {
    try keychain.setPasscode(passcode("1234"))
    let caller = Caller(accessGroups: ["app"])
    let mine = Peer(client: 1, caller)
    let proof = try keychain.send(Call(.provePasscode(passcode("1234"))), from: mine).handle()
    #expect(try keychain.send(Call(.isCurrent(proof)), from: mine).flag())
    let other = Peer(client: 2, caller)
    for request in [
      Request.isCurrent(proof), .mayGuard(proof),
      .openProof(applicationPassword: nil, isTypedOnce: false, passcode: proof),
      .items(.search(SearchRequest(ItemQuery(.genericPassword))), proof: proof), .next(proof),
    ] {
      let error = #expect(throws: KeychainError.self) {
        try keychain.send(Call(request), from: other)
      }
      #expect(error?.cause == .unknownHandle)
    }
    // Nobody closes that of another.
    _ = try keychain.send(Call(.closeProof(proof)), from: other)
    #expect(try keychain.send(Call(.isCurrent(proof)), from: mine).flag())
    keychain.forget(client: 1)
    #expect(throws: KeychainError.self) {
      try keychain.send(Call(.isCurrent(proof)), from: mine).flag()
    }
  }

  /// A service that was started anew knows no handles: what the program has is brought again, and what a person proved is
  /// asked for again.
  @Test func lostHandlesAreNoFailure() throws {
    let query = ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string("guarded")]))
    let proof = AccessProof(applicationPassword: try passcode("open"))
    let guarded = AddRequest(
      .genericPassword,
      attributes: AttributeSet([
        .service: .string("guarded"), .accessGroup: .string("app"), .accessible: .string("ak"),
        .accessControl: .number(1 << 31),
      ]), secret: [1])
    _ = try client.perform(.add(guarded), with: proof)
    let search = ItemRequest.search(SearchRequest(query, contents: .secret))
    #expect(try client.perform(search, with: proof).first?.secret == [1])
    keychain.forget(client: 0)
    #expect(try client.perform(search, with: proof).first?.secret == [1])

    try keychain.setPasscode(passcode("1234"))
    let proven = AccessProof(passcode: try client.provePasscode(passcode("1234")))
    _ = try client.perform(search, with: proof)
    keychain.forget(client: 0)
    let error = #expect(throws: KeychainError.self) {
      try client.perform(search, with: proven)
    }
    #expect(
      error?.cause == .authenticationNeeded([.applicationPassword], toStore: false)
        || error?.code == .authenticationFailed)
    #expect(try proven.passcode?.isCurrent() == false)
  }

  // MARK: Work

  private func add(_ count: Int) throws {
    let batch = BatchRequest(
      (0..<count).map {
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("\($0)"), .accessGroup: .string("app"), .accessible: .string("ak"),
          ]), secret: [1])
      }, onDuplicate: .skip)
    _ = try client.perform(batch)
  }

  @Test func cancelledWorkEndsAtItsNextStep() throws {
    try add(300)
    let peer = Peer(Caller(accessGroups: ["app"]))
    let work = try keychain.send(Call(.begin(.exportBackup(passphrase: nil))), from: peer).handle()
    guard case .bytes = try keychain.send(Call(.next(work)), from: peer) else {
      Issue.record("no bytes")
      return
    }
    _ = try keychain.send(Call(.cancel(work)), from: peer)
    #expect(throws: KeychainError.self) { try keychain.send(Call(.next(work)), from: peer) }
    // Nothing of it is left that keeps others waiting.
    #expect(try client.countItems() == 300)
    try add(301)
  }

  /// An export that nobody takes ends with its client.
  @Test func workEndsWithItsClient() throws {
    try add(10)
    let peer = Peer(client: 7, Caller(accessGroups: ["app"]))
    let work = try keychain.send(Call(.begin(.verify)), from: peer).handle()
    keychain.forget(client: 7)
    #expect(throws: KeychainError.self) { try keychain.send(Call(.finish(work)), from: peer) }
  }

  @Test func importReadsWhatItIsSent() throws {
    try add(3)
    let folder = try TemporaryDirectory()
    let path = Array(folder("backup").utf8)
    let exported = try client.exportBackup(to: path, passphrase: passcode("p"), replaces: false)
    #expect(exported.items == 3)
    let bytes = try folder.read("backup")
    let peer = Peer(Caller(accessGroups: ["app"]))
    let work = Work.importBackup(
      passphrase: try passcode("p"), deviceKey: nil, isDryRun: true, byteCount: bytes.count)
    let handle = try keychain.send(Call(.begin(work)), from: peer).handle()
    // More than was announced is refused, and changes nothing.
    #expect(
      code { _ = try keychain.send(Call(.write(handle, bytes + [0])), from: peer) } == .parameter)
    for piece in [bytes[..<10], bytes[10...]] {
      _ = try keychain.send(Call(.write(handle, Array(piece))), from: peer)
    }
    guard case .restoration(let outcome) = try keychain.send(Call(.finish(handle)), from: peer)
    else {
      Issue.record("another reply")
      return
    }
    #expect(outcome.kept == 3)
  }

  @Test func subscriptionReportsCommitsOfOthers() throws {
    try add(1)
    let subscription = try client.subscribe()
    _ = try machine.process().client.perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([.service: .string("x"), .synchronizable: .number(1)]),
          secret: nil)))
    #expect(try subscription.next().map(\.isSynchronizable) == [true])
    subscription.cancel()
    let error = #expect(throws: KeychainError.self) { try subscription.next() }
    #expect(error?.cause == .unknownHandle)
  }

  @Test func keychainOfAnotherNameIsNotServed() {
    let error = #expect(throws: KeychainError.self) {
      try keychain.send(Call(.lock, of: .path(Array("/other".utf8))), from: Peer(.tool))
    }
    #expect(error?.failureCause == .noPlace)
  }
}
