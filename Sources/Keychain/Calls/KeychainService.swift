package import KeychainModel

/// A server of keychains: the vault in this process, or another process.
///
/// A call consists of values, so that the call can cross a process boundary. The program of the client itself asks the
/// user questions, opens the files that it names, formats results, and keeps the trust settings.
package protocol KeychainService: AnyObject, Sendable {
  /// Whether the service runs in the process of its client. Replies of such a service cannot be lost.
  var isInProcess: Bool { get }

  /// Performs one call.
  ///
  /// - Parameter peer: The caller.
  /// - Throws: The error whose code is the status of the call. `Request` lists the errors of each request. Every
  ///   request can also throw: `.notAvailable` when the keychain cannot be used, or when no keychain has the name in
  ///   the call; `.readOnly`; `.inputOutput`; `.allocation`; `.missingEntitlement` for a request that the peer may not
  ///   make; `.parameter` with the cause `unknownProof` or `unknownWork` for a handle that is unknown or belongs to
  ///   another client; `.parameter` when the call has an identifier and the request may not have an identifier.
  ///
  ///   A service in another process also throws `.notAvailable` with the cause `connectionLost` when the connection
  ///   broke after at least a part of the call was sent, and before the whole reply arrived. The next call makes a new
  ///   connection. If no connection can be made, the call is not sent, and throws `.notAvailable` without this cause.
  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply
}

/// One call to a service.
package struct Call: Sendable {
  package var keychain: KeychainName
  package var request: Request
  /// The longest time that the call may wait for other programs and for a passcode attempt. The time is at most 30
  /// seconds; nil means 30 seconds. The time also limits the wait of a `next` request for progress.
  package let timeLimit: Duration?
  /// The identifier of a call that the client sends again when the reply is lost; nil for any other call. The service
  /// carries out a call with an identifier only once.
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

/// The name of the keychain that a call uses.
package enum KeychainName: Sendable, Hashable {
  /// The keychain of the user that the service was made for.
  case standard
  /// The keychain at an absolute path, which need not be UTF-8.
  case path([UInt8])
}

/// The client that calls a service.
package struct Peer: Sendable {
  /// The session of the client; nil for a client in the process of the service.
  package let session: ClientSession?
  package let caller: Caller
  /// The permissions of the client. A client in the process of the service has all permissions.
  package let permissions: Permissions

  package init(_ caller: Caller, in session: ClientSession? = nil, permissions: Permissions = .all) {
    self.session = session
    self.caller = caller
    self.permissions = permissions
  }
}

/// Identifies state that the service keeps for one client: a proof, or running work.
package struct Handle: Hashable, Sendable {
  package let identifier: RowIdentifier

  package init(_ identifier: RowIdentifier) { self.identifier = identifier }
}

/// The kinds of requests that a client may send to a service. A server decides the permissions of each client.
package struct Permissions: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Permits requests for items in the caller's access groups, and requests about the presence and the lock of the
  /// keychain.
  package static let items = Permissions(rawValue: 1 << 0)
  /// Permits passcode attempts: requests to prove a passcode, and requests to unlock the keychain.
  package static let authentication = Permissions(rawValue: 1 << 1)
  /// Permits requests for the whole keychain: its settings, its passcode, its keys, its files, and the items of all
  /// programs.
  package static let administration = Permissions(rawValue: 1 << 2)

  package static let all: Permissions = [.items, .authentication, .administration]
}

extension Request {
  /// The permissions that a request needs. Other rules, such as the rules of access groups, are checked when the
  /// request is performed.
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
