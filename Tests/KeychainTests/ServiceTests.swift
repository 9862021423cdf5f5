import CTestSupport
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import AsymmetricKeys
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of handles, and of service calls that the public functions do not make.
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

  /// Stores a new private key on the curve P-256.
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
    let publicKey = key.publicRepresentation
    let message = Array("message".utf8)
    let signature = try client.use(
      KeyOperationRequest(.sign, message, with: identifier, publicKey: publicKey, algorithm: Self.signing))
    let algorithm = try #require(KeyAlgorithm(rawValue: Self.signing))
    let isRight = try signature.withUnsafeBytes { signature in
      try message.withUnsafeBytes { try key.publicKey().verify(signature, of: $0, algorithm) }
    }
    #expect(isRight)
    let other = KeychainClient(keychain, as: Caller(accessGroups: ["other"]))
    #expect(
      code {
        _ = try other.use(
          KeyOperationRequest(.sign, message, with: identifier, publicKey: publicKey, algorithm: Self.signing))
      } == .itemNotFound)
    for algorithm in ["", "algid:sign:RSA:raw"] {
      #expect(
        code {
          _ = try client.use(
            KeyOperationRequest(.sign, message, with: identifier, publicKey: publicKey, algorithm: algorithm))
        } == .parameter)
    }
  }

  @Test func twoKeysAgreeInTheService() throws {
    let (mine, theirs) = (try storedKey(), try storedKey())
    let algorithm = "algid:keyexchange:ECDHC:KDFX963:SHA256"
    func secret(
      _ key: (key: AsymmetricKey, identifier: RowIdentifier), _ other: AsymmetricKey, size: Int? = 32
    ) throws -> [UInt8] {
      try client.use(
        KeyOperationRequest(
          .agree(size: size, sharedInfo: [1]), try other.publicKey().externalRepresentation(),
          with: key.identifier, publicKey: key.key.publicRepresentation, algorithm: algorithm))
    }
    let one = try secret(mine, theirs.key)
    #expect(try one.count == 32 && one == secret(theirs, mine.key))
    #expect(code { _ = try secret(mine, theirs.key, size: 65_537) } == .parameter)
    let long = KeyOperationRequest(
      .agree(size: 32, sharedInfo: [UInt8](repeating: 1, count: 4097)),
      try theirs.key.publicKey().externalRepresentation(), with: mine.identifier,
      publicKey: mine.key.publicRepresentation, algorithm: algorithm)
    #expect(code { _ = try client.use(long) } == .parameter)
  }

  // MARK: Proofs

  private let caller = Caller(accessGroups: ["app"])

  /// A client in another process.
  private func peer(_ limits: ClientSession.Limits = .client) -> Peer {
    Peer(caller, in: ClientSession(identity: [1], limits), permissions: .all)
  }

  private func cause(_ body: () throws -> Void) -> KeychainError.Cause? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.cause }
  }

  @discardableResult
  private func send(_ request: Request, from peer: Peer, within limit: Duration? = nil) throws(KeychainError) -> Reply {
    try keychain.send(Call(request, timeLimit: limit), from: peer).uncommitted
  }

  @Test func proofBelongsToItsSession() throws {
    try keychain.setPasscode(passcode("1234"))
    let (mine, other) = (peer(), peer())
    let proof = try send(.provePasscode(passcode("1234")), from: mine).handle()
    #expect(try send(.isCurrent(proof), from: mine).flag())
    for request in [
      Request.isCurrent(proof), .mayGuard(proof),
      .openProof(applicationPassword: nil, isTypedOnce: false, passcode: proof),
      .items(.search(SearchRequest(ItemQuery(.genericPassword))), proof: proof),
    ] {
      #expect(cause { try send(request, from: other) } == .unknownProof)
    }
    #expect(cause { try send(.next(proof), from: mine) } == .unknownWork)
    // A client cannot close a proof of another client.
    try send(.closeProof(proof), from: other)
    #expect(try send(.isCurrent(proof), from: mine).flag())
  }

  @Test func proofEndsWithThePasscode() throws {
    try keychain.setPasscode(passcode("1"))
    let peer = peer()
    func prove(_ text: String) throws -> (passcode: Handle, derived: Handle) {
      let passcode = try send(.provePasscode(passcode(text)), from: peer).handle()
      let derived = Request.openProof(applicationPassword: nil, isTypedOnce: false, passcode: passcode)
      return (passcode, try send(derived, from: peer).handle())
    }
    func isKnown(_ proof: Handle) -> Bool { (try? send(.isCurrent(proof), from: peer).flag()) == true }
    // Closing the proof of a passcode also closes the proof that was derived from the passcode.
    let closed = try prove("1")
    #expect(isKnown(closed.derived))
    try send(.closeProof(closed.passcode), from: peer)
    #expect(!isKnown(closed.derived))
    // Another process changes the passcode.
    let changed = try prove("1")
    try machine.process().changePasscode(from: passcode("1"), to: passcode("2"))
    #expect(!isKnown(changed.passcode) && !isKnown(changed.derived))
    // A key rotation does not change the passcode, so the proofs stay valid.
    let rotated = try prove("2")
    _ = try machine.process().rotateKeys(passcode("2"))
    #expect(isKnown(rotated.passcode) && isKnown(rotated.derived))
    _ = try machine.process().eraseEverything()
    #expect(!isKnown(rotated.passcode) && !isKnown(rotated.derived))
  }

  @Test func proofsAreLimited() throws {
    let open = Request.openProof(applicationPassword: try passcode("p"), isTypedOnce: false, passcode: nil)
    var limits = ClientSession.Limits.client
    limits.proofCount = 2
    let few = peer(limits)
    let proofs = try (0..<2).map { _ in try send(open, from: few).handle() }
    // If there are too many proofs, the least recently used proof is closed.
    #expect(try send(.mayGuard(proofs[0]), from: few).flag())
    let last = try send(open, from: few).handle()
    #expect(try send(.mayGuard(proofs[0]), from: few).flag() && send(.mayGuard(last), from: few).flag())
    #expect(cause { try send(.mayGuard(proofs[1]), from: few) } == .unknownProof)

    limits.proofAge = .zero
    let brief = peer(limits)
    let proof = try send(open, from: brief).handle()
    #expect(cause { try send(.mayGuard(proof), from: brief) } == .unknownProof)
  }

  private func addGuarded() throws -> (search: ItemRequest, proof: AccessProof) {
    let proof = AccessProof(applicationPassword: try passcode("open"))
    let guarded = AddRequest(
      .genericPassword,
      attributes: AttributeSet([
        .service: .string("guarded"), .accessGroup: .string("app"), .accessible: .string("ak"),
        .accessControl: .number(1 << 31),
      ]), secret: [1])
    _ = try client.perform(.add(guarded), with: proof)
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("guarded")]))
    return (.search(SearchRequest(query, contents: .secret)), proof)
  }

  private func close(_ proof: AccessProof, _ client: KeychainClient) throws {
    try client.close(#require(try proof.handle(client)))
  }

  /// A restarted service has lost all proofs. The client sends each proof of the program a second time, and asks the
  /// person for each other proof a second time.
  @Test func lostProofsAreNoFailure() throws {
    let (search, password) = try addGuarded()
    try close(password, client)
    #expect(try client.perform(search, with: password).first?.secret == [1])

    try keychain.setPasscode(passcode("1234"))
    let proven = AccessProof(passcode: try client.provePasscode(passcode("1234")))
    let both = password.adding(proven)
    #expect(try client.perform(search, with: both).first?.secret == [1])
    client.close(try #require(proven.passcode).handle)
    // The password alone is sufficient for this item, although the proof of the passcode is closed.
    #expect(try client.perform(search, with: both).first?.secret == [1])
    let needed = KeychainError.Cause.authenticationNeeded([.applicationPassword], toStore: false)
    #expect(cause { _ = try client.perform(search, with: proven) } == needed)
    #expect(try proven.passcode?.isCurrent() == false)
  }

  /// One thread has opened a proof again. Another thread still uses the former handle and fails. This failure must not
  /// discard the new proof.
  @Test func onlyTheUnknownHandleIsForgotten() throws {
    let (_, proof) = try addGuarded()
    let former = try #require(try proof.handle(client))
    proof.forget(former)
    let present = try #require(try proof.handle(client))
    proof.forget(former)
    #expect(try proof.handle(client) == present && present != former)
  }

  /// A forked child does not have the handles of its parent, and does not close these handles.
  @Test func childOfAForkHasNoProof() throws {
    try keychain.setPasscode(passcode("1"))
    let passcode = try client.provePasscode(passcode("1"))
    let handle = passcode.handle
    var proof: AccessProof? = AccessProof(passcode: passcode)
    _ = try proof?.handle(client)
    for _ in 0..<10 {
      let child = lk_test_fork(20)
      if child == 0 {
        var failures: Int32 = 0
        func expect(_ bit: Int32, _ condition: Bool) { if !condition { failures |= 1 << bit } }
        expect(0, (try? passcode.isCurrent()) == false)
        expect(1, cause { try send(.mayGuard(handle), from: Peer(caller)) } == .unknownProof)
        expect(2, (try? proof?.handle(client)) == Handle?.none)
        proof = nil
        _exit(failures)
      }
      let status = lk_test_wait(child)
      // A child hangs if it inherited a lock of another test's thread.
      if status == -SIGALRM { continue }
      #expect(status == 0)
      break
    }
    #expect(try passcode.isCurrent())
  }

  // MARK: Work

  private func addition(_ service: String, _ secret: [UInt8] = [1]) -> AddRequest {
    AddRequest(
      .genericPassword,
      attributes: AttributeSet([
        .service: .string(service), .accessGroup: .string("app"), .accessible: .string("ak"),
      ]), secret: secret)
  }

  private func add(_ count: Int, _ secret: [UInt8] = [1]) throws {
    _ = try client.perform(BatchRequest((0..<count).map { addition("\($0)", secret) }, onDuplicate: .skip))
  }

  /// The final reply of the work with this handle, and the bytes that the work produced.
  private func result(_ work: Handle, of peer: Peer) throws(KeychainError) -> (reply: Reply, bytes: [UInt8]) {
    var all: [UInt8] = []
    while true {
      switch try send(.next(work), from: peer) {
      case .ended(let reply): return (reply.uncommitted, all)
      case .bytes(let bytes): all += bytes
      default: break
      }
    }
  }

  /// A `next` call that reaches its time limit loses no result. The last `next` call removes the work.
  @Test func resultIsDeliveredOnce() throws {
    try add(3)
    let peer = peer()
    let work = try send(.begin(.verify), from: peer).handle()
    var reply = try send(.next(work), from: peer, within: .zero)
    while case .progress = reply { reply = try send(.next(work), from: peer, within: .zero) }
    guard case .ended(.verification(let report)) = reply else {
      Issue.record("another reply")
      return
    }
    #expect(report.counts.map(\.items).reduce(0, +) == 3)
    #expect(cause { try send(.next(work), from: peer) } == .unknownWork)
    #expect(cause { try send(.cancel(work), from: peer) } == .unknownWork)
  }

  @Test func errorIsDeliveredOnce() throws {
    let peer = peer()
    let work = try send(.begin(.exportBackup(passphrase: nil)), from: peer).handle()
    _ = try machine.process().client.setPasscode(passcode("1"))
    _ = try? result(work, of: peer)
    try machine.process().client.lock()
    let locked = try send(.begin(.exportBackup(passphrase: nil)), from: peer).handle()
    #expect(code { _ = try result(locked, of: peer) } == .interactionNotAllowed)
    #expect(cause { try send(.next(locked), from: peer) } == .unknownWork)
  }

  /// An export continues when its client does not call, and does not block the keychain.
  @Test func exportWaitsForNobody() throws {
    try add(40, [UInt8](repeating: 7, count: 40_000))
    let session = ClientSession(identity: [1])
    let peer = Peer(caller, in: session, permissions: .all)
    let handle = try send(.begin(.exportBackup(passphrase: passcode("p"))), from: peer).handle()
    let work = try session.work(handle)
    #expect(holds { work.isDone })
    try add(41)
    let (reply, bytes) = try result(handle, of: peer)
    guard case .backup(let outcome) = reply else {
      Issue.record("another reply")
      return
    }
    #expect(outcome.items == 40 && bytes.count > 40 * 40_000)
  }

  @Test func lockingEndsAnExportWithoutAByte() throws {
    try add(3)
    try keychain.setPasscode(passcode("1"))
    let clock = ActingKeychainClock()
    let (process, other) = (machine.process(clock: clock), machine.process())
    let peer = peer()
    // A backup's header contains a date, so the export reads the clock.
    clock.whenRead { _ = try? other.lock() }
    let work = try process.send(Call(.begin(.exportBackup(passphrase: passcode("p")))), from: peer).handle()
    let error = #expect(throws: KeychainError.self) {
      while true {
        if case .bytes = try process.send(Call(.next(work)), from: peer) { Issue.record("bytes after the locking") }
      }
    }
    #expect(error?.code == .interactionNotAllowed)
  }

  @Test func cancelledWorkSaysWhetherItWasDone() throws {
    try add(30)
    let session = ClientSession(identity: [1])
    let peer = Peer(caller, in: session, permissions: .all)
    let work = try send(.begin(.exportBackup(passphrase: nil)), from: peer).handle()
    #expect(try holds { try session.work(work).isDone })
    try send(.cancel(work), from: peer)
    let (reply, bytes) = try result(work, of: peer)
    guard case .backup = reply, bytes.isEmpty else {
      Issue.record("another reply")
      return
    }
    let pending = try send(.begin(importing(10)), from: peer).handle()
    try send(.cancel(pending), from: peer)
    #expect(cause { _ = try result(pending, of: peer) } == .cancelled)
    #expect(cause { try send(.next(pending), from: peer) } == .unknownWork)
  }

  /// Several threads of a client wait for the same work. One of them gets the result.
  @Test func everyWaitingCallLearnsThatTheWorkHasEnded() throws {
    let peer = peer()
    let work = try send(.begin(importing(10)), from: peer).handle()
    let begin = Deadline.after(.seconds(20))
    let waiting = (0..<3).map { _ in
      BackgroundWork { [keychain] in
        do throws(KeychainError) {
          _ = try keychain.send(Call(.next(work), timeLimit: .seconds(25)), from: peer)
          return KeychainError.Cause?.none
        } catch { return error.cause }
      }
    }
    usleep(100_000)
    try send(.cancel(work), from: peer)
    let causes = try waiting.map { try $0.end() }
    #expect(causes.count { $0 == .cancelled } == 1)
    #expect(causes.count { $0 == .unknownWork } == 2)
    #expect(begin.remaining > .zero)
  }

  private func importing(_ byteCount: Int) -> Work {
    .importBackup(passphrase: nil, deviceKey: nil, isDryRun: true, byteCount: byteCount)
  }

  @Test func workIsLimited() throws {
    var limits = ClientSession.Limits.client
    limits.spoolCount = 3
    limits.workCount = 3
    let peer = peer(limits)
    let pending = try (0..<3).map { _ in try send(.begin(importing(10)), from: peer).handle() }
    #expect(code { try send(.begin(importing(10)), from: peer) } == .notAvailable)
    #expect(code { try send(.begin(.verify), from: peer) } == .notAvailable)
    try send(.cancel(pending[0]), from: peer)
    _ = try? result(pending[0], of: peer)
    _ = try result(send(.begin(.verify), from: peer).handle(), of: peer)

    let other = Peer(caller, in: ClientSession(identity: [2]), permissions: .all)
    let export = try send(.begin(importing(10)), from: other).handle()
    #expect(code { try send(.begin(importing(10)), from: other) } == .notAvailable)
    #expect(code { try send(.begin(.exportBackup(passphrase: nil)), from: other) } == .notAvailable)
    #expect(code { try send(.begin(importing(1 << 62)), from: other) } == .parameter)
    #expect(code { try send(.begin(importing(-1)), from: other) } == .parameter)
    _ = export
  }

  /// The connections of a user share the limit of files.
  @Test func filesOfAClientAreLimited() throws {
    func connection(_ identity: UInt8) -> Peer {
      Peer(caller, in: ClientSession(identity: [identity], quota: [9]), permissions: .all)
    }
    var (one, other): (Peer?, Peer) = (connection(1), connection(2))
    let handle = try send(.begin(importing(10)), from: #require(one)).handle()
    for work in [importing(10), .exportBackup(passphrase: nil)] {
      #expect(code { try send(.begin(work), from: other) } == .notAvailable)
    }
    try send(.cancel(handle), from: #require(one))
    #expect(cause { _ = try result(handle, of: #require(one)) } == .cancelled)
    // The file is gone when the client has the result, or when the session ends.
    try send(.begin(importing(10)), from: #require(one))
    one = nil
    _ = try send(.begin(importing(10)), from: other)
    other = connection(3)
    _ = try send(.begin(importing(10)), from: other)
  }

  /// A call waits after the check of the person's proof, and the passcode is changed meanwhile.
  @Test func aCallForThePersonEndsWithThePasscode() throws {
    try add(1)
    let session = ClientSession(identity: [1])
    let (one, two) = (try passcode("one"), try passcode("two"))
    try client.setPasscode(one)
    let proof = try send(.provePasscode(one), from: Peer(caller, in: session, permissions: .all)).handle()
    let proven = try #require(keychain.passcode(provenBy: proof, in: session, within: .seconds(60)))
    let person = Peer(Caller(accessGroups: ["*"], person: proven), in: session, permissions: .all)
    let query = ItemQuery(.genericPassword)
    let requests: [Request] = [
      .items(.search(SearchRequest(query, contents: [.secret])), proof: nil),
      .items(.update(UpdateRequest(query, changes: AttributeSet(), secret: [9])), proof: nil),
    ]
    _ = try send(requests[0], from: person)
    _ = try client.changePasscode(from: one, to: two)
    for request in requests { #expect(code { try send(request, from: person) } == .authenticationFailed) }
    let work = try send(.begin(.exportBackup(passphrase: nil)), from: person).handle()
    #expect(code { _ = try result(work, of: person) } == .authenticationFailed)
    #expect(keychain.passcode(provenBy: proof, in: session, within: .seconds(60)) == nil)
  }

  /// A program that never sends its file does not keep the other programs of the user from their backups.
  @Test func forgottenFilesOfAnotherSessionEnd() throws {
    func connection(_ identity: UInt8, _ age: Duration) -> Peer {
      var limits = ClientSession.Limits.client
      limits.workAge = age
      return Peer(caller, in: ClientSession(identity: [identity], quota: [9], limits), permissions: .all)
    }
    let (one, other) = (connection(1, .seconds(600)), connection(2, .seconds(2)))
    let handle = try send(.begin(importing(10)), from: one).handle()
    #expect(code { try send(.begin(importing(10)), from: other) } == .notAvailable)
    usleep(2_200_000)
    // A request about the work keeps it.
    try send(.write(handle, [1]), from: one)
    #expect(code { try send(.begin(importing(10)), from: other) } == .notAvailable)
    usleep(2_200_000)
    _ = try send(.begin(importing(10)), from: other)
    #expect(cause { _ = try result(handle, of: one) } == .cancelled)
  }

  /// A rotation and a compaction copy all rows, so they leave the reserve of the disk like a backup.
  @Test func copiesOfAllRowsLeaveAReserve() throws {
    try add(1)
    var limits = ClientSession.Limits.client
    limits.spared = SpooledFile.Spared(freeByteCount: 1 << 60)
    let peer = Peer(caller, in: ClientSession(identity: [1], limits), permissions: .all)
    for work in [Work.compact, .rotateKeys(nil)] {
      #expect(code { try send(.begin(work), from: peer) } == .notAvailable)
    }
    limits.spared = SpooledFile.Spared(freeByteCount: 1)
    let other = Peer(caller, in: ClientSession(identity: [2], limits), permissions: .all)
    _ = try result(send(.begin(.compact), from: other).handle(), of: other)
  }

  /// The header of a backup determines the cost of its key. Nobody can see the cost before the key is derived.
  @Test func aClientCannotChooseACostlyDerivation() throws {
    try add(1)
    let folder = try TemporaryDirectory()
    _ = try client.exportBackup(to: Array(folder("backup").utf8), passphrase: passcode("p"), replaces: false)
    var backup = try folder.read("backup")
    let unit = Argon2Cost.recommended.memory
    func set(_ passes: UInt32, _ memory: UInt32, lanes: UInt32 = 4) throws {
      for (place, number) in [(20, passes), (24, memory), (28, lanes)] {
        withUnsafeBytes(of: number.littleEndian) { backup.replaceSubrange(place..<place + 4, with: $0) }
      }
      let sum = try backup[..<176].withUnsafeBytes { try SHA256Digest.digest(of: $0) }
      backup.replaceSubrange(176..<208, with: sum)
    }
    func refusal() throws -> KeychainError? {
      let peer = peer()
      let work = Work.importBackup(
        passphrase: try passcode("p"), deviceKey: nil, isDryRun: true, byteCount: backup.count)
      let handle = try send(.begin(work), from: peer).handle()
      try send(.write(handle, backup), from: peer)
      do {
        _ = try result(handle, of: peer)
        return nil
      } catch { return error }
    }
    let costs: [(UInt32, UInt32)] = [(1, unit + 1), (7, unit), (64, unit / 8)]
    for (passes, memory) in costs {
      try set(passes, memory)
      let refusal = try refusal()
      #expect(refusal?.code == .notAvailable && refusal?.reason.contains("more work") == true, "\(passes) \(memory)")
    }
    try set(6, unit / 16)
    #expect(try refusal()?.failureCause == .passphraseWrong)
    // A program may use its own time and memory.
    try set(1, unit + 1)
    try folder.write(backup, to: "costly")
    let own = #expect(throws: KeychainError.self) {
      _ = try client.importBackup(from: Array(folder("costly").utf8), passphrase: passcode("p"), isDryRun: true)
    }
    #expect(own?.failureCause == .passphraseWrong)
  }

  @Test func workThatNobodyAsksForEnds() throws {
    var limits = ClientSession.Limits.client
    limits.workAge = .zero
    let peer = peer(limits)
    let forgotten = try send(.begin(importing(10)), from: peer).handle()
    try send(.begin(importing(10)), from: peer)
    #expect(cause { try send(.next(forgotten), from: peer) } == .unknownWork)
  }

  /// When the last reference to a session is released, all work of the session is cancelled.
  @Test func sessionEndsWithItsClient() throws {
    var peer: Peer? = Peer(caller, in: ClientSession(identity: [1]), permissions: .all)
    weak let session = peer?.session
    let handle = try send(.begin(importing(10)), from: #require(peer)).handle()
    let work = try #require(try session?.work(handle))
    peer = nil
    #expect(session == nil)
    #expect(cause { while true { _ = try work.next(until: .after(.seconds(30))) } } == .cancelled)
  }

  @Test func importReadsWhatItIsSent() throws {
    try add(3)
    let folder = try TemporaryDirectory()
    let path = Array(folder("backup").utf8)
    let exported = try client.exportBackup(to: path, passphrase: passcode("p"), replaces: false)
    #expect(exported.items == 3)
    let bytes = try folder.read("backup")
    let peer = peer()
    let work = Work.importBackup(
      passphrase: try passcode("p"), deviceKey: nil, isDryRun: true, byteCount: bytes.count)
    let handle = try send(.begin(work), from: peer).handle()
    // The service rejects more bytes than the client announced, and changes nothing.
    #expect(code { try send(.write(handle, bytes + [0]), from: peer) } == .parameter)
    try send(.write(handle, Array(bytes[..<10])), from: peer)
    // The work has not begun, and the keychain does not wait for the remaining bytes.
    guard case .progress(0, 0) = try send(.next(handle), from: peer, within: .zero) else {
      Issue.record("another reply")
      return
    }
    try send(.write(handle, Array(bytes[10...])), from: peer)
    guard case .restoration(let outcome) = try result(handle, of: peer).reply else {
      Issue.record("another reply")
      return
    }
    #expect(outcome.kept == 3)
    let large = try send(.begin(importing(1 << 20)), from: peer).handle()
    #expect(code { try send(.write(large, [UInt8](repeating: 0, count: 65_537)), from: peer) } == .parameter)
  }

  // MARK: Authority

  /// The service checks the permissions of a client before it carries out any part of a call.
  @Test func clientAsksForWhatItMay() throws {
    for request in try MessageTests.requests {
      let needed = request.permissions
      #expect(needed.rawValue.nonzeroBitCount == 1)
      let peer = Peer(caller, in: ClientSession(identity: [1]), permissions: Permissions.all.subtracting(needed))
      #expect(code { try send(request, from: peer) } == .missingEntitlement)
    }
    #expect(machine.folder.names().isEmpty)
    let administrative: [Request] = [
      .erase, .exportDeviceKey, .changePasscode(from: nil, to: try passcode("1")), .dropQuarantined,
      .begin(.exportBackup(passphrase: nil)), .begin(.rotateKeys(nil)),
    ]
    #expect(administrative.allSatisfy { $0.permissions == .administration })
    #expect(Request.begin(importing(1)).permissions == .restoration)
    #expect(Request.begin(.add([], sparingPresent: false, proof: nil)).permissions == .items)
    #expect(Request.unlock(try passcode("1")).permissions == .authentication)
  }

  // MARK: Changes

  private func addSynchronizable(_ service: String) throws {
    let attributes = AttributeSet([.service: .string(service), .synchronizable: .number(1)])
    _ = try machine.process().client.perform(.add(AddRequest(.genericPassword, attributes: attributes, secret: nil)))
  }

  @Test func changesAreReportedByCursor() throws {
    try add(1)
    let beginning = try client.changes(since: nil).cursor
    #expect(try client.changes(since: beginning, waitingFor: .zero).changes == [])
    try addSynchronizable("x")
    let first = try client.changes(since: beginning)
    #expect(first.changes.map(\.isSynchronizable) == [true])
    #expect(try client.changes(since: first.cursor, waitingFor: .zero).changes == [])
    // A cursor is valid in every process of the machine.
    #expect(try machine.process().client.changes(since: beginning).changes.count == 1)
    // A cursor stays valid after the keychain was replaced.
    _ = try machine.process().eraseEverything()
    try addSynchronizable("y")
    #expect(try client.changes(since: first.cursor).changes.map(\.isSynchronizable) == [false, true])
  }

  @Test func commitEndsTheWaitForChanges() throws {
    try add(1)
    let beginning = try client.changes(since: nil).cursor
    let waiting = BackgroundWork { [client] in try client.changes(since: beginning).changes }
    #expect(waiting.waits())
    try addSynchronizable("x")
    #expect(try waiting.end().count == 1)
  }

  @Test func keychainThatIsNotThereHasNoChangesYet() throws {
    let beginning = try client.changes(since: nil).cursor
    #expect(try client.changes(since: beginning, waitingFor: .zero).changes == [])
    #expect(machine.folder.names().isEmpty)
    try addSynchronizable("x")
    #expect(try client.changes(since: beginning).changes.count == 1)
  }

  /// Two processes may write the records of their commits in a different order than the commits.
  @Test func lateRecordsAreReported() throws {
    try add(1)
    let header = try #require(try keychain.location.vault.existing()?.header())
    let database = try #require(try header.read()?.state.databaseID)
    let beginning = try client.changes(since: nil).cursor
    func record(_ number: UInt64) throws {
      try header.record(
        CommitRecord(
          number: number, database: database, process: Int32(number), isSynchronizable: false, rows: RowCounts()))
    }
    let last = beginning.number
    try record(last + 2)
    let first = try client.changes(since: beginning)
    #expect(first.changes.map(\.process) == [Int32(last + 2)])
    try record(last + 1)
    let second = try client.changes(since: first.cursor)
    #expect(second.changes.map(\.process) == [Int32(last + 1)])
    #expect(try client.changes(since: second.cursor, waitingFor: .zero).changes == [])
    #expect(try client.changes(since: beginning).changes.count == 2)
  }

  // MARK: Services of other programs

  private static let handle = Handle(RowIdentifier(high: 1, low: 2))

  /// Work whose result was lost is not begun again, because the changes of the work may have been committed.
  @Test func workIsNotBegunAgain() throws {
    let service = ForeignService { request in
      switch request {
      case .openProof, .begin: .success(.handle(Self.handle))
      default: .failure(Handle.unknownWork)
      }
    }
    let proof = AccessProof(applicationPassword: try passcode("p"))
    #expect(
      cause {
        _ = try service.client(of: keychain).add([addition("a")], sparingPresent: false, with: proof) { _ in }
      } == .unknownWork)
    #expect(service.beginnings == 1)
  }

  @Test func repliesOfAnotherShapeAreRefused() throws {
    let service = ForeignService { request in
      switch request {
      case .begin: .success(.handle(Self.handle))
      case .next: .success(.progress(done: 0, of: 0))
      case .duplicates: .success(.flags([true]))
      default: .success(.done)
      }
    }
    let client = service.client(of: keychain)
    let batch = BatchRequest([addition("a"), addition("b")], onDuplicate: .skip)
    #expect(code { _ = try client.duplicates(of: batch) } == .internalComponent)
    // The service replies immediately and repeatedly without any progress.
    #expect(code { _ = try client.verify() } == .internalComponent)
    #expect(service.asked.withLock(\.count) < 10)
    let short = ForeignService { request in
      if case .begin = request { .success(.handle(Self.handle)) } else { .success(.ended(.batch([.added]))) }
    }
    #expect(code { _ = try short.client(of: keychain).perform(batch) } == .internalComponent)
  }

  @Test func keychainOfAnotherNameIsNotServed() {
    let error = #expect(throws: KeychainError.self) {
      try keychain.send(Call(.lock, of: .path(Array("/other".utf8))), from: Peer(.tool))
    }
    #expect(error?.failureCause == .noPlace)
  }
}
