package import KeychainModel

/// A server of keychains: the vault in this process, or another process.
///
/// Every call is one function with values, so that it can cross a process boundary. These stay in the program:
/// questions to a person, the files that it names, the form of its results, and trust settings.
package protocol KeychainService: AnyObject, Sendable {
  /// Whether the service runs in the process of its client. No reply is lost then.
  var isInProcess: Bool { get }

  /// Performs one call.
  ///
  /// - Parameter peer: The caller.
  /// - Throws: The error whose code is the status of the call. `Request` lists the errors of each request. All requests
  ///   have these: `.notAvailable` when the keychain cannot be used, or there is none of the name; `.readOnly`;
  ///   `.inputOutput`; `.allocation`; `.missingEntitlement` for a request that the peer may not make; `.parameter`,
  ///   with the cause `unknownProof` or `unknownWork`, for a handle that is unknown or belongs to another client;
  ///   `.parameter` for an identifier of a request that cannot have one.
  ///
  ///   A service in another process also throws `.notAvailable` with the cause `connectionLost` when the connection
  ///   broke after at least a part of the call was sent, and before the whole reply arrived. The next call makes a new
  ///   connection. If no connection can be made, the call was not sent, and has `.notAvailable` without this cause.
  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply
}

/// One call of a service.
package struct Call: Sendable {
  package var keychain: KeychainName
  package var request: Request
  /// How long the call may wait for other programs and for the trial of a passcode. It is at most 30 seconds; nil means
  /// 30 seconds. It also limits how long one `next` waits for news.
  package let timeLimit: Duration?
  /// Set for a call that is sent again when its reply is lost. The service carries out such a call once.
  package var identifier: RequestIdentifier?

  package init(
    _ request: Request, of keychain: KeychainName = .standard, timeLimit: Duration? = nil,
    identifier: RequestIdentifier? = nil
  ) {
    self.keychain = keychain
    self.request = request
    self.timeLimit = timeLimit.map { max(.zero, min($0, Self.longestTimeLimit)) }
    self.identifier = identifier
  }

  package static let longestTimeLimit = Duration.seconds(30)
}

/// The keychain of a call.
package enum KeychainName: Sendable, Hashable {
  /// The user's keychain, which the service was made for.
  case standard
  /// The keychain at an absolute path, which need not be UTF-8.
  case path([UInt8])
}

/// The caller of a service.
package struct Peer: Sendable {
  /// The session of the client; nil for the program that contains the service.
  package let session: ClientSession?
  package let caller: Caller
  /// The permissions of the client. The program that contains the service has all permissions.
  package let permissions: Permissions

  package init(_ caller: Caller, in session: ClientSession? = nil, permissions: Permissions = .all) {
    self.session = session
    self.caller = caller
    self.permissions = permissions
  }
}

/// Names state that the service keeps for one client: a proof of a person, or running work.
package struct Handle: Hashable, Sendable {
  package let identifier: RowIdentifier

  package init(_ identifier: RowIdentifier) { self.identifier = identifier }
}

/// The requests that a client may make of a service. A server decides the permissions of each client.
package struct Permissions: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Access to items of the caller's access groups, and to whether the keychain is present and locked.
  package static let items = Permissions(rawValue: 1 << 0)
  /// The trial of passcodes: to prove one to the keychain, and to unlock the keychain.
  package static let authentication = Permissions(rawValue: 1 << 1)
  /// The keychain as a whole: its settings, passcode, keys and files, and the data of other programs in them.
  package static let administration = Permissions(rawValue: 1 << 2)

  package static let all: Permissions = [.items, .authentication, .administration]
}

extension Request {
  /// The permissions that a request needs. The request itself checks the other rules, such as the rules of access
  /// groups.
  var permissions: Permissions {
    switch self {
    case .items, .candidates, .duplicates, .countItems, .countUnreadable, .use, .changes, .outcome,
      .openProof, .isCurrent, .mayGuard, .closeProof,
      .isPresent, .open, .close, .status, .canBeLocked, .lock,
      // A handle belongs to the client that began the work.
      .next, .write, .cancel:
      .items
    case .provePasscode, .requirePasscodeAttempt, .unlock, .unlockWithGivenPasscode: .authentication
    case .set, .changePasscode, .changeDeviceKey, .exportDeviceKey, .importDeviceKey, .removeDeviceKeyFile, .repair,
      .acceptOlder, .recoverQuarantined, .dropQuarantined, .erase:
      .administration
    case .begin(let work): work.permissions
    }
  }
}

extension Work {
  fileprivate var permissions: Permissions {
    switch self {
    case .add, .batch: .items
    case .rotateKeys, .verify, .purge, .compact, .exportBackup, .importBackup: .administration
    }
  }
}
