import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of calls whose connection breaks before the reply arrives.
@Suite struct LostReplyTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let service: SocketKeychain
  private let client: KeychainClient
  private let told = ForkSafeMutex(0)

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    try keychain.client.open()
    service = SocketKeychain(keychain)
    client = KeychainClient(
      service, Peer(Caller(accessGroups: ["app"])), at: keychain.location, TrustSettingsStore(keychain.location)
    ) { [told] _ in told.withLock { $0 += 1 } }
  }

  private func addition(_ name: String, _ contents: ItemContents = []) -> AddRequest {
    AddRequest(
      .genericPassword,
      attributes: AttributeSet([.service: .string(name), .accessGroup: .string("app")]),
      secret: Array(name.utf8), contents: contents)
  }

  private func query(_ name: String) -> ItemQuery {
    ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string(name)]))
  }

  private func error(_ body: () throws(KeychainError) -> Void) -> KeychainError? {
    do throws(KeychainError) {
      try body()
      return nil
    } catch { return error }
  }

  private func count() throws -> Int? { try keychain.client.countItems() }

  private static let isAboutItems: @Sendable (Request) -> Bool = { request in
    if case .items(let items, _) = request { items.changesItems } else { false }
  }

  private static let isOutcome: @Sendable (Request) -> Bool = { request in
    if case .outcome = request { true } else { false }
  }

  // MARK: Items

  @Test(arguments: [SocketKeychain.Break.beforeCall, .beforeAnswer, .duringCall])
  func addIsNeitherLostNorDoubled(_ kind: SocketKeychain.Break) throws {
    service.cut(kind, at: Self.isAboutItems)
    let item = try #require(
      try client.perform(.add(addition("mail", [.attributes, .secret]))).first)
    #expect(try count() == 1)
    #expect(item.secret == Array("mail".utf8) && item.attributes[.service] == .string("mail"))
    let found = try client.perform(.search(SearchRequest(query("mail")))).first
    #expect(found?.identifier == item.identifier)
    #expect(told.withLock { $0 } == 1)
    let calls = service.takeReceived().filter { Self.isAboutItems($0.request) }
    #expect(calls.count == (kind == .beforeAnswer ? 1 : 2))
    // The client sends a refused call again under another identifier.
    #expect(Set(calls.map(\.identifier)).count == calls.count && calls.allSatisfy { $0.identifier != nil })
  }

  /// The connection also breaks when the client requests the outcome of the call.
  @Test func questionIsAskedAgain() throws {
    service.cut(.beforeAnswer, at: Self.isAboutItems)
    service.cut(.beforeCall, .beforeAnswer, at: Self.isOutcome)
    let items = try client.perform(.addAll([addition("a"), addition("b", .secret)]))
    #expect(items.map(\.secret) == [nil, Array("b".utf8)])
    #expect(try count() == 2)
  }

  @Test func changesAreMadeOnce() throws {
    _ = try client.perform(.add(addition("mail")))
    service.cut(.beforeAnswer, .beforeAnswer, at: Self.isAboutItems)
    let changes = AttributeSet([.label: .string("new")])
    #expect(try client.perform(.update(UpdateRequest(query("mail"), changes: changes))).isEmpty)
    // A second execution of the delete would find no item and fail.
    #expect(try client.perform(.delete(DeleteRequest(query("mail")))).isEmpty)
    #expect(try count() == 0)
    #expect(told.withLock { $0 } == 3)
  }

  @Test func failureIsAnsweredAfterAll() throws {
    _ = try client.perform(.add(addition("mail")))
    service.cut(.beforeAnswer, at: Self.isAboutItems)
    let error = error { () throws(KeychainError) in _ = try client.perform(.add(addition("mail"))) }
    #expect(error?.code == .duplicateItem && error?.cause == nil)
    #expect(told.withLock { $0 } == 1)
  }

  /// The client sends the proof again, because the new connection does not know the proof of the broken connection.
  @Test(arguments: [SocketKeychain.Break.beforeCall, .beforeAnswer, .duringCall])
  func proofIsBroughtAgain(_ kind: SocketKeychain.Break) throws {
    let proof = AccessProof(applicationPassword: try passcode("open"))
    var guarded = addition("guarded", .secret)
    guarded.attributes[.accessible] = .string("ak")
    guarded.attributes[.accessControl] = .number(1 << 31)
    service.cut(kind, at: Self.isAboutItems)
    #expect(try client.perform(.add(guarded), with: proof).first?.secret == Array("guarded".utf8))
    #expect(try count() == 1)
  }

  /// The client cannot read the new item without a proof. The client must neither request a proof nor add the item a
  /// second time.
  @Test func readingTheNewItemAsksForNoProof() throws {
    _ = try keychain.client.perform(.add(addition("first")))
    try keychain.client.setPasscode(try passcode("1234"))
    var guarded = addition("guarded", .secret)
    guarded.attributes[.accessible] = .string("akpu")
    guarded.attributes[.accessControl] = .number(1)
    service.cut(.beforeAnswer, at: Self.isAboutItems)
    let error = error { () throws(KeychainError) in _ = try client.perform(.add(guarded)) }
    #expect(error?.code == .notAvailable && error?.cause == .connectionLost)
    #expect(error?.reason.hasPrefix("the call was carried out") == true)
    #expect(try count() == 2)
    #expect(told.withLock { $0 } == 1)
  }

  /// The service leaves out an item that conflicts with an existing item, and its reply is lost. The client must not
  /// report that the item was stored.
  @Test func itemThatWasLeftOutIsNotReportedAsStored() throws {
    func item(_ name: String, _ secret: UInt8) -> AddRequest {
      var addition = addition(name)
      addition.secret = [secret]
      addition.acceptsConflicting = true
      return addition
    }
    _ = try client.perform(.add(item("chain", 1)))
    let request = ItemRequest.addAll([item("chain", 2), item("leaf", 3)], sparingPresent: true)
    service.cut(.beforeAnswer, at: Self.isAboutItems)
    let items = Result { () throws(KeychainError) in try client.perform(request) }
    switch items {
    case .success(let items): #expect(items.map(\.wasPresent) == [true, false])
    case .failure(let error): #expect(error.reason.hasPrefix("the call was carried out"))
    }
    #expect(try count() == 2)
  }

  /// The service commits a call, and the client cannot read the answer.
  @Test func answerThatCannotBeReadIsALostReply() throws {
    service.garbleAnswer(at: Self.isAboutItems)
    let item = try client.perform(.add(addition("mail", .secret))).first
    #expect(item?.secret == Array("mail".utf8))
    #expect(try count() == 1)
    #expect(told.withLock { $0 } == 1)
  }

  /// The service is restarted. Connections are refused for a while.
  @Test func restartOfTheServiceIsAwaited() throws {
    service.cut(.forGood, at: Self.isAboutItems)
    service.listenAgain(afterRefusing: 5)
    let item = try client.perform(.add(addition("mail", .secret))).first
    #expect(item?.secret == Array("mail".utf8))
    #expect(try count() == 1)
  }

  @Test func readIsSentASecondTime() throws {
    _ = try client.perform(.add(addition("mail")))
    service.cut(.beforeAnswer) { request in if case .items(.search, _) = request { true } else { false } }
    #expect(try client.perform(.search(SearchRequest(query("mail")))).count == 1)
    service.cut(.beforeAnswer) { request in if case .countItems = request { true } else { false } }
    #expect(try client.countItems() == 1)
    service.cut(.beforeCall, .beforeCall) { request in if case .countItems = request { true } else { false } }
    let error = error { () throws(KeychainError) in _ = try client.countItems() }
    #expect(error?.cause == .connectionLost)
  }

  // MARK: Two calls

  private static let connectionLost = KeychainError(.notAvailable, "the connection broke", cause: .connectionLost)
  private static let timedOut = KeychainError(.notAvailable, "another program writes", because: .timedOut)
  private static let cursor = ChangeCursor(database: 5, number: 0, known: 0)

  /// A service whose connection breaks at the first call, and at the first questions for its outcome.
  ///
  /// - Parameters:
  ///   - silence: The number of questions without an answer.
  ///   - second: The answer to the second call.
  private func service(
    _ outcome: RequestOutcome, silence: Int = 0, second: Result<Reply, KeychainError> = .failure(timedOut)
  ) -> ForeignService {
    let (calls, questions) = (ForkSafeMutex(0), ForkSafeMutex(0))
    @Sendable func count(_ count: ForkSafeMutex<Int>) -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
    return ForeignService(isInProcess: false) { request in
      switch request {
      case .changes: return .success(.changes([], Self.cursor))
      case .outcome: return count(questions) <= silence ? .failure(Self.timedOut) : .success(.outcome(outcome))
      default: return count(calls) == 1 ? .failure(Self.connectionLost) : second
      }
    }
  }

  private func client(of service: ForeignService, timeLimit: Duration? = nil) -> KeychainClient {
    service.client(of: keychain, timeLimit: timeLimit) { [told] _ in told.withLock { $0 += 1 } }
  }

  /// The first call still runs. The service answers the question when the first call has ended.
  @Test func questionIsAskedUntilItIsAnswered() throws {
    let service = service(.done([]), silence: 5)
    #expect(try client(of: service).perform(.delete(DeleteRequest(query("mail")))).isEmpty)
    #expect(told.withLock { $0 } == 1)
    #expect(service.asked.withLock { $0.count(where: Self.isOutcome) } == 6)
    #expect(service.asked.withLock { $0.count(where: Self.isAboutItems) } == 1)
  }

  /// The first call is refused, so an error of the second call is final.
  @Test func failureOfTheSecondCallIsFinal() throws {
    let service = service(.refused)
    let error = error { () throws(KeychainError) in
      _ = try client(of: service).perform(.add(addition("mail")))
    }
    #expect(error?.reason == Self.timedOut.reason && error?.cause == nil)
    #expect(told.withLock { $0 } == 0)
    #expect(service.asked.withLock { $0.count(where: Self.isAboutItems) } == 2)
  }

  /// The commit of a call failed, for example because the log could not be synchronized. The log may contain the whole
  /// transaction, so the client asks for the outcome. The client does not repeat the call.
  @Test func outcomeOfAnErrorOfTheDiskIsAskedFor() throws {
    let failed = KeychainError(.inputOutput, "the log cannot be synchronized")
    for (outcome, code) in [
      (RequestOutcome.done([]), nil), (.refused, .inputOutput), (.unknown, .notAvailable),
    ] as [(RequestOutcome, KeychainError.Code?)] {
      let service = ForeignService(isInProcess: false) { request in
        switch request {
        case .changes: .success(.changes([], Self.cursor))
        case .outcome: .success(.outcome(outcome))
        default: .failure(failed)
        }
      }
      let error = error { () throws(KeychainError) in
        _ = try client(of: service).perform(.delete(DeleteRequest(query("mail"))))
      }
      #expect(error?.code == code)
      #expect(code == nil || error?.reason.hasPrefix(failed.reason) == true)
      #expect(service.asked.withLock { $0.count(where: Self.isOutcome) } == 1)
      #expect(service.asked.withLock { $0.count(where: Self.isAboutItems) } == 1)
    }
    #expect(told.withLock { $0 } == 2)
  }

  @Test func callOfAnotherDatabaseIsNotRepeated() throws {
    let service = service(.unknown, second: .success(.items([])))
    let error = error { () throws(KeychainError) in
      _ = try client(of: service).perform(.add(addition("mail")))
    }
    #expect(error?.cause == .connectionLost && error?.reason.contains("is not known") == true)
    #expect(service.asked.withLock { $0.count(where: Self.isAboutItems) } == 1)
    // The call may have changed items.
    #expect(told.withLock { $0 } == 1)
  }

  /// The database is replaced between the question for its identifier and the call.
  @Test func databaseThatWasReplacedBeforeTheCallIsNoFailure() throws {
    let isReplaced = ForkSafeMutex(false)
    let service = ForeignService(isInProcess: false) { request in
      if case .changes = request { return .success(.changes([], Self.cursor)) }
      return isReplaced.withLock { isReplaced in
        defer { isReplaced = true }
        return isReplaced
          ? .success(.items([])) : .failure(KeychainError(.notAvailable, "another database", cause: .otherDatabase))
      }
    }
    #expect(try client(of: service).perform(.delete(DeleteRequest(query("mail")))).isEmpty)
    #expect(service.asked.withLock { $0.count(where: Self.isOutcome) } == 0)
  }

  /// The time limit of a call also limits its repetitions.
  @Test func repetitionsEndWithTheTimeLimit() throws {
    let service = ForeignService(isInProcess: false) { request in
      switch request {
      case .changes: .success(.changes([], Self.cursor))
      case .outcome: .success(.outcome(.refused))
      default: .failure(Self.connectionLost)
      }
    }
    let error = error { () throws(KeychainError) in
      _ = try client(of: service, timeLimit: .zero).perform(.add(addition("mail")))
    }
    #expect(error?.code == .notAvailable && error?.cause == nil)
    #expect(error?.reason.contains("was not carried out") == true)
    let asked = service.asked.withLock { $0 }
    #expect(asked.count(where: Self.isOutcome) == 2 && asked.count(where: Self.isAboutItems) == 2)
  }

  // MARK: Unknown outcomes

  @Test func connectionThatAlwaysBreaksIsGivenUp() throws {
    service.cut(.beforeCall, .beforeCall, .beforeCall, at: Self.isAboutItems)
    let error = error { () throws(KeychainError) in _ = try client.perform(.add(addition("mail"))) }
    #expect(error?.code == .notAvailable && error?.cause == nil)
    #expect(error?.reason.contains("was not carried out") == true)
    #expect(try count() == 0 && told.withLock { $0 } == 0)
    #expect(service.takeReceived().count { Self.isAboutItems($0.request) } == 3)
  }

  @Test func serviceThatCannotBeAskedIsNamed() throws {
    let client = KeychainClient(
      service, Peer(Caller(accessGroups: ["app"])), at: keychain.location, TrustSettingsStore(keychain.location),
      timeLimit: .milliseconds(100)
    ) { [told] _ in told.withLock { $0 += 1 } }
    service.cut(.forGood, at: Self.isAboutItems)
    let error = error { () throws(KeychainError) in _ = try client.perform(.add(addition("mail"))) }
    #expect(error?.code == .notAvailable && error?.cause == .connectionLost)
    // The call was carried out, although the client does not know this.
    #expect(told.withLock { $0 } == 1)
    #expect(error?.reason.contains("is not known") == true)
    #expect(error?.reason.hasSuffix("nobody listens") == true)
    // The next call was not sent at all.
    let next = self.error { () throws(KeychainError) in _ = try client.perform(.add(addition("mail"))) }
    #expect(next?.code == .notAvailable && next?.cause == nil)
    service.listenAgain()
    #expect(try client.perform(.search(SearchRequest(query("mail")))).count == 1)
  }

  // MARK: Work

  private static func isNext(_ request: Request) -> Bool {
    if case .next = request { true } else { false }
  }

  private static func isBegin(_ request: Request) -> Bool {
    if case .begin = request { true } else { false }
  }

  @Test(arguments: [SocketKeychain.Break.beforeCall, .beforeAnswer])
  func workIsCarriedOutOnce(_ kind: SocketKeychain.Break) throws {
    service.cut(kind, at: Self.isBegin)
    service.cut(kind, at: Self.isNext)
    let items = try client.add(["a", "b"].map { addition($0) }, sparingPresent: false) { _ in }
    #expect(items.count == 2 && Set(items.map(\.identifier)).count == 2)
    #expect(try count() == 2)
    #expect(told.withLock { $0 } == 1)
  }

  /// After the connection breaks, the client does not cancel the work. The client notifies the observers once.
  @Test func workOfABrokenConnectionIsLeftAlone() throws {
    let service = ForeignService(isInProcess: false) { request in
      switch request {
      case .begin: .success(.handle(Handle(RowIdentifier(high: 1, low: 2))))
      case .next: .failure(Self.connectionLost)
      case .outcome: .success(.outcome(.done([])))
      case .changes: .success(.changes([], Self.cursor))
      default: .success(.done)
      }
    }
    let client = service.client(of: keychain) { [told] _ in told.withLock { $0 += 1 } }
    #expect(try client.add([], sparingPresent: true) { _ in }.isEmpty)
    #expect(told.withLock { $0 } == 1)
    #expect(service.asked.withLock { $0.count { if case .cancel = $0 { true } else { false } } } == 0)
  }

  /// The service does not store the outcomes of the items of a batch. If the reply is lost, the client reports an error
  /// instead of inventing outcomes.
  @Test func lostResultIsNoSuccess() throws {
    service.cut(.beforeAnswer, at: Self.isNext)
    let batch = BatchRequest(["a", "b"].map { addition($0) }, onDuplicate: .skip)
    let outcome = Result { () throws(KeychainError) in try client.perform(batch) }
    switch outcome {
    // If the lost reply contained only the progress of the work, the client still gets the result.
    case .success(let outcomes): #expect(outcomes == [.added, .added])
    case .failure(let error):
      #expect(error.code == .notAvailable && error.reason.hasPrefix("the call was carried out"))
    }
    #expect(try count() == 2)
  }

  @Test func importIsSentAgain() throws {
    _ = try client.perform(.add(addition("mail")))
    let folder = try TemporaryDirectory()
    let path = Array(folder("backup").utf8)
    _ = try client.exportBackup(to: path, passphrase: passcode("p"), replaces: false)
    _ = try client.perform(.delete(DeleteRequest(query("mail"))))
    service.cut(.beforeCall) { request in if case .write = request { true } else { false } }
    let outcome = try client.importBackup(from: path, passphrase: passcode("p"), isDryRun: false)
    #expect(outcome.added == 1)
    #expect(try count() == 1)
  }

  // MARK: Identifiers

  @Test func onlyCallsThatWriteItemsHaveIdentifiers() throws {
    _ = try client.perform(.add(addition("mail")))
    _ = try client.perform(.search(SearchRequest(query("mail"))))
    _ = try client.countItems()
    _ = try client.recoverQuarantined()
    _ = try client.dropQuarantined()
    _ = try client.verify()
    let identified = service.takeReceived().filter { $0.identifier != nil }
    #expect(identified.count == 3 && Set(identified.map(\.identifier)).count == 3)
    // A call within the same process needs no identifier.
    _ = try KeychainClient(keychain, as: .tool).perform(.add(addition("other")))
    #expect(try keychain.number("SELECT count(*) FROM request") == 3)
  }
}
