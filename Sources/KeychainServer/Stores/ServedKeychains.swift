import CPlatform
import Synchronization
import Glibc
package import Keychain
import KeychainFiles
import KeychainLog
import KeychainModel
package import KeychainTransport
package import Vault

/// A keychain of the service, and the connections that asked for notices of its commits.
final class ServedKeychain: Sendable {
  let keychain: LocalKeychain
  private let subscribers = ForkSafeMutex<Set<UInt64>>([])
  private let use = ForkSafeMutex(Use())
  private let retired = Atomic(false)

  private struct Use: Sendable {
    var clientCount = 0
    /// The time of the end of the last client.
    var ended: Int64 = 0
    /// Whether a client had the keychain since the last closing.
    var mayBeOpen = false
  }

  init(_ keychain: LocalKeychain) {
    self.keychain = keychain
  }

  private static let service = Peer(Caller(accessGroups: []))

  func hasPasscode() throws(KeychainError) -> Bool {
    guard case .flag(let hasPasscode) = try keychain.send(Call(.canBeLocked), from: Self.service) else { return false }
    return hasPasscode
  }

  /// Carries out a call that changes the passcode, and records the grade of a program that sets the first one.
  ///
  /// - Throws: The errors of the call, and of `requireCovered` for a removal, with which items may be lost.
  func changePasscode(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    try keychain.passcodeGrade.withLock { (record) throws(KeychainError) in
      if case .changePasscode(_, nil, _) = call.request { try requireCovered() }
      // The grade is recorded before the passcode is set, so no passcode has a higher grade than its program.
      if try !hasPasscode() { try record(peer.caller.grade) }
      return try keychain.send(call, from: peer)
    }
  }

  /// Carries out a login of the user. See `LocalKeychain.logIn`.
  func logIn(_ event: Login.Event, until deadline: Deadline) throws(KeychainError) -> LoginPassword {
    beginUse()
    defer { endUse() }
    guard case .change = event else { return try keychain.logIn(event, until: deadline) }
    return try keychain.passcodeGrade.withLock { (_) throws(KeychainError) in try keychain.logIn(event, until: deadline)
    }
  }

  /// - Throws: `.missingEntitlement` when the keychain has items of programs of a higher grade than the program that set
  ///   the passcode. The passcode gives no power over these items.
  func requireCovered() throws(KeychainError) {
    guard try keychain.hasItems(aboveGrade: try keychain.passcodeGrade.value()) else { return }
    throw KeychainError(
      .missingEntitlement,
      "the keychain has items of protected applications, which the passcode does not cover; delete them with their "
        + "applications, or let the administrator remove the keychain")
  }

  /// The caller of calls that act for the person. A passcode proves only that a program knows what another program set,
  /// so the person sees the items up to the grade of the program that set the passcode. Items of system units stay
  /// closed. The person stores items for every program.
  ///
  /// - Parameter reservedGroups: The groups in which a caller of a grade may store nothing.
  func person(_ reservedGroups: (UInt8) -> Set<String>) throws(KeychainError) -> Caller {
    let grade = min(try keychain.passcodeGrade.value(), Grade.protectedProgram.rawValue)
    return Caller(
      accessGroups: [Caller.loginGroup, Caller.everyGroup], grade: grade,
      storedGrade: min(grade, Grade.userProgram.rawValue), reservedGroups: reservedGroups(grade))
  }

  /// Whether root removed the keychain. Its connections must end then, because they would make its folder again.
  var isRetired: Bool { retired.load(ordering: .acquiring) }

  func retire() { retired.store(true, ordering: .releasing) }

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

  /// Destroys the keys, and removes the files of the vault.
  func erase() throws(KeychainError) { _ = try keychain.send(Call(.erase), from: Self.service) }

  /// Moves the write-ahead log into the database, and closes the files.
  func close() { _ = try? keychain.send(Call(.close), from: Self.service) }
}

/// The keychains of all users and system units. Each keychain has a folder of its own, which belongs to the service.
package final class ServedKeychains: Sendable {
  private let folder: String
  private let credentialsDirectory: String?
  private let accounts: UserAccounts
  private let context: UnlockContext
  private let clock: any KeychainClock
  private let idleTime: Duration
  private let keychains = ForkSafeMutex<[StoreName: ServedKeychain]>([:])
  /// Called after each commit in a keychain; nil before a server observes the keychains.
  private let observer = ForkSafeMutex<(@Sendable (ServedKeychain) -> Void)?>(nil)
  /// Locked while the owner of a keychain is recorded.
  private let ownership = ForkSafeMutex(())

  /// - Parameters:
  ///   - folder: The folder that contains the folders of the keychains.
  ///   - credentialsDirectory: The folder with the secret of the machine, from which the device keys of the keychains
  ///     without a file with a device key are derived; nil for a device key in the folder of each keychain.
  ///   - idleTime: The time after which the files of a keychain without clients are closed.
  ///   - context: What unlocking needs. The keys stay in the memory of the service.
  package init(
    _ folder: String, credentialsDirectory: String? = nil, accounts: UserAccounts = .system,
    idleTime: Duration = .seconds(60),
    context: UnlockContext = UnlockContext(authority: MemoryTickets(), cache: KeyCache(), clock: SystemBootClock()),
    clock: any KeychainClock = SystemClock()
  ) {
    self.folder = folder
    self.credentialsDirectory = credentialsDirectory
    self.accounts = accounts
    self.context = context
    self.clock = clock
    self.idleTime = idleTime
  }

  /// Calls a function after each commit that changes items, on the thread of the commit.
  func observe(_ body: @escaping @Sendable (ServedKeychain) -> Void) { observer.withLock { $0 = body } }

  private func noteCommit(_ name: StoreName) {
    guard let served = keychains.withLock({ $0[name] }) else { return }
    observer.withLock { $0 }?(served)
  }

  /// The keychain of a name, for a client that connects, or whose rights are decided again. The owner is compared each
  /// time, because an account may have ended since the last time. Before the first request that stores an item, only the
  /// record of the owner is created.
  ///
  /// - Throws: `.notAvailable` when the user has no account, or when the keychain belongs to an earlier user with the same
  ///   number.
  func keychain(_ name: StoreName) throws(KeychainError) -> ServedKeychain {
    try claim(path(of: name), for: name)
    return administered(name)
  }

  private func path(of name: StoreName) -> String { "\(folder)/\(name.folderName)" }

  /// The keychain of a name, whoever owns it. Nothing is created.
  func administered(_ name: StoreName) -> ServedKeychain {
    keychains.withLock { keychains in
      if let known = keychains[name] { return known }
      let new = make(name, location(of: name))
      keychains[name] = new
      return new
    }
  }

  /// A keychain from before the administrator made the device key of the machine keeps its own device key.
  private func location(of name: StoreName) -> StoreLocation {
    let own = StoreLocation(home: path(of: name))
    let hasOwnKey = access(own.deviceKeyPath, F_OK) == 0
    var location = hasOwnKey ? own : StoreLocation(home: path(of: name), credentialsDirectory: credentialsDirectory)
    // A user can export the device key of the keychain, so it must open no other keychain.
    location.derivedKeyName = name.folderName
    return location
  }

  private func make(_ name: StoreName, _ location: StoreLocation) -> ServedKeychain {
    ServedKeychain(
      LocalKeychain(location, clock: clock, locking: context, onCommit: { [weak self] in self?.noteCommit(name) }))
  }

  /// The keychain of the user with a name; nil when there is no such user, or when the user has no keychain. Nothing is
  /// created.
  ///
  /// - Throws: The errors of `keychain`.
  func keychain(ofUserNamed name: String) throws(KeychainError) -> (user: UInt32, ServedKeychain)? {
    guard let user = accounts.user(named: name), hasKeychain(ofUser: user) else { return nil }
    return (user, try keychain(.user(user)))
  }

  /// Whether a user has used a keychain of the service. The function asks no directory service.
  func hasKeychain(ofUser user: UInt32) -> Bool { access(path(of: .user(user)), F_OK) == 0 }

  /// Moves the write-ahead logs into the databases. Called when the service ends.
  package func close() {
    for served in keychains.withLock({ Array($0.values) }) { served.close() }
  }

  /// Closes the keychains that had no client for a time, because their files would use up the descriptors of the service.
  func closeIdle(at now: Int64) {
    for served in keychains.withLock({ Array($0.values) }) { served.closeIfIdle(at: now, after: idleTime) }
  }

  // MARK: The owner of a keychain

  private static let ownerName = "owner"

  /// Compares the recorded name of the user with the present name. Records the name when the keychain is used for the first
  /// time. After an account was deleted, its number may be given to another user, who must not get the keychain.
  private func claim(_ path: String, for name: StoreName) throws(KeychainError) {
    guard case .user(let user) = name else { return }
    guard let owner = accounts.name(ofUser: user) else {
      throw KeychainError(.notAvailable, "user \(user) has no account", because: .foreignOwner)
    }
    try ownership.withLock { (_) throws(KeychainError) in
      let file = StateFile(Self.ownerName, in: path)
      if let recorded = try file.read() {
        guard recorded.elementsEqual(owner.utf8) else {
          throw KeychainError(
            .notAvailable,
            "the keychain of user \(user) belongs to \(String(decoding: recorded, as: UTF8.self)), not to \(owner). Root "
              + "decides: security delete-user-keychain -u \(user) deletes it, and security keep-user-keychain -u \(user) "
              + "gives it to \(owner)", because: .foreignOwner)
        }
        return
      }
      try file.replace(Array(owner.utf8))
    }
  }
}

// The keychains as root administers them.
extension ServedKeychains {
  /// The keychain into which a copy is restored. If the device key of the copy is not the key that the service derives,
  /// the keychain gets a file with its device key.
  ///
  /// - Throws: The errors of `keychain`.
  func restoring(_ name: StoreName, _ key: DeviceKeyContent?) throws(KeychainError) -> ServedKeychain {
    let present = try keychain(name)
    guard let key, !present.keychain.hasSuppliedKey(key) else { return present }
    return keychains.withLock { keychains in
      let new = make(name, StoreLocation(home: path(of: name)))
      keychains[name]?.retire()
      keychains[name] = new
      return new
    }
  }

  /// Ends the use of a keychain. Its clients must connect again.
  ///
  /// - Throws: `.notAvailable` when the keychain has no folder.
  private func retire(_ name: StoreName) throws(KeychainError) -> ServedKeychain {
    guard try PrivateFolder.exists(path(of: name)) else {
      throw KeychainError(.notAvailable, "there is no keychain of \(name.folderName)", because: .noPlace)
    }
    let served = administered(name)
    served.retire()
    keychains.withLock { $0[name] = nil }
    return served
  }

  /// Gives the folder of a keychain another name, unless the keychain changed since a copy with a digest.
  func setAside(_ name: StoreName, ifUnchangedSince digest: [UInt8]) throws(KeychainError) {
    let served = try retire(name)
    try served.keychain.ifUnchanged(since: digest) { () throws(KeychainError) in try setAside(name) }
    served.close()
  }

  private func setAside(_ name: StoreName) throws(KeychainError) {
    let path = path(of: name)
    var (other, count) = (path + ".moved-back", 1)
    while try PrivateFolder.exists(other) {
      count += 1
      other = "\(path).moved-back-\(count)"
    }
    guard try PrivateFolder.rename(path, to: other) else { return }
    Log.notice("the folder of a keychain that was given back has another name now")
  }

  /// Destroys the keys of a keychain, and removes its folder.
  func delete(_ name: StoreName) throws(KeychainError) {
    try retire(name).erase()
    try PrivateFolder.remove(path(of: name))
    Log.notice("root deleted a keychain")
  }

  /// Gives a keychain to the present account with the number of its user.
  func keep(_ name: StoreName) throws(KeychainError) {
    guard case .user(let user) = name else {
      throw KeychainError(.parameter, "the keychain of a unit has no owner", cause: .argument)
    }
    guard let owner = accounts.name(ofUser: user) else {
      throw KeychainError(.notAvailable, "user \(user) has no account", because: .foreignOwner)
    }
    guard hasKeychain(ofUser: user) else {
      throw KeychainError(.notAvailable, "there is no keychain of user \(user)", because: .noPlace)
    }
    try ownership.withLock { (_) throws(KeychainError) in
      try StateFile(Self.ownerName, in: path(of: name)).replace(Array(owner.utf8))
    }
  }
}
