import CPlatform
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainTransport
import Vault

/// A keychain of the service, and the connections that asked for notices of its commits.
final class ServedKeychain: Sendable {
  let keychain: LocalKeychain
  private let tickets: KeychainTickets
  private let unlocking: UnlockContext
  private let subscribers = ForkSafeMutex<Set<UInt64>>([])
  private let use = ForkSafeMutex(Use())

  private struct Use: Sendable {
    var clientCount = 0
    /// The time of the end of the last client.
    var ended: Int64 = 0
    /// Whether a client had the keychain since the last closing.
    var mayBeOpen = false
  }

  /// - Parameters:
  ///   - context: What unlocking needs, for all keychains of the service.
  ///   - onCommit: Called after each commit that changes items, on the thread of the commit.
  init(
    _ location: StoreLocation, _ context: UnlockContext, clock: any KeychainClock,
    onCommit: @escaping @Sendable () -> Void
  ) {
    tickets = KeychainTickets(context.authority)
    unlocking = UnlockContext(authority: tickets, cache: context.cache, clock: context.clock, cost: context.cost)
    keychain = LocalKeychain(location, clock: clock, locking: unlocking, onCommit: onCommit)
  }

  private static let service = Peer(Caller(accessGroups: []))

  func hasPasscode() throws(KeychainError) -> Bool {
    guard case .flag(let hasPasscode) = try keychain.send(Call(.canBeLocked), from: Self.service) else { return false }
    return hasPasscode
  }

  /// Carries out a call that changes the passcode, and records the grade of a program that sets the first one.
  ///
  /// - Throws: The errors of the call, and of `losing` for a removal, with which items may be lost.
  func changePasscode(
    _ call: Call, from peer: Peer, _ reservedGroups: (UInt8) -> Set<String>
  ) throws(KeychainError) -> Reply {
    try keychain.using { () throws(KeychainError) in try change(call, peer, reservedGroups) }
  }

  private func change(
    _ call: Call, _ peer: Peer, _ reservedGroups: (UInt8) -> Set<String>
  ) throws(KeychainError) -> Reply {
    try keychain.passcodeGrade.withLock { (record) throws(KeychainError) in
      if case .changePasscode(let old?, nil, _) = call.request {
        // A program without the passcode does not learn whether the keychain has items of protected applications.
        try requirePasscode(old, call, peer)
        return try losing(reservedGroups) { () throws(KeychainError) in try keychain.send(call, from: peer) }
      }
      // The grade is recorded before the passcode is set, so no passcode has a higher grade than its program.
      if try !hasPasscode() { try record(peer.caller.grade) }
      return try keychain.send(call, from: peer)
    }
  }

  private func requirePasscode(_ passcode: Passcode, _ call: Call, _ peer: Peer) throws(KeychainError) {
    guard try hasPasscode() else { return }
    let trial = Call(.provePasscode(passcode), of: call.keychain, timeLimit: call.timeLimit)
    guard case .handle(let proof) = try keychain.send(trial, from: peer) else { return }
    _ = try keychain.send(Call(.closeProof(proof)), from: peer)
  }

  /// Carries out a login of the user. See `LocalKeychain.logIn`.
  func logIn(_ event: Login.Event, until deadline: Deadline) throws(KeychainError) -> LoginPassword {
    beginUse()
    defer { endUse() }
    return try keychain.using { () throws(KeychainError) in
      guard case .change = event else { return try keychain.logIn(event, until: deadline) }
      return try keychain.passcodeGrade.withLock { (_) throws(KeychainError) in
        try keychain.logIn(event, until: deadline)
      }
    }
  }

  /// Runs `body`, with which items may be lost. The passcode gives no power over the items of programs of a higher grade
  /// than the program that set it.
  ///
  /// - Parameter reservedGroups: The groups in which a caller of a grade may store nothing. Without such groups, the machine
  ///   has no application of a higher grade.
  /// - Throws: The errors of `LocalKeychain.losing`, and of `body`.
  func losing<Result>(
    _ reservedGroups: (UInt8) -> Set<String>, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try keychain.using { () throws(KeychainError) in
      let grade = try keychain.passcodeGrade.value()
      return try keychain.losing(
        upToGrade: grade, mayHaveOthers: !reservedGroups(grade).isEmpty, until: .after(Call.longestTimeLimit), body)
    }
  }

  /// The grade of a person who proves the passcode. A passcode proves only that a program knows what another program set,
  /// so the person sees the items up to the grade of the program that set the passcode. Items of system units stay closed.
  func gradeOfPerson() throws(KeychainError) -> UInt8 {
    min(try keychain.passcodeGrade.value(), Grade.protectedProgram.rawValue)
  }

  /// The caller of calls that act for the person. The person stores items for every program.
  static func person(_ passcode: ProvenPasscode, _ grade: UInt8, reservedGroups: Set<String>) -> Caller {
    Caller(
      accessGroups: [Caller.loginGroup, Caller.everyGroup], grade: grade,
      storedGrade: min(grade, Grade.userProgram.rawValue), reservedGroups: reservedGroups, person: passcode)
  }

  /// Whether root removed or replaced the keychain. Its clients must connect again.
  var isRetired: Bool { keychain.isRetired }

  /// Ends the use of the keychain. See `LocalKeychain.retire`.
  func retire() throws(KeychainError) { try keychain.retire(until: .after(Self.retirementTime)) }

  private static let retirementTime = Duration.seconds(10)

  /// Forgets a vault that leaves the service: its keys, and the ticket of its unlocking.
  func forget(_ vaultID: RowIdentifier) {
    unlocking.cache.remove(vaultID)
    do throws(KeychainError) { try tickets.revoke(.whenUnlocked, of: vaultID) } catch {
      Log.error("the ticket of a keychain stays", error)
    }
  }

  /// The identifiers of the connections that asked for notices.
  var subscriberIdentifiers: Set<UInt64> { subscribers.withLock { $0 } }

  func subscribe(_ connection: UInt64) { subscribers.withLock { _ = $0.insert(connection) } }

  func unsubscribe(_ connection: UInt64) { subscribers.withLock { _ = $0.remove(connection) } }

  func beginUse() {
    use.withLock { use in
      use.clientCount += 1
      use.mayBeOpen = true
    }
  }

  func endUse() {
    use.withLock { use in
      use.clientCount -= 1
      use.ended = lk_monotonic_now()
    }
  }

  /// Closes the files of a keychain that had no client for a time. The next call opens them again.
  func closeIfIdle(at now: Int64, after time: Duration) {
    let isIdle = use.withLock { use in
      guard use.mayBeOpen, use.clientCount == 0, .nanoseconds(now - use.ended) >= time else { return false }
      use.mayBeOpen = false
      return true
    }
    if isIdle { close() }
  }

  /// Moves the write-ahead log into the database, and closes the files.
  func close() { _ = try? keychain.send(Call(.close), from: Self.service) }

  // MARK: Locking

  /// Whether keys that locking revokes are in the memory of the service, or a program may be unlocking the keychain.
  var mayBeUnlocked: Bool {
    guard use.withLock({ $0.clientCount }) == 0 else { return true }
    guard let vaultID = tickets.vaultID else { return false }
    return hasKeys(vaultID)
  }

  private func hasKeys(_ vaultID: RowIdentifier) -> Bool {
    unlocking.cache.keys(of: vaultID)?.validity != nil || tickets.ticket(.whenUnlocked, of: vaultID) != nil
  }

  /// The time for which a locking that the service begins itself waits for the writers of the keychain. The keys are
  /// revoked before.
  private static let lockTime = Duration.seconds(2)

  /// Locks the keychain for all programs, and ends unlockings that are under way. A keychain without a passcode stays as it
  /// is.
  func lock() {
    // The keys are revoked also when the files of the keychain cannot be read.
    let isUnlocked = tickets.vaultID.map { hasKeys($0) } ?? false
    if !isUnlocked, (try? hasPasscode()) == false { return }
    beginUse()
    defer { endUse() }
    do throws(KeychainError) {
      _ = try keychain.send(Call(.lock, timeLimit: Self.lockTime), from: Self.service)
    } catch { Log.error("a keychain could not be locked", error) }
  }

  /// Forgets the keys of a keychain that has locked itself, after its time or because the machine slept.
  func forgetEndedKeys() {
    guard let vaultID = tickets.vaultID, let keys = unlocking.cache.keys(of: vaultID), let validity = keys.validity,
      !validity.holds(keys.state, unlocking.clock)
    else { return }
    beginUse()
    defer { endUse() }
    do throws(KeychainError) {
      // The keychain is opened again, without the keys.
      _ = try keychain.send(Call(.open, timeLimit: Self.lockTime), from: Self.service)
      Log.notice("a keychain has locked itself")
    } catch {
      Log.error("a keychain that has locked itself cannot be opened", error)
      lock()
    }
  }

  /// Finds the keys in the tickets of an earlier process of the service, so that the keychain locks itself in time. Also
  /// applies new settings.
  func findKeys() throws(KeychainError) { _ = try keychain.send(Call(.status), from: Self.service) }
}
