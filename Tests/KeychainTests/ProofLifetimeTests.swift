import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the events that end a proof of the passcode.
@Suite struct ProofLifetimeTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
  }

  private func peer(_ limits: ClientSession.Limits = .client) -> Peer {
    Peer(Caller(accessGroups: ["app"]), in: ClientSession(identity: [1], limits), permissions: .all)
  }

  private func handle(
    _ request: Request, from peer: Peer, at service: LocalKeychain? = nil
  ) throws(KeychainError) -> Handle {
    try (service ?? keychain).send(Call(request), from: peer).handle()
  }

  private func derived(_ proof: Handle, _ peer: Peer) throws(KeychainError) -> Handle {
    try handle(.openProof(applicationPassword: nil, isTypedOnce: false, passcode: proof), from: peer)
  }

  private func isCurrent(_ proof: Handle, _ peer: Peer, at service: LocalKeychain? = nil) -> Bool {
    (try? (service ?? keychain).send(Call(.isCurrent(proof)), from: peer).flag()) == true
  }

  /// A clock that runs an action when a process reads the clock.
  private final class ActingClock: BootClock {
    private let action = ForkSafeMutex<(@Sendable () -> Void)?>(nil)
    var now: BootTimestamp {
      action.withLock { $0.take() }?()
      return BootTimestamp(boot: RowIdentifier(high: 1, low: 1), time: 100_000_000_000)
    }
    var suspended: Int64 { 0 }
    func whenRead(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }
  }

  /// A process proves the former passcode while another process changes the passcode. The trial uses the keybag from
  /// before the change, and succeeds after the change.
  @Test func proofOfAFormerPasscodeDoesNotSurviveItsChange() throws {
    try keychain.setPasscode(passcode("old"))
    let (clock, peer) = (ActingClock(), peer())
    let context = machine.context()
    let prover = LocalKeychain(
      StoreLocation(home: machine.folder.path), clock: SystemClock(), random: SystemRandom(),
      locking: UnlockContext(
        authority: context.authority, cache: KeyCache(), clock: clock, cost: context.cost))
    try prover.vault.open(until: .after(.seconds(30)))
    let (isTrying, isChanged) = (ForkSafeMutex(false), ForkSafeMutex(false))
    let proof = ForkSafeMutex<BackgroundWork<Handle>?>(nil)
    let old = try passcode("old")
    let changer = LocalKeychain(
      StoreLocation(home: machine.folder.path), clock: SystemClock(), random: SystemRandom(),
      locking: machine.context(),
      onStep: { (step) throws(KeychainError) in
        guard step == .derived else { return }
        // The next reading of the clock is the reading under the lock of the attempt.
        clock.whenRead {
          isTrying.withLock { $0 = true }
          _ = holds { isChanged.withLock { $0 } }
        }
        let work = BackgroundWork { try prover.send(Call(.provePasscode(old)), from: peer).handle() }
        proof.withLock { $0 = work }
        _ = holds { isTrying.withLock { $0 } }
      })
    _ = try changer.changePasscode(from: old, to: passcode("new"))
    isChanged.withLock { $0 = true }
    #expect(isTrying.withLock { $0 })
    let work = try #require(proof.withLock { $0 })
    if let handle = try? work.end() { #expect(!isCurrent(handle, peer, at: prover)) }
    #expect(throws: KeychainError.self) { try work.end() }
  }

  @Test func derivedProofsEndWithTheFirstProof() throws {
    try keychain.setPasscode(passcode("1"))
    let peer = peer()
    let first = try handle(.provePasscode(passcode("1")), from: peer)
    let second = try derived(first, peer)
    let third = try derived(second, peer)
    #expect(isCurrent(second, peer) && isCurrent(third, peer))
    _ = try keychain.send(Call(.closeProof(first)), from: peer)
    #expect(!isCurrent(second, peer) && !isCurrent(third, peer))
  }

  /// The use of a derived proof keeps the first proof in the session.
  @Test func derivedProofThatIsUsedIsNotReplaced() throws {
    try keychain.setPasscode(passcode("1"))
    var limits = ClientSession.Limits.client
    limits.proofCount = 3
    let peer = peer(limits)
    let first = try handle(.provePasscode(passcode("1")), from: peer)
    let second = try derived(first, peer)
    let open = Request.openProof(applicationPassword: try passcode("p"), isTypedOnce: false, passcode: nil)
    for _ in 0..<4 {
      _ = try handle(open, from: peer)
      #expect(isCurrent(second, peer))
    }
  }

  /// Each proof has keys in locked memory, so the programs of a user have a limited number of proofs together.
  @Test func theSessionsOfAUserShareALimit() throws {
    var limits = ClientSession.Limits.client
    limits.allProofsCount = 3
    let (one, other) = (peer(limits), peer(limits))
    let open = Request.openProof(applicationPassword: try passcode("p"), isTypedOnce: false, passcode: nil)
    let first = try handle(open, from: one)
    for _ in 0..<2 { _ = try handle(open, from: other) }
    #expect(failure { _ = try handle(open, from: one) }?.code == .notAvailable)
    _ = try keychain.send(Call(.closeProof(first)), from: one)
    _ = try handle(open, from: one)
    #expect(failure { _ = try handle(open, from: other) }?.code == .notAvailable)
  }

  /// A session with too many proofs replaces its own.
  @Test func aSessionReplacesItsProofsWhenTheUserHasManyProofs() throws {
    var limits = ClientSession.Limits.client
    (limits.proofCount, limits.allProofsCount) = (2, 2)
    let open = Request.openProof(applicationPassword: try passcode("p"), isTypedOnce: false, passcode: nil)
    let peer = peer(limits)
    for _ in 0..<5 { _ = try handle(open, from: peer) }
  }

  /// The proofs of a session end with the session.
  @Test func aSessionThatEndsFreesThePlacesOfItsProofs() throws {
    var limits = ClientSession.Limits.client
    limits.allProofsCount = 1
    let open = Request.openProof(applicationPassword: try passcode("p"), isTypedOnce: false, passcode: nil)
    for _ in 0..<3 { _ = try handle(open, from: peer(limits)) }
  }

  /// A client can keep many proofs for hours, so their passwords are small.
  @Test func aPasswordOfAProgramIsSmall() throws {
    let peer = peer()
    func open(_ count: Int) throws -> Handle {
      let password = try passcode(String(repeating: "p", count: count))
      return try handle(.openProof(applicationPassword: password, isTypedOnce: false, passcode: nil), from: peer)
    }
    _ = try open(4096)
    #expect(failure { _ = try open(4097) }?.code == .parameter)
  }

  /// The passcode of one session is changed. The service drops the proofs of all other sessions, too.
  @Test func proofsOfOtherSessionsEndWithThePasscode() throws {
    try keychain.setPasscode(passcode("1"))
    for change: Request in [.changePasscode(from: try passcode("1"), to: try passcode("2")), .erase] {
      let (mine, other) = (peer(), peer())
      let text = if case .erase = change { "2" } else { "1" }
      let proof = try handle(.provePasscode(passcode(text)), from: other)
      #expect(isCurrent(proof, other))
      _ = try keychain.send(Call(change), from: mine)
      let error = #expect(throws: KeychainError.self) { try keychain.send(Call(.isCurrent(proof)), from: other) }
      #expect(error?.cause == .unknownProof)
    }
    // The question about a proof makes no new keychain.
    #expect(try keychain.client.isPresent() == false)
  }

  @Test func questionAboutAProofMakesNoKeychain() throws {
    try keychain.setPasscode(passcode("1"))
    let peer = peer()
    let proof = try handle(.provePasscode(passcode("1")), from: peer)
    _ = try machine.process().eraseEverything()
    #expect(!isCurrent(proof, peer))
    #expect(try keychain.client.isPresent() == false)
  }

  /// A process was killed while it erased the keychain.
  @Test func questionAboutAProofFinishesNoErasure() throws {
    try keychain.setPasscode(passcode("1"))
    let peer = peer()
    let proof = try handle(.provePasscode(passcode("1")), from: peer)
    let erasing = LocalKeychain(
      keychain.location, clock: SystemClock(), random: SystemRandom(), locking: machine.context(),
      onStep: Interruption(at: .erasureNamed).done)
    #expect(throws: KeychainError.self) { try erasing.eraseEverything() }
    let names = machine.folder.names()
    let error = #expect(throws: KeychainError.self) { try keychain.send(Call(.isCurrent(proof)), from: peer) }
    #expect(error?.cause == .unknownProof)
    #expect(machine.folder.names() == names)
  }

  /// Another process changes the passcode after the service found the proof, and before the transaction of the call.
  @Test func proofEndsWithThePasscodeDuringACall() throws {
    let (clock, peer) = (ActingKeychainClock(), peer())
    let service = machine.process(clock: clock)
    try service.setPasscode(passcode("1"))
    let proof = try handle(.provePasscode(passcode("1")), from: peer, at: service)
    var guarded = AddRequest(
      .genericPassword, attributes: AttributeSet([.service: .string("mail"), .accessGroup: .string("app")]), secret: [1]
    )
    guarded.attributes[.accessible] = .string("akpu")
    guarded.attributes[.accessControl] = .number(1)
    let changer = machine.process()
    clock.whenRead { _ = try? changer.changePasscode(from: passcode("1"), to: passcode("2")) }
    let error = #expect(throws: KeychainError.self) {
      try service.send(Call(.items(.add(guarded), proof: proof)), from: peer)
    }
    #expect(error?.cause == .unknownProof)
    #expect(try service.client.countItems() == 0)
    // The same call with a proof of the present passcode succeeds.
    let present = try handle(.provePasscode(passcode("2")), from: peer, at: service)
    _ = try service.send(Call(.items(.add(guarded), proof: present)), from: peer)
    #expect(try service.client.countItems() == 1)
  }
}
