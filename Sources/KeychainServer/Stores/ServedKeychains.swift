import CPlatform
import Glibc
package import Keychain
import KeychainFiles
import KeychainModel
package import KeychainTransport
package import Vault

/// A keychain of the service, and the connections that asked for notices of its commits.
final class ServedKeychain: Sendable {
  let keychain: LocalKeychain
  private let passcodeGrade: PasscodeGrade
  private let subscribers = ForkSafeMutex<Set<UInt64>>([])

  init(_ keychain: LocalKeychain) {
    self.keychain = keychain
    passcodeGrade = PasscodeGrade(keychain.location.dataDirectory)
  }

  private static let service = Peer(Caller(accessGroups: []))

  func hasPasscode() throws(KeychainError) -> Bool {
    guard case .flag(let hasPasscode) = try keychain.send(Call(.canBeLocked), from: Self.service) else { return false }
    return hasPasscode
  }

  /// Carries out a call that changes the passcode, and records the grade of a program that sets the first one.
  func changePasscode(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    try passcodeGrade.withLock { (record) throws(KeychainError) in
      // The grade is recorded before the passcode is set, so no passcode has a higher grade than its program.
      if try !hasPasscode() { try record(peer.caller.grade) }
      return try keychain.send(call, from: peer)
    }
  }

  /// The caller of calls that act for the person. A passcode proves only that a program knows what another program set,
  /// so the person sees the items up to the grade of the program that set the passcode. Items of system units stay
  /// closed. The person stores items for every program.
  func person() throws(KeychainError) -> Caller {
    let grade = min(try passcodeGrade.value(), Grade.protectedProgram.rawValue)
    return Caller(
      accessGroups: [Caller.loginGroup, "*"], grade: grade, storedGrade: min(grade, Grade.userProgram.rawValue))
  }

  /// The identifiers of the connections that asked for notices.
  var subscriberIdentifiers: Set<UInt64> { subscribers.withLock { $0 } }

  func subscribe(_ connection: UInt64) { subscribers.withLock { _ = $0.insert(connection) } }

  func unsubscribe(_ connection: UInt64) { subscribers.withLock { _ = $0.remove(connection) } }
}

/// The keychains of all users and system units. Each keychain has a folder of its own, which belongs to the service.
package final class ServedKeychains: Sendable {
  private let folder: String
  private let credentialsDirectory: String?
  private let accounts: UserAccounts
  private let context: UnlockContext
  private let clock: any KeychainClock
  private let keychains = ForkSafeMutex<[StoreName: ServedKeychain]>([:])

  /// - Parameters:
  ///   - folder: The folder that contains the folders of the keychains.
  ///   - credentialsDirectory: The folder with the device key of the machine, for the keychains without a file with a
  ///     device key of their own; nil for a device key in the folder of each keychain.
  ///   - context: What unlocking needs. The keys stay in the memory of the service.
  package init(
    _ folder: String, credentialsDirectory: String? = nil, accounts: UserAccounts = .system,
    context: UnlockContext = UnlockContext(authority: MemoryTickets(), cache: KeyCache(), clock: SystemBootClock()),
    clock: any KeychainClock = SystemClock()
  ) {
    self.folder = folder
    self.credentialsDirectory = credentialsDirectory
    self.accounts = accounts
    self.context = context
    self.clock = clock
  }

  /// The keychain of a name. Nothing is created before the first request that stores an item.
  ///
  /// - Throws: `.notAvailable` when the keychain belongs to an earlier user with the same number.
  func keychain(_ name: StoreName) throws(KeychainError) -> ServedKeychain {
    let path = "\(folder)/\(Self.folderName(name))"
    try claim(path, for: name)
    return keychains.withLock { keychains in
      if let known = keychains[name] { return known }
      // A keychain from before the administrator made the device key of the machine keeps its own device key.
      let own = StoreLocation(home: path)
      let hasOwnKey = access(own.deviceKeyPath, F_OK) == 0
      let location = hasOwnKey ? own : StoreLocation(home: path, credentialsDirectory: credentialsDirectory)
      let new = ServedKeychain(LocalKeychain(location, clock: clock, locking: context))
      keychains[name] = new
      return new
    }
  }

  /// Moves the write-ahead logs into the databases. Called when the service ends.
  package func close() {
    for served in keychains.withLock({ Array($0.values) }) {
      _ = try? served.keychain.send(Call(.close), from: Peer(Caller(accessGroups: [])))
    }
  }

  private static func folderName(_ name: StoreName) -> String {
    switch name {
    case .user(let user): "\(user)"
    // A name of a unit contains no slash, so the folder is below the folder of the keychains.
    case .unit(let unit): "unit-\(unit)"
    }
  }

  // MARK: The owner of a keychain

  private static let ownerName = "owner"

  /// Records the name of the user when a keychain is used for the first time, and compares the name afterwards. After an
  /// account was deleted, its number may be given to another user, who must not get the keychain.
  private func claim(_ path: String, for name: StoreName) throws(KeychainError) {
    guard case .user(let user) = name, keychains.withLock({ $0[name] == nil }) else { return }
    let owner = accounts.name(ofUser: user) ?? "\(user)"
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw KeychainError(
        .notAvailable, "the folder \(path) cannot be made: \(String(cString: lk_error_description(errno)))",
        because: errno == EACCES ? .permissionDenied : errno == ENOSPC ? .diskFull : nil)
    }
    let file = "\(path)/\(Self.ownerName)"
    if let recorded = try TrustedFile.read(file, limit: 4096) {
      guard recorded.elementsEqual(owner.utf8) else {
        throw KeychainError(
          .notAvailable,
          "the keychain of user \(user) belongs to \(String(decoding: recorded, as: UTF8.self)), not to \(owner); "
            + "the administrator must remove \(path) or its file \(Self.ownerName)", because: .foreignOwner)
      }
      return
    }
    try Self.write(Array(owner.utf8), to: file)
  }

  /// Writes a small file. A file that is incomplete after a crash never has the name of the file.
  private static func write(_ bytes: [UInt8], to path: String) throws(KeychainError) {
    let temporary = path + ".new"
    let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw failure(path, errno) }
    let handle = FileDescriptor(owning: number)
    guard Glibc.write(handle.number, bytes, bytes.count) == bytes.count, fsync(handle.number) == 0,
      rename(temporary, path) == 0
    else { throw failure(path, errno) }
  }

  private static func failure(_ path: String, _ error: Int32) -> KeychainError {
    KeychainError(
      .notAvailable, "\(path) cannot be written: \(String(cString: lk_error_description(error)))",
      because: error == ENOSPC ? .diskFull : nil)
  }
}
