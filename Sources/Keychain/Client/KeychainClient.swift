import Glibc
package import KeychainCrypto
import KeychainFiles
package import KeychainModel
package import KeychainTransport
import Vault

/// The keychain as one program uses it. Each request to the service is a function. The type also contains the state
/// that stays in the program.
///
/// `Request` describes each function and its errors.
package struct KeychainClient: Sendable {
  private let service: any KeychainService
  /// The search list of the user; nil for a client of one keychain.
  package let list: KeychainSearchList?
  /// The keychains whose items the calls use.
  package private(set) var scope = KeychainScope.standard
  /// Whether the service runs in this process. Replies of such a service cannot be lost, so calls need no identifiers.
  package let isInProcess: Bool
  private let peer: Peer
  /// The longest time that each call may wait for other programs; nil for 30 seconds.
  private(set) var timeLimit: Duration?
  /// What the client remembers of a service in another process; nil for a service in this process.
  private(set) var remote: RemoteClientState?
  /// Called after every commit of this client, on the thread of the call; nil when there are no observers.
  private let onChange: (@Sendable (KeychainChange) -> Void)?

  /// The paths of the files of the keychain, for messages and for checks of the paths of exported files.
  package let location: StoreLocation
  /// The trust settings that belong to the keychain.
  package let trustSettings: TrustSettingsStore

  package init(
    _ service: any KeychainService, _ peer: Peer, at location: StoreLocation,
    _ trustSettings: TrustSettingsStore, timeLimit: Duration? = nil,
    onChange: (@Sendable (KeychainChange) -> Void)? = nil
  ) {
    self.timeLimit = timeLimit
    self.onChange = onChange
    self.service = service
    list = service as? KeychainSearchList
    isInProcess = service.isInProcess
    remote = service.isInProcess ? nil : RemoteClientState()
    self.peer = peer
    self.location = location
    self.trustSettings = trustSettings
  }

  /// Makes a client of the keychain in this process.
  package init(
    _ keychain: LocalKeychain, as caller: Caller, onChange: (@Sendable (KeychainChange) -> Void)? = nil
  ) {
    self.init(
      KeychainSearchList(keychain), Peer(caller), at: keychain.location,
      TrustSettingsStore(keychain.location, clock: keychain.clock), onChange: onChange)
  }

  /// Makes a client of the login keychain at a location: in `keychaind`, or in this process.
  ///
  /// - Throws: The errors of `LoginKeychain.service`.
  package static func login(
    at location: StoreLocation, as caller: Caller, onChange: (@Sendable (KeychainChange) -> Void)? = nil
  ) throws(KeychainError) -> KeychainClient {
    let service = try LoginKeychain.service(at: location)
    if let keychain = service as? LocalKeychain { return KeychainClient(keychain, as: caller, onChange: onChange) }
    return ofService(service, at: location, as: caller, onChange: onChange)
  }

  /// Makes a client of a login keychain in another process. The other files of the user are at a location.
  package static func ofService(
    _ service: any KeychainService, at location: StoreLocation, as caller: Caller,
    onChange: (@Sendable (KeychainChange) -> Void)? = nil
  ) -> KeychainClient {
    var location = location
    location.usesUserPreferences = !ApplicationProcess.isApplication
    return KeychainClient(
      KeychainSearchList(service, at: location), Peer(caller), at: location,
      TrustSettingsStore(location, clock: SystemClock()), onChange: onChange)
  }

  /// Makes a client of a keychain in `keychaind` that this process of root administers.
  package static func administering(_ service: any KeychainService) -> KeychainClient {
    let location = StoreLocation(home: "/root/.local/share/latchkey")
    return KeychainClient(service, Peer(.tool), at: location, TrustSettingsStore(location))
  }

  /// Who this process is for `keychaind`; nil when the keychain of this client is in this process. For a client of all
  /// keychains, the answer is about the login keychain.
  ///
  /// - Throws: `.notAvailable` when the service cannot be reached.
  package func identityInService() throws(KeychainError) -> Welcome? {
    try ((list?.login ?? service) as? RemoteKeychain)?.identity()
  }

  package var caller: Caller { peer.caller }

  /// A client whose calls use the items of other keychains. A client of one keychain has no other keychains.
  package func scoped(to scope: KeychainScope) -> KeychainClient {
    if case .standard = scope, case .standard = self.scope { return self }
    var client = self
    client.scope = scope
    return client
  }

  /// A client whose calls wait for other programs at most for this time.
  package func limited(to timeLimit: Duration) -> KeychainClient {
    var client = self
    client.timeLimit = timeLimit
    return client
  }

  /// A client of one keychain, for calls about the keychain as a whole.
  ///
  /// - Throws: The reason why the keychain cannot be used; `.noSuchKeychain` for a client of another single keychain.
  package func client(of path: KeychainPath) throws(KeychainError) -> KeychainClient {
    guard let list else {
      guard path == .login else { throw KeychainError(.noSuchKeychain, "this client uses one keychain") }
      return self
    }
    guard path != .login else {
      var client = KeychainClient(
        list.login, peer, at: location, trustSettings, timeLimit: timeLimit, onChange: onChange)
      client.remote = remote
      return client
    }
    return try client(of: path, in: list, as: peer.caller)
  }

  /// A client of one keychain for calls about items, with the rights that the calls of this client have there.
  ///
  /// - Throws: The reason why the keychain cannot be used.
  func client(ofMember path: KeychainPath) throws(KeychainError) -> KeychainClient {
    guard path != .login, let list else { return try client(of: path) }
    return try client(of: path, in: list, as: KeychainSearchList.caller(scope, peer.caller))
  }

  private func client(
    of path: KeychainPath, in list: KeychainSearchList, as caller: Caller
  ) throws(KeychainError) -> KeychainClient {
    let (service, location) = try list.service(path)
    return KeychainClient(
      service, Peer(caller), at: location, trustSettings, timeLimit: timeLimit, onChange: onChange)
  }

  /// Whether a handle of `other` is valid for this client.
  func isSameSession(as other: KeychainClient) -> Bool {
    service.sessionOwner === other.service.sessionOwner && peer.session === other.peer.session
  }

  /// - Parameter identifier: The identifier of a call that the service must carry out only once; nil for any other
  ///   call.
  func send(_ request: consuming Request, _ identifier: RequestIdentifier? = nil) throws(KeychainError) -> Reply {
    try send(Call(request, in: scope, timeLimit: timeLimit, identifier: identifier))
  }

  /// Sends a call. A read is sent a second time when its reply is lost.
  private func send(_ call: consuming Call) throws(KeychainError) -> Reply {
    call.person = remote?.person
    do throws(KeychainError) {
      return posting(try service.send(call, from: peer))
    } catch {
      guard error.cause == .connectionLost, call.request.isRead else { throw error }
    }
    return posting(try service.send(call, from: peer))
  }

  /// Notifies observers when `reply` reports a commit. Returns the reply without this report. The call has ended, so an
  /// observer may make another call.
  @inline(__always)
  private func posting(_ reply: Reply) -> Reply {
    switch reply {
    case .committed(let reply, let isSynchronizable):
      post(isSynchronizable)
      return reply
    case .ended(.committed(let reply, let isSynchronizable)):
      post(isSynchronizable)
      return .ended(reply)
    default: return reply
    }
  }

  func post(_ isSynchronizable: Bool) {
    guard let onChange else { return }
    ForkGate.notify { onChange(KeychainChange(isSynchronizable: isSynchronizable, process: getpid())) }
  }

  /// Closes the handle of a proof. Errors are ignored: the service also closes the handle when the connection ends.
  func close(_ handle: Handle) { _ = try? send(.closeProof(handle)) }

  // MARK: Items

  /// - Parameter proof: The proof of the caller; nil when the caller has no proof.
  package func perform(
    _ request: ItemRequest, with proof: AccessProof? = nil
  ) throws(KeychainError) -> [Item] {
    guard isInProcess else { return try performRemotely(request, with: proof) }
    // This is the most frequent call, so the path is short.
    guard let proof else {
      let reply = try service.send(Call(.items(request, proof: nil), in: scope, timeLimit: timeLimit), from: peer)
      // A search commits nothing.
      if case .items(let items) = reply { return items }
      return try posting(reply).items()
    }
    return try using(proof) { (handle) throws(KeychainError) in
      try send(.items(request, proof: handle)).items()
    }
  }

  /// Adds all items, or no item.
  ///
  /// - Parameter onProgress: Called with the number of items processed so far.
  package func add(
    _ requests: [AddRequest], sparingPresent: Bool, with proof: AccessProof? = nil,
    onProgress: (Int) -> Void
  ) throws(KeychainError) -> [Item] {
    guard let list else { return try addHere(requests, sparingPresent, proof, onProgress) }
    let path = try list.pathForNewItems(scope, requests)
    return try list.labelled(try client(of: path).addHere(requests, sparingPresent, proof, onProgress), path)
  }

  private func addHere(
    _ requests: [AddRequest], _ sparingPresent: Bool, _ proof: AccessProof?, _ onProgress: (Int) -> Void
  ) throws(KeychainError) -> [Item] {
    if service is CertificateBundle {
      return try send(.items(.addAll(requests, sparingPresent: sparingPresent), proof: nil)).items()
    }
    let reply = try once { (identifier) throws(KeychainError) in
      try using(proof) { (handle) throws(KeychainError) in
        try run(.add(requests, sparingPresent: sparingPresent, proof: handle), as: identifier) { done, _ in
          onProgress(done)
        }
      }
    }
    return try items(reply, of: .addAll(requests), with: proof)
  }

  /// - Parameter onProgress: Called with the number of items processed so far.
  package func perform(
    _ batch: BatchRequest, onProgress: (Int) -> Void = { _ in }
  ) throws(KeychainError) -> [BatchOutcome] {
    let target = try forNewItems(batch)
    return target.service is CertificateBundle
      ? try target.addToBundle(batch) : try target.performHere(batch, onProgress)
  }

  /// The client of the keychain to which a batch is added.
  private func forNewItems(_ batch: BatchRequest) throws(KeychainError) -> KeychainClient {
    guard let list else { return self }
    return try client(of: try list.pathForNewItems(scope, batch.additions))
  }

  private func addToBundle(_ batch: BatchRequest) throws(KeychainError) -> [BatchOutcome] {
    do throws(KeychainError) {
      return try addHere(batch.additions, true, nil, { _ in }).map { $0.wasPresent ? .skipped : .added }
    } catch {
      guard error.cause == .allPresent else { throw error }
      return batch.additions.map { _ in .skipped }
    }
  }

  private func performHere(
    _ batch: BatchRequest, _ onProgress: (Int) -> Void
  ) throws(KeychainError) -> [BatchOutcome] {
    let reply = try once { (identifier) throws(KeychainError) in
      try run(.batch(batch), as: identifier) { done, _ in onProgress(done) }
    }
    guard case .batch(let outcomes) = try reply.known(), outcomes.count == batch.additions.count else {
      throw Reply.unexpected
    }
    return outcomes
  }

  package func duplicates(of batch: BatchRequest) throws(KeychainError) -> [Bool] {
    guard case .flags(let flags) = try forNewItems(batch).send(.duplicates(batch)), flags.count == batch.additions.count
    else {
      throw Reply.unexpected
    }
    return flags
  }

  package func countItems() throws(KeychainError) -> Int? { try send(.countItems).count() }

  package func countUnreadable(
    of classes: [ItemClass] = ItemClass.stored
  ) throws(KeychainError) -> UnreadableCount {
    guard case .unreadable(let count) = try send(.countUnreadable(classes)) else {
      throw Reply.unexpected
    }
    return count
  }

  /// The outcome of a call of this client.
  package func outcome(of identifier: RequestIdentifier) throws(KeychainError) -> RequestOutcome {
    guard case .outcome(let outcome) = try send(.outcome(of: identifier)) else {
      throw Reply.unexpected
    }
    return outcome
  }

  /// Performs an operation with a private key. The key does not leave the service.
  package func use(
    _ request: KeyOperationRequest, with proof: AccessProof? = nil
  ) throws(KeychainError) -> [UInt8] {
    try using(proof) { (handle) throws(KeychainError) in
      guard case .result(let bytes) = try send(.use(request, proof: handle)) else {
        throw Reply.unexpected
      }
      return bytes
    }
  }

  /// Runs `body` with the handle of a proof. If the service does not know the handle, the client sends the proof again
  /// and runs `body` a second time. The second run is safe, because the service looks up the proof before it changes an
  /// item, so the first run changed nothing.
  func using<Result>(
    _ proof: AccessProof?, _ body: (Handle?) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let handle = try proof?.handle(self)
    do throws(KeychainError) {
      return try body(handle)
    } catch {
      guard let proof, let handle, error.cause == .unknownProof else { throw error }
      proof.forget(handle)
    }
    return try body(try proof?.handle(self))
  }

  // MARK: Proofs

  package func provePasscode(_ passcode: Passcode) throws(KeychainError) -> PasscodeProof {
    PasscodeProof(self, try send(.provePasscode(passcode)).handle())
  }

  /// Proves the passcode of the person. All later calls of this client use the items of every program, and may use the
  /// keychain as a whole, for at most five minutes. Does nothing when the service runs in this process.
  ///
  /// - Throws: `.authenticationFailed` when the passcode is wrong or may not be tried yet; `.notAvailable` when no passcode
  ///   is set.
  package func actForPerson(_ passcode: Passcode) throws(KeychainError) {
    guard let remote else { return }
    remote.person = nil
    remote.person = try send(.provePasscode(passcode)).handle()
  }

  package func requirePasscodeAttempt() throws(KeychainError) {
    _ = try send(.requirePasscodeAttempt)
  }

  // MARK: The keychain

  package func isPresent() throws(KeychainError) -> Bool { try send(.isPresent).flag() }

  package func open() throws(KeychainError) { _ = try send(.open) }

  package func close() { _ = try? send(.close) }

  package func lockStatus() throws(KeychainError) -> LockStatus {
    guard case .status(let status) = try send(.status) else { throw Reply.unexpected }
    return status
  }

  package func hasPasscode() throws(KeychainError) -> Bool { try lockStatus().hasPasscode }

  package func canBeLocked() throws(KeychainError) -> Bool { try send(.canBeLocked).flag() }

  @discardableResult
  package func lock() throws(KeychainError) -> Bool { try send(.lock).flag() }

  @discardableResult
  package func unlock(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    try send(.unlock(passcode)).refusal()
  }

  package func set(_ settings: LockSettings) throws(KeychainError) { _ = try send(.set(settings)) }

  @discardableResult
  package func setPasscode(
    _ passcode: Passcode, isLoginPassword: Bool = false
  ) throws(KeychainError) -> KeychainError? {
    try send(.changePasscode(from: nil, to: passcode, isLoginPassword: isLoginPassword)).refusal()
  }

  @discardableResult
  package func changePasscode(
    from old: Passcode, to new: Passcode, isLoginPassword: Bool = false
  ) throws(KeychainError) -> KeychainError? {
    try send(.changePasscode(from: old, to: new, isLoginPassword: isLoginPassword)).refusal()
  }

  package func removePasscode(_ passcode: Passcode) throws(KeychainError) {
    _ = try send(.changePasscode(from: passcode, to: nil))
  }

  /// Unlocks the keychain with the passcode that the service received at its start.
  package func unlockWithGivenPasscode() throws(KeychainError) -> KeychainError? {
    try send(.unlockWithGivenPasscode).refusal()
  }

  /// The passcode that this process received at its start; nil when it received no passcode.
  package func givenPasscode() throws(KeychainError) -> Passcode? {
    try PasscodeSource(location.vault)?.read()
  }

  // MARK: Changes

  /// Returns the commits of all processes since a cursor, the oldest first, and the cursor after these commits.
  ///
  /// - Parameters:
  ///   - cursor: The cursor; nil to get the current cursor without waiting.
  ///   - limit: The longest time to wait for a commit; nil for 30 seconds.
  package func changes(
    since cursor: ChangeCursor?, waitingFor limit: Duration? = nil
  ) throws(KeychainError) -> (changes: [KeychainChange], cursor: ChangeCursor) {
    guard case .changes(let changes, let next) = try send(Call(.changes(since: cursor), timeLimit: limit)) else {
      throw Reply.unexpected
    }
    return (changes, next)
  }

  // MARK: Work that takes long

  /// - Parameters:
  ///   - identifier: The identifier of work that the service must carry out only once; nil for any other work.
  ///   - file: The file that the work reads; nil when the work reads no file.
  ///   - onBytes: Receives the bytes that the work writes.
  func run(
    _ work: Work, as identifier: RequestIdentifier? = nil, sending file: InputFile? = nil,
    _ onProgress: (Int, Int) -> Void,
    onBytes: ([UInt8]) throws(KeychainError) -> Void = { (_) throws(KeychainError) in
      throw Reply.unexpected
    }
  ) throws(KeychainError) -> Reply {
    let handle = try send(.begin(work), identifier).handle()
    do throws(KeychainError) {
      if let file { try send(file, handle) }
      var last = (0, 0)
      var (second, reports) = (Deadline.after(.seconds(1)), 0)
      while true {
        let asked = Deadline.after(Call.longestTimeLimit)
        switch try next(of: handle) {
        case .progress(let done, let total):
          // The service repeats the last progress only when it has waited for new progress for the whole time limit. An
          // earlier repetition is an error.
          guard (done, total) != last || asked.remaining < .seconds(1) else { throw Reply.unexpected }
          // A service reports progress ten times a second at most.
          if second.remaining == .zero { (second, reports) = (.after(.seconds(1)), 0) }
          reports += 1
          guard reports <= Self.largestReportCount else { throw Reply.unexpected }
          last = (done, total)
          if total > 0 { onProgress(done, total) }
        case .bytes(let bytes):
          guard !bytes.isEmpty else { throw Reply.unexpected }
          try onBytes(bytes)
        case .ended(let reply): return reply
        default: throw Reply.unexpected
        }
      }
    } catch {
      // After a lost connection, the client sends no `cancel`, because the service has already cancelled the work. If
      // the work has already finished, `cancel` fails, because the service no longer knows the handle.
      if !error.isLoss, (try? send(.cancel(handle))) != nil { _ = try? next(of: handle) }
      throw error
    }
  }

  /// The largest number of reports of progress in a second. More reports come from a faulty service.
  private static let largestReportCount = 50

  private func next(of work: Handle) throws(KeychainError) -> Reply {
    posting(try service.send(Call(.next(work), timeLimit: Call.longestTimeLimit), from: peer))
  }

  private func send(_ file: InputFile, _ handle: Handle) throws(KeychainError) {
    var offset = 0
    while offset < file.byteCount {
      var piece = [UInt8](
        repeating: 0, count: min(RunningWork.pieceByteCount, file.byteCount - offset))
      try piece.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
        try file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      }
      _ = try send(.write(handle, piece))
      offset += piece.count
    }
  }
}
