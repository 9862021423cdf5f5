import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of calls that a client sends again because the reply was lost.
@Suite struct RequestOutcomeTests {
  private let machine: TestMachine
  private let clock = TestKeychainClock()
  private let keychain: LocalKeychain
  private let peer = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [1]), permissions: .all)

  init() throws {
    machine = try TestMachine()
    keychain = machine.process(clock: clock)
  }

  /// A new identifier for the present database, which is made if it is missing.
  private func identifier() throws -> RequestIdentifier {
    try keychain.client.open()
    return try RequestIdentifier(random: SystemRandom(), at: keychain.client.changes(since: nil).cursor)
  }

  private func identifier(of database: UInt64) throws -> RequestIdentifier {
    try RequestIdentifier(random: SystemRandom(), at: ChangeCursor(database: database, number: 0, known: 0))
  }

  /// Sends a call that was carried out or refused before.
  private func expectRefusal(
    _ request: Request, _ identifier: RequestIdentifier, from other: Peer? = nil, at service: LocalKeychain? = nil
  ) {
    let error = #expect(throws: KeychainError.self) { try send(request, identifier, from: other, to: service) }
    #expect(error?.cause == .requestRepeated)
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

  /// The final reply of the work with this handle.
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
    case .refused: "refused"
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
    let added = try items(send(add("mail"), request))
    #expect(try outcome(request) == added)
    expectRefusal(add("mail"), request)
    #expect(try outcome(request) == added)
    #expect(try keychain.client.countItems() == 1)
    // A call without an identifier is a new call. A call with another identifier is also a new call.
    #expect(throws: KeychainError.self) { try send(add("mail"), nil) }
    #expect(throws: KeychainError.self) { try send(add("mail"), identifier()) }
  }

  /// A killed process may leave a commit that other processes see, and that is not on the disk. A power failure undoes
  /// such a commit. The question writes a commit of its own, which puts all earlier commits on the disk.
  @Test func answerFollowsACommit() throws {
    let request = try identifier()
    try send(add("mail"), request)
    let commits = try keychain.number("SELECT commits FROM store")
    #expect(try outcome(request).hasPrefix("done"))
    #expect(try keychain.number("SELECT commits FROM store") == commits + 1)
    #expect(try requestCount() == 1)
  }

  /// The process of the service ends after the commit, and before it sends the reply.
  @Test func outcomeOutlivesTheService() throws {
    let request = try identifier()
    let added = try items(send(add("mail"), request))
    let other = machine.process(clock: clock)
    #expect(try outcome(request, at: other) == added)
    expectRefusal(add("mail"), request, at: other)
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
    expectRefusal(updating, update)
    #expect(try outcome(update) == "done: []")
    let found = try send(
      .items(.search(SearchRequest(query("mail"), contents: .attributes)), proof: nil), nil
    ).items()
    #expect(found.first?.attributes[.label] == .string("newer"))

    let deleting = Request.items(.delete(DeleteRequest(query("mail"))), proof: nil)
    try send(deleting, deletion)
    try send(add("mail"), nil)
    expectRefusal(deleting, deletion)
    #expect(try outcome(deletion) == "done: []")
    #expect(try keychain.client.countItems() == 1)
  }

  @Test func identifierBelongsToItsClient() throws {
    let request = try identifier()
    try send(add("mail"), request)
    let other = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [2]), permissions: .all)
    try send(add("other"), request, from: other)
    #expect(try keychain.client.countItems() == 2)
    // After a restart of the service, the same client has a new session.
    let named = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [7]), permissions: .all)
    let request2 = try identifier()
    try send(add("third"), request2, from: named)
    let again = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [7]), permissions: .all)
    #expect(try outcome(request2, from: again).hasPrefix("done: [\"genericPassword "))
    #expect(try outcome(request2, from: peer) == "refused")
  }

  // MARK: Failures

  /// A failed call changes nothing, so the same call may be carried out later, until the client asks for its outcome.
  @Test func failedCallIsRefusedAfterTheQuestion() throws {
    try send(add("mail"), nil)
    let request = try identifier()
    for _ in 0..<2 {
      let error = #expect(throws: KeychainError.self) { try send(add("mail"), request) }
      #expect(error?.code == .duplicateItem && error?.cause == nil)
    }
    #expect(try requestCount() == 0)
    #expect(try outcome(request) == "refused")
    #expect(try requestCount() == 1)
    try send(.items(.delete(DeleteRequest(query("mail"))), proof: nil), nil)
    expectRefusal(add("mail"), request)
    // A restarted service finds the row.
    expectRefusal(add("mail"), request, at: machine.process(clock: clock))
    #expect(try outcome(request, at: machine.process(clock: clock)) == "refused")
    #expect(try keychain.client.countItems() == 0)
    #expect(try requestCount() == 1)
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
  }

  /// A late copy of the call arrives after the client asked for the outcome.
  @Test func lateCallIsRefused() throws {
    let request = try identifier()
    #expect(try outcome(request) == "refused")
    expectRefusal(add("mail"), request)
    expectRefusal(add("mail"), request, at: machine.process(clock: clock))
    #expect(try keychain.client.countItems() == 0)
  }

  /// The end of the session cancels the work. The client begins the work again under another identifier.
  @Test func workThatEndedWithItsConnectionIsRefused() throws {
    let (clock, request) = (ActingKeychainClock(), try identifier())
    let service = machine.process(clock: clock)
    let begin = Request.begin(.add(["a", "b"].map(addition), sparingPresent: false, proof: nil))
    let former = ForkSafeMutex<RunningWork?>(nil)
    clock.whenRead {
      _ = holds { former.withLock { $0 != nil } }
      former.withLock { $0?.cancel() }
    }
    let session = ClientSession(identity: [1])
    let handle = try send(begin, request, from: Peer(peer.caller, in: session, permissions: .all), to: service).handle()
    let work = try session.work(handle)
    former.withLock { $0 = work }
    let error = #expect(throws: KeychainError.self) {
      while true { _ = try work.next(until: .after(.seconds(30))) }
    }
    #expect(error?.cause == .cancelled)
    #expect(try outcome(request, at: service) == "refused")
    let again = try send(begin, identifier(), to: service).handle()
    var reply = Reply.done
    repeat { reply = try send(.next(again), nil, to: service) } while !reply.isEnded
    #expect(try keychain.client.countItems() == 2)
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
    let adding = Request.begin(.add(additions, sparingPresent: false, proof: nil))
    #expect(try items(result(send(adding, request).handle())) == outcome(request))
    let error = #expect(throws: KeychainError.self) { try result(send(adding, request).handle()) }
    #expect(error?.cause == .requestRepeated)
    #expect(try keychain.client.countItems() == 2)
    let batch = Request.begin(.batch(BatchRequest(additions, onDuplicate: .skip)))
    let second = try identifier()
    guard case .batch(let outcomes) = try result(send(batch, second).handle()) else {
      Issue.record("another reply")
      return
    }
    #expect(outcomes == [.skipped, .skipped])
    let repetition = #expect(throws: KeychainError.self) { try result(send(batch, second).handle()) }
    #expect(repetition?.cause == .requestRepeated)
    #expect(try outcome(second) == "done: []")
  }

  @Test func manyReferencesAreNotKept() throws {
    let request = try identifier()
    let additions = (0...IdentifiedRequest.referenceCount).map { addition("\($0)") }
    try send(.items(.addAll(additions, sparingPresent: false), proof: nil), request)
    #expect(try outcome(request) == "done")
  }

  // MARK: The table

  /// Adds rows of requests whose times are in the past or in the future.
  private func addRows(_ count: Int, at time: Double) throws {
    let version = try keychain.number("SELECT commits + 1 FROM store")
    try TestKeychain(keychain, in: machine.folder).execute(
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) INSERT INTO request"
        + " (client, request, status, time, version) SELECT x'09', randomblob(16), 0, \(time), \(version) FROM n")
  }

  /// A call with an identifier removes old rows, but few rows at a time, and none of the newest rows. The clock goes on,
  /// or is set back.
  @Test(arguments: [601.0, -601]) func oldRowsAreRemovedInPortions(_ step: Double) throws {
    let first = try identifier()
    try send(add("0"), first)
    try addRows(1024 + 149, at: clock.now)
    try send(add("1"), identifier())
    #expect(try outcome(first).hasPrefix("done"))
    #expect(try requestCount() == 1175)
    clock.advance(step)
    // A call without an identifier removes no row.
    try send(add("2"), nil)
    #expect(try requestCount() == 1175)
    try send(add("3"), identifier())
    #expect(try requestCount() == 1175 + 1 - 100)
    #expect(try outcome(first) == "unknown")
    try send(add("4"), identifier())
    #expect(try requestCount() == 1024)
    try send(add("5"), identifier())
    #expect(try requestCount() == 1024)
    #expect(try outcome(first) == "unknown")
    #expect(try requestCount() == 1024)
  }

  /// A row is removed only after all older rows, so the oldest row shows which rows were removed.
  @Test func rowStaysWhileAnOlderRowStays() throws {
    try keychain.client.open()
    try addRows(10, at: clock.now)
    try addRows(1024 + 10, at: clock.now - 1000)
    try send(add("0"), identifier())
    #expect(try requestCount() == 1024 + 21)
    clock.advance(601)
    try send(add("1"), identifier())
    #expect(try requestCount() == 1024)
  }

  /// A late copy of a refused call arrives after the removal of the row that refuses the call.
  @Test func lateCallIsRefusedWithoutItsRow() throws {
    let request = try identifier()
    #expect(try outcome(request) == "refused")
    try send(add("0"), nil)
    try addRows(1024, at: clock.now)
    clock.advance(601)
    let present = try identifier()
    try send(add("1"), identifier())
    #expect(try requestCount() == 1024)
    let error = #expect(throws: KeychainError.self) { try send(add("mail"), request) }
    #expect(error?.cause == .otherDatabase)
    #expect(try outcome(request) == "unknown")
    #expect(try keychain.client.countItems() == 2)
    // No row of a younger identifier was removed.
    try send(add("mail"), present)
    #expect(try outcome(present).hasPrefix("done"))
  }

  /// The clock is set forward by a day, or back by a day. The rows of the latest calls stay.
  @Test(arguments: [86_400.0, -86_400]) func stepOfTheClockRepeatsNoCall(_ step: Double) throws {
    try send(add("mail"), nil)
    let deletion = try identifier()
    let deleting = Request.items(.delete(DeleteRequest(query("mail"))), proof: nil)
    try send(deleting, deletion)
    clock.advance(step)
    let other = Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [2]), permissions: .all)
    try send(add("mail"), identifier(), from: other)
    #expect(try outcome(deletion) == "done: []")
    _ = try? send(deleting, deletion)
    #expect(try keychain.client.countItems() == 1)
  }

  /// The client asks another process for the outcome while the first process still carries out the call.
  @Test func failureIsFinalForEveryProcess() throws {
    let (clock, request) = (ActingKeychainClock(), try identifier())
    let (old, new) = (machine.process(clock: clock), machine.process())
    let told = ForkSafeMutex("")
    clock.whenRead { [self] in
      var refused = addition("mail")
      refused.attributes[.accessible] = .string("none")
      _ = try? send(.items(.add(refused), proof: nil), request, to: new)
      let outcome = (try? outcome(request, at: new)) ?? "error"
      told.withLock { $0 = outcome }
    }
    let result = Result { () throws(KeychainError) in try send(add("mail"), request, to: old) }
    let isCommitted = try keychain.client.countItems() == 1
    #expect(isCommitted == ((try? result.get()) != nil))
    #expect(told.withLock { $0 } == "refused")
    #expect(!isCommitted)
  }

  /// The client asks for the outcome while the service begins to carry out the call.
  @Test func outcomeIsFinalDuringTheCall() throws {
    try send(.open, nil)
    for round in 0..<300 {
      let request = try identifier()
      var refused = addition("\(round)")
      refused.attributes[.accessible] = .string("none")
      let call = BackgroundWork { [self] in try send(add("\(round)"), request) }
      _ = try? send(.items(.add(refused), proof: nil), request)
      let told = try outcome(request)
      let isCommitted = (try? call.end()) != nil
      #expect(isCommitted ? told.hasPrefix("done") : told == "refused")
    }
  }

  /// Another program may have written any bytes into the table.
  @Test func damagedRowsAreAnsweredSafely() throws {
    let store = TestKeychain(keychain, in: machine.folder)
    let request = try identifier()
    try send(add("mail"), request)
    for (change, expected) in [
      ("refs = zeroblob(19)", "done"), ("refs = zeroblob(20)", "done"), ("refs = NULL", "done"),
      ("refs = zeroblob(0)", "done: []"), ("status = -128", "refused"), ("status = -25299", "unknown"),
      ("status = 9223372036854775807", "unknown"),
    ] {
      try store.execute("UPDATE request SET \(change)")
      #expect(try outcome(request) == expected, "\(change)")
    }
  }

  @Test func keychainThatIsNotThereIsNotMade() throws {
    for (database, expected) in [(0, "refused"), (7, "unknown")] as [(UInt64, String)] {
      #expect(try outcome(identifier(of: database)) == expected)
    }
    #expect(machine.folder.names().isEmpty)
  }

  /// The client learned the identifier of a database that another database replaced.
  @Test func callForAnotherDatabaseIsRefused() throws {
    try keychain.client.open()
    for database in [0, 7] as [UInt64] {
      let request = try identifier(of: database)
      let error = #expect(throws: KeychainError.self) { try send(add("mail"), request) }
      #expect(error?.code == .notAvailable && error?.cause == .otherDatabase)
      #expect(try outcome(request) == (database == 0 ? "refused" : "unknown"))
    }
    #expect(try keychain.client.countItems() == 0)
    #expect(try requestCount() == 0)
  }

  /// A repair makes another database. The repair may have lost the items of a call, so no outcome is known.
  @Test func outcomeEndsWithARepair() throws {
    let (done, refused, open) = (try identifier(), try identifier(), try identifier())
    try send(add("mail"), done)
    #expect(try outcome(refused) == "refused")
    try TestKeychain(keychain, in: machine.folder).damageHeader()
    let other = machine.process(clock: clock)
    #expect(try other.repair() != nil)
    for request in [done, refused, open] {
      #expect(try outcome(request, at: other) == "unknown")
      let error = #expect(throws: KeychainError.self) { try send(add("other"), request, to: other) }
      #expect(error?.cause == .otherDatabase)
    }
    #expect(try other.client.countItems() == 1)
    #expect(try other.verify().damages.isEmpty)
    // The new database gets rows of its own.
    let request = try identifier()
    try send(add("other"), request, to: other)
    #expect(try outcome(request, at: other).hasPrefix("done"))
  }

  /// A process was killed while it erased the keychain. The question for an outcome makes no new keychain.
  @Test func questionMakesNoKeychainDuringAnErasure() throws {
    let request = try identifier()
    try send(add("mail"), request)
    let erasing = LocalKeychain(
      keychain.location, clock: clock, random: SystemRandom(), locking: machine.context(),
      onStep: Interruption(at: .erasureNamed).done)
    #expect(throws: KeychainError.self) { try erasing.eraseEverything() }
    let names = machine.folder.names()
    #expect(try outcome(request, at: machine.process(clock: clock)) == "unknown")
    #expect(machine.folder.names() == names)
    #expect(try keychain.location.vault.existing()?.header()?.read()?.state.job?.kind == .erase)
  }
}

extension Reply {
  fileprivate var isEnded: Bool { if case .ended = self { true } else { false } }
}
