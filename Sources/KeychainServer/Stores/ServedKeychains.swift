import CPlatform
import Glibc
package import Keychain
import KeychainFiles
import KeychainLog
import KeychainModel
package import KeychainTransport
package import Vault

/// The keychains of all users and system units. Each keychain has a folder of its own, which belongs to the service.
package final class ServedKeychains: Sendable {
  /// Who learns of commits. A function must not itself be the value of a `ForkSafeMutex`.
  private struct Observer: Sendable {
    /// Called after each commit in a keychain; nil before a server observes the keychains.
    var noteCommit: (@Sendable (ServedKeychain) -> Void)?
  }

  private let folder: String
  private let credentialsDirectory: String?
  private let accounts: UserAccounts
  private let context: UnlockContext
  private let clock: any KeychainClock
  private let idleTime: Duration
  private let keychains = ForkSafeMutex<[StoreName: ServedKeychain]>([:])
  private let observer = ForkSafeMutex(Observer())
  /// The users whose keys an earlier process of the service handed over.
  private let adopted = ForkSafeMutex<Set<UInt32>>([])
  /// Whether root removes a keychain at present. Locked while the owner of the keychain is compared and recorded, which
  /// may wait for the disk. Each keychain has a lock of its own, so other users do not wait.
  private typealias Ending = ForkSafeMutex<Bool>
  private let endings = ForkSafeMutex<[StoreName: Ending]>([:])

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
  func observe(_ body: @escaping @Sendable (ServedKeychain) -> Void) { observer.withLock { $0.noteCommit = body } }

  private func noteCommit(_ name: StoreName) {
    guard let served = keychains.withLock({ $0[name] }) else { return }
    let noteCommit = observer.withLock { $0.noteCommit }
    noteCommit?(served)
  }

  /// The keychain of a name, for a client that connects, or whose rights are decided again. The owner is compared each
  /// time, because an account may have ended since the last time. Before the first request that stores an item, only the
  /// record of the owner is created.
  ///
  /// - Throws: `.notAvailable` when the user has no account, when the keychain belongs to an earlier user with the same
  ///   number, when its owner is not recorded, or while root removes it.
  func keychain(_ name: StoreName) throws(KeychainError) -> ServedKeychain {
    let owner = try owner(of: name)
    return try ending(of: name).withLock { (isEnding) throws(KeychainError) in
      guard !isEnding else { throw Self.isEnding }
      if let owner { try claim(name, for: owner) }
      return administered(name)
    }
  }

  private func ending(of name: StoreName) -> Ending {
    endings.withLock { endings in
      if let known = endings[name] { return known }
      let new = Ending(false)
      endings[name] = new
      return new
    }
  }

  private static var isEnding: KeychainError {
    KeychainError(.notAvailable, "root removes the keychain at present", because: .replaced)
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
    ServedKeychain(location, context, clock: clock, onCommit: { [weak self] in self?.noteCommit(name) })
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

  // MARK: Locking

  /// The keychain of a user that may be unlocked; nil when no program has used it since the start of the service, and no
  /// earlier process of the service handed over its keys.
  func usedKeychain(ofUser user: UInt32) -> ServedKeychain? { keychains.withLock { $0[.user(user)] } }

  /// The keychains of users that may be unlocked. Keychains of system units are not among them, because no person unlocks
  /// them again.
  var unlockedKeychainsOfUsers: [ServedKeychain] {
    keychains.withLock { keychains in
      keychains.compactMap { name, served in if case .user = name { served } else { nil } }
    }.filter(\.mayBeUnlocked)
  }

  /// Forgets the keys of the keychains that have locked themselves.
  func forgetEndedKeys() {
    for served in keychains.withLock({ Array($0.values) }) { served.forgetEndedKeys() }
  }

  /// Uses the tickets that an earlier process of the service handed over. Otherwise a keychain whose programs make no
  /// call would not lock itself. Tickets of users who have no account any more, and of vaults that are not here, are removed.
  ///
  /// - Parameter tickets: The tickets of the earlier process.
  package func adopt(_ tickets: MemoryTickets) {
    guard !tickets.isEmpty else { return }
    let names = PrivateFolder.names(in: folder).compactMap { StoreName(folderName: $0) }
    let vaults = names.compactMap { name in vaultID(name).map { (name, $0) } }
    tickets.keep(only: Set(vaults.map(\.1)))
    for (name, vaultID) in vaults where tickets.ticket(.whenUnlocked, of: vaultID) != nil {
      do throws(KeychainError) {
        let served = try keychain(name)
        served.beginUse()
        defer { served.endUse() }
        try served.findKeys()
        if case .user(let user) = name { adopted.withLock { _ = $0.insert(user) } }
      } catch {
        Log.error("the keys of an earlier process of the service are not used", error)
        try? tickets.revoke(.whenUnlocked, of: vaultID)
      }
    }
  }

  /// The users whose keys an earlier process of the service handed over. The next call returns no users.
  func takeUsersWithAdoptedKeys() -> Set<UInt32> {
    adopted.withLock { users in
      defer { users = [] }
      return users
    }
  }

  /// The identifier of a keychain; nil when there is none, or when its files cannot be read.
  private func vaultID(_ name: StoreName) -> RowIdentifier? {
    let vault = Vault(location(of: name).vault, context: context)
    return (try? vault.openBesideDatabase())??.keybag.vaultID
  }

  // MARK: The owner of a keychain

  private static let ownerName = "owner"

  /// The name of the account of a user; nil for a system unit.
  ///
  /// - Throws: `.notAvailable` when the user has no account.
  private func owner(of name: StoreName) throws(KeychainError) -> (user: UInt32, account: String)? {
    guard case .user(let user) = name else { return nil }
    guard let account = accounts.name(ofUser: user) else {
      throw KeychainError(.notAvailable, "user \(user) has no account", because: .foreignOwner)
    }
    return (user, account)
  }

  /// Compares the recorded name of the user with the present name. Records the name when the keychain is used for the first
  /// time. After an account was deleted, its number may be given to another user, who must not get the keychain. The lock of
  /// the keychain must be locked.
  private func claim(_ name: StoreName, for owner: (user: UInt32, account: String)) throws(KeychainError) {
    let (user, owner) = owner
    let file = StateFile(Self.ownerName, in: path(of: name))
    guard let recorded = try file.read() else {
      guard try !Vault(location(of: name).vault, context: context).isPresent() else {
        throw KeychainError(
          .notAvailable,
          "the keychain of user \(user) has no record of its owner. Root decides: security delete-user-keychain -u \(user) "
            + "deletes it, and security keep-user-keychain -u \(user) gives it to \(owner)", because: .foreignOwner)
      }
      return try file.replace(Array(owner.utf8))
    }
    guard recorded.elementsEqual(owner.utf8) else {
      throw KeychainError(
        .notAvailable,
        "the keychain of user \(user) belongs to \(String(decoding: recorded, as: UTF8.self)), not to \(owner). Root "
          + "decides: security delete-user-keychain -u \(user) deletes it, and security keep-user-keychain -u \(user) "
          + "gives it to \(owner)", because: .foreignOwner)
    }
  }
}

// The keychains as root administers them.
extension ServedKeychains {
  /// The keychain into which a copy is restored. If the device key of the copy is not the key that the service derives,
  /// the keychain gets a file with its device key. Until the copy is restored, clients use the present keychain.
  ///
  /// - Throws: The errors of `keychain`.
  func restoring(_ name: StoreName, _ key: DeviceKeyContent?) throws(KeychainError) -> ServedKeychain {
    let present = try keychain(name)
    guard let key, !present.keychain.hasSuppliedKey(key) else { return present }
    return ServedKeychain(
      StoreLocation(home: path(of: name)), context, clock: clock,
      onCommit: { [weak self] in
        // The next call finds the file with the device key.
        self?.keychains.withLock { $0.removeValue(forKey: name) }?.keychain.retireAtOnce()
      })
  }

  /// The keychain that is given back to the present account with the number of its user. Nothing is created.
  ///
  /// - Throws: The errors of `keychain`: root first decides to whom the keychain of an earlier account belongs.
  func returning(_ name: StoreName) throws(KeychainError) -> ServedKeychain {
    guard try PrivateFolder.exists(path(of: name)) else { return administered(name) }
    return try keychain(name)
  }

  /// Ends the use of a keychain, and runs `body`, which removes or renames its folder. No client gets the keychain
  /// meanwhile. Its clients must connect again.
  ///
  /// - Throws: `.notAvailable` when the keychain has no folder, or when calls that use it do not end; the errors of `body`.
  private func endingUse(
    of name: StoreName, _ body: (ServedKeychain) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard try PrivateFolder.exists(path(of: name)) else {
      throw KeychainError(.notAvailable, "there is no keychain of \(name.folderName)", because: .noPlace)
    }
    let ending = ending(of: name)
    try ending.withLock { (isEnding) throws(KeychainError) in
      guard !isEnding else { throw Self.isEnding }
      isEnding = true
    }
    defer { ending.withLock { $0 = false } }
    let served = administered(name)
    try served.retire()
    defer {
      served.keychain.closeRetired()
      keychains.withLock { $0[name] = nil }
    }
    try body(served)
  }

  /// Gives the folder of a keychain another name, unless the keychain changed since a copy with a digest. Its keys are
  /// forgotten.
  func setAside(_ name: StoreName, ifUnchangedSince digest: [UInt8]) throws(KeychainError) {
    try endingUse(of: name) { (served) throws(KeychainError) in
      try served.keychain.ifUnchanged(since: digest) { () throws(KeychainError) in
        if let vaultID = vaultID(name) { served.forget(vaultID) }
        try setAside(name)
      }
    }
  }

  /// The end of the name of a folder whose keychain was given back.
  private static let backSuffix = ".moved-back"

  private func setAside(_ name: StoreName) throws(KeychainError) {
    let path = path(of: name)
    var (other, count) = (path + Self.backSuffix, 1)
    while try PrivateFolder.exists(other) {
      count += 1
      other = "\(path)\(Self.backSuffix)-\(count)"
    }
    guard try PrivateFolder.rename(path, to: other) else { return }
    Log.notice("the folder of a keychain that was given back has another name now")
  }

  /// Destroys the keys of a keychain, and removes its folder. Also removes the folders of keychains that were given back,
  /// which have the items of protected programs.
  func delete(_ name: StoreName) throws(KeychainError) {
    let former = PrivateFolder.names(in: folder).filter {
      $0 == name.folderName + Self.backSuffix || $0.hasPrefix("\(name.folderName)\(Self.backSuffix)-")
    }
    let exists = try PrivateFolder.exists(path(of: name))
    if exists || former.isEmpty {
      try endingUse(of: name) { (served) throws(KeychainError) in
        try served.keychain.eraseRetired()
        try PrivateFolder.remove(path(of: name))
      }
    }
    for name in former {
      let keychain = LocalKeychain(StoreLocation(home: "\(folder)/\(name)"), clock: clock, locking: context)
      do throws(KeychainError) { try keychain.eraseRetired() } catch {
        Log.error("the keys of a keychain that was given back are only removed with their folder", error)
      }
      keychain.closeRetired()
      try PrivateFolder.remove("\(folder)/\(name)")
    }
    Log.notice("root deleted a keychain")
  }

  /// Gives a keychain to the present account with the number of its user.
  func keep(_ name: StoreName) throws(KeychainError) {
    guard let (user, owner) = try owner(of: name) else {
      throw KeychainError(.parameter, "the keychain of a unit has no owner", cause: .argument)
    }
    guard hasKeychain(ofUser: user) else {
      throw KeychainError(.notAvailable, "there is no keychain of user \(user)", because: .noPlace)
    }
    try ending(of: name).withLock { (isEnding) throws(KeychainError) in
      guard !isEnding else { throw Self.isEnding }
      try StateFile(Self.ownerName, in: path(of: name)).replace(Array(owner.utf8))
    }
  }
}
