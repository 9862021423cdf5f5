import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// Tests of calls that a client sends again because the reply was lost.
@Suite struct RequestOutcomeTests {
  private let machine: TestMachine
  private let clock = TestKeychainClock()
  private let keychain: LocalKeychain
  private let peer = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [1]))

  init() throws {
    machine = try TestMachine()
    keychain = machine.process(clock: clock)
  }

  private func identifier() throws -> RequestIdentifier {
    try RequestIdentifier(random: SystemRandom())
  }

  private func addition(_ service: String) -> AddRequest {
    AddRequest(
      .genericPassword,
      attributes: AttributeSet([.service: .string(service), .accessGroup: .string("app")]),
      secret: [1])
  }

  private func add(_ service: String) -> Request { .items(.add(addition(service)), proof: nil) }

  private func query(_ service: String) -> ItemQuery {
    ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string(service)]))
  }

  @discardableResult
  private func send(
    _ request: Request, _ identifier: RequestIdentifier?, from other: Peer? = nil,
    to service: LocalKeychain? = nil
  ) throws(KeychainError) -> Reply {
    try (service ?? keychain).send(Call(request, identifier: identifier), from: other ?? peer).uncommitted
  }

  /// The final reply of the work.
  private func result(_ work: Handle) throws(KeychainError) -> Reply {
    while true { if case .ended(let reply) = try send(.next(work), nil) { return reply.uncommitted } }
  }

  /// The outcome of a call, as a text.
  private func outcome(
    _ identifier: RequestIdentifier, from other: Peer? = nil, at service: LocalKeychain? = nil
  ) throws -> String {
    let reply = try (service ?? keychain).send(
      Call(.outcome(of: identifier)), from: other ?? peer)
    return Self.words(reply)
  }

  private static func words(_ reply: Reply) -> String {
    guard case .outcome(let outcome) = reply else { return "another reply" }
    return switch outcome {
    case .unknown: "unknown"
    case .done(let items?): "done: \(items.map { "\($0.itemClass) \($0.identifier)" })"
    case .done(nil): "done"
    case .failed(let error): "failed: \(error.code)"
    }
  }

  private func items(_ reply: Reply) throws -> String {
    "done: \(try reply.items().map { "\($0.itemClass) \($0.identifier)" })"
  }

  private func requestCount() throws -> Int64 {
    try keychain.number("SELECT count(*) FROM request")
  }

  // MARK: Calls that are carried out once

  @Test func addIsCarriedOutOnce() throws {
    let request = try identifier()
    #expect(try outcome(request) == "unknown")
    let added = try items(send(add("mail"), request))
    #expect(try outcome(request) == added)
    #expect(try Self.words(send(add("mail"), request)) == added)
    #expect(try keychain.client.countItems() == 1)
    // A call without an identifier is a new call. A call with another identifier is also a new call.
    #expect(throws: KeychainError.self) { try send(add("mail"), nil) }
    #expect(throws: KeychainError.self) { try send(add("mail"), identifier()) }
  }

  /// The process of the service ends after the commit, and before it sends the reply.
  @Test func outcomeOutlivesTheService() throws {
    let request = try identifier()
    let added = try items(send(add("mail"), request))
    let other = machine.process(clock: clock)
    #expect(try outcome(request, at: other) == added)
    #expect(try Self.words(send(add("mail"), request, to: other)) == added)
    #expect(try other.client.countItems() == 1)
    #expect(try other.verify().isIntact)
  }

  @Test func updateAndDeletionAreCarriedOutOnce() throws {
    try send(add("mail"), nil)
    let (update, deletion) = (try identifier(), try identifier())
    let changes = AttributeSet([.label: .string("new")])
    let updating = Request.items(
      .update(UpdateRequest(query("mail"), changes: changes)), proof: nil)
    try send(updating, update)
    // Another client changes the item again. The repeated call must not undo the change of the other client.
    try send(
      .items(
        .update(
          UpdateRequest(query("mail"), changes: AttributeSet([.label: .string("newer")]))),
        proof: nil), nil)
    #expect(try Self.words(send(updating, update)) == "done: []")
    let found = try send(
      .items(.search(SearchRequest(query("mail"), contents: .attributes)), proof: nil), nil
    ).items()
    #expect(found.first?.attributes[.label] == .string("newer"))

    let deleting = Request.items(.delete(DeleteRequest(query("mail"))), proof: nil)
    try send(deleting, deletion)
    try send(add("mail"), nil)
    #expect(try Self.words(send(deleting, deletion)) == "done: []")
    #expect(try keychain.client.countItems() == 1)
  }

  @Test func identifierBelongsToItsClient() throws {
    let request = try identifier()
    try send(add("mail"), request)
    let other = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [2]))
    #expect(try outcome(request, from: other) == "unknown")
    try send(add("other"), request, from: other)
    #expect(try keychain.client.countItems() == 2)
    // After a restart of the service, the same client has a new session.
    let named = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [7]))
    let request2 = try identifier()
    try send(add("third"), request2, from: named)
    let again = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [7]))
    #expect(try outcome(request2, from: again).hasPrefix("done: [\"genericPassword "))
    #expect(try outcome(request2, from: peer) == "unknown")
  }

  // MARK: Failures

  @Test func failedCallIsAnsweredWithItsErrorAgain() throws {
    try send(add("mail"), nil)
    let request = try identifier()
    for _ in 0..<2 {
      let error = #expect(throws: KeychainError.self) { try send(add("mail"), request) }
      #expect(error?.code == .duplicateItem)
      #expect(error?.cause == nil)
    }
    #expect(try outcome(request) == "failed: duplicateItem")
    try send(.items(.delete(DeleteRequest(query("mail"))), proof: nil), nil)
    // The identifier still identifies the failed call, so the reply is the same error.
    #expect(throws: KeychainError.self) { try send(add("mail"), request) }
    #expect(try keychain.client.countItems() == 0)
    #expect(try requestCount() == 0)
  }

  /// A restarted service does not know the failure. The failed call changed nothing, so the service may carry out the
  /// call now.
  @Test func failureIsForgottenWithTheService() throws {
    try send(add("mail"), nil)
    let request = try identifier()
    #expect(throws: KeychainError.self) { try send(add("mail"), request) }
    let other = machine.process(clock: clock)
    #expect(try outcome(request, at: other) == "unknown")
    try send(.items(.delete(DeleteRequest(query("mail"))), proof: nil), nil, to: other)
    #expect(try items(send(add("mail"), request, to: other)) == outcome(request, at: other))
    // The row in the database determines the outcome.
    #expect(try Self.words(send(add("mail"), request)) == outcome(request, at: other))
  }

  @Test func failureInTheMiddleLeavesNoRow() throws {
    let request = try identifier()
    var foreign = addition("b")
    foreign.attributes[.accessible] = .string("akpu")
    #expect(throws: KeychainError.self) {
      try send(
        .items(.addAll([addition("a"), foreign], sparingPresent: false), proof: nil), request)
    }
    #expect(try requestCount() == 0)
    #expect(try outcome(request, at: machine.process(clock: clock)) == "unknown")
  }

  /// The clock of a service. When the service reads the clock, the test breaks the connection of the client.
  private final class BreakingClock: KeychainClock {
    private let action = ForkSafeMutex<(@Sendable () -> Void)?>(nil)
    var now: Double {
      action.withLock { $0.take() }?()
      return 0
    }
    func whenAsked(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }
  }

  /// The end of the session cancels the work. The client did not request the cancellation, so the client may begin the
  /// work again.
  @Test func workThatEndedWithItsConnectionIsCarriedOutAgain() throws {
    let (clock, request) = (BreakingClock(), try identifier())
    let service = machine.process(clock: clock)
    let additions = ["a", "b"].map(addition)
    let begin = Request.begin(.add(additions, sparingPresent: false, proof: nil))
    let former = ForkSafeMutex<RunningWork?>(nil)
    clock.whenAsked {
      _ = holds { former.withLock { $0 != nil } }
      former.withLock { $0?.cancel() }
    }
    let session = ClientSession(identity: [1])
    let handle = try send(begin, request, from: Peer(peer.caller, in: session), to: service).handle()
    let work = try session.work(handle)
    former.withLock { $0 = work }
    let error = #expect(throws: KeychainError.self) {
      while true { _ = try work.next(until: .after(.seconds(30))) }
    }
    #expect(error?.cause == .cancelled)
    #expect(try outcome(request, at: service) == "unknown")
    let again = try send(begin, request, to: service).handle()
    var reply = Reply.done
    repeat { reply = try send(.next(again), nil, to: service) } while !reply.isEnded
    #expect(try keychain.client.countItems() == 2)
  }

  /// The repeated call fails while the first call is running. Afterwards, the first call is committed.
  @Test func failureIsNotFinalWhileTheCallIsUnderWay() throws {
    let (clock, request) = (BreakingClock(), try identifier())
    let service = machine.process(clock: clock)
    var refused = addition("mail")
    refused.attributes[.accessible] = .string("none")
    let again = Request.items(.add(refused), proof: nil)
    let seen = ForkSafeMutex<[String]>([])
    clock.whenAsked { [self] in
      _ = try? send(again, request, to: service)
      let outcome = (try? outcome(request, at: service)) ?? "error"
      seen.withLock { $0.append(outcome) }
    }
    let added = try items(send(add("mail"), request, to: service))
    #expect(seen.withLock { $0 } == ["unknown"])
    #expect(try outcome(request, at: service) == added)
    // Without a first call that is running, the failure is final.
    let second = try identifier()
    #expect(throws: KeychainError.self) { try send(again, second, to: service) }
    #expect(try outcome(second, at: service) == "failed: parameter")
  }

  @Test func onlyTheLatestFailuresAreKept() throws {
    let failures = FailedRequests()
    let error = KeychainError(.itemNotFound, "no such item")
    func request(_ number: Int) -> IdentifiedRequest {
      IdentifiedRequest(
        client: [], identifier: RequestIdentifier(RowIdentifier(high: 0, low: UInt64(number))))
    }
    for number in 0..<FailedRequests.errorCount + 10 {
      failures.add(error, of: request(number), at: 0)
    }
    #expect((0..<10).allSatisfy { failures.error(of: request($0)) == nil })
    #expect(failures.error(of: request(10)) != nil)
    failures.add(error, of: request(0), at: IdentifiedRequest.lifetime + 1)
    #expect(failures.error(of: request(0)) != nil)
    #expect(failures.error(of: request(FailedRequests.errorCount + 9)) == nil)
  }

  // MARK: Requests

  @Test func requestsThatWriteNoRowHaveNoIdentifier() throws {
    for request: Request in [
      .countItems, .lock, .isPresent, .begin(.purge), .begin(.verify),
      .items(.search(SearchRequest(query("mail"))), proof: nil), .unlock(try passcode("1")),
      .begin(.importBackup(passphrase: nil, deviceKey: nil, isDryRun: true, byteCount: 1)),
    ] {
      let error = #expect(throws: KeychainError.self) { try send(request, identifier()) }
      #expect(error?.code == .parameter)
    }
  }

  @Test func workIsCarriedOutOnce() throws {
    let request = try identifier()
    let additions = ["a", "b"].map(addition)
    for attempt in 0..<2 {
      let work = try send(
        .begin(.add(additions, sparingPresent: false, proof: nil)), request
      ).handle()
      let reply = try result(work)
      #expect(try (attempt == 0 ? items(reply) : Self.words(reply)) == outcome(request))
    }
    #expect(try keychain.client.countItems() == 2)
    let batch = Request.begin(.batch(BatchRequest(additions, onDuplicate: .skip)))
    let second = try identifier()
    guard case .batch(let outcomes) = try result(send(batch, second).handle()) else {
      Issue.record("another reply")
      return
    }
    #expect(outcomes == [.skipped, .skipped])
    #expect(try Self.words(result(send(batch, second).handle())) == "done: []")
  }

  @Test func manyReferencesAreNotKept() throws {
    let request = try identifier()
    let additions = (0...IdentifiedRequest.referenceCount).map { addition("\($0)") }
    try send(.items(.addAll(additions, sparingPresent: false), proof: nil), request)
    #expect(try outcome(request) == "done")
  }

  // MARK: The table

  @Test func rowsThatAreOldAreRemoved() throws {
    let first = try identifier()
    try send(add("0"), first)
    clock.advance(IdentifiedRequest.lifetime - 1)
    try send(add("1"), identifier())
    #expect(try requestCount() == 2)
    clock.advance(2)
    // A call without an identifier does not remove old rows from the table.
    try send(add("2"), nil)
    #expect(try requestCount() == 2)
    try send(add("3"), identifier())
    #expect(try requestCount() == 2)
    #expect(try outcome(first) == "unknown")
    // The clock was set back. Rows with a future time are removed, because otherwise they would stay forever.
    clock.advance(-10 * IdentifiedRequest.lifetime)
    try send(add("4"), identifier())
    #expect(try requestCount() == 1)
  }

  /// Another program may have written any bytes into the table.
  @Test func damagedRowsAreAnsweredSafely() throws {
    let store = TestKeychain(keychain, in: machine.folder)
    let request = try identifier()
    try send(add("mail"), request)
    for (change, expected) in [
      ("refs = zeroblob(19)", "done"), ("refs = zeroblob(20)", "done"), ("refs = NULL", "done"),
      ("refs = zeroblob(0)", "done: []"), ("status = -25299", "failed: duplicateItem"),
      ("status = 12345", "failed: unexpected"), ("status = 9223372036854775807", "unknown"),
    ] {
      try store.execute("UPDATE request SET \(change)")
      #expect(try outcome(request) == expected, "\(change)")
    }
  }

  @Test func keychainThatIsNotThereIsNotMade() throws {
    #expect(try outcome(identifier()) == "unknown")
    #expect(machine.folder.names().isEmpty)
  }
}

extension Reply {
  fileprivate var isEnded: Bool { if case .ended = self { true } else { false } }
}
