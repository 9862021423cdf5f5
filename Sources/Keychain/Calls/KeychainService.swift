package import KeychainModel

/// A server of keychains: the vault in this process, or another process.
///
/// Everything that a program asks of a keychain is one function with values, so that a call can cross a process. What
/// stays with the program for ever: questions to a person, the files that it names, the shape of its results, and trust
/// settings.
package protocol KeychainService: AnyObject, Sendable {
  /// Whether the service runs in the process of its client, so that no answer is lost.
  var isInProcess: Bool { get }

  /// Performs one call.
  ///
  /// - Parameter peer: Who asks.
  /// - Throws: The error whose code is the status of the call. `Request` says which ones a request has beside these:
  ///   `.notAvailable` when the keychain cannot be used, or there is none of the name; `.readOnly`; `.inputOutput`;
  ///   `.allocation`; `.missingEntitlement` for a request that the peer may not make; `.parameter` for a handle that the service does not know or that belongs to another client, with the
  ///   cause `unknownProof` or `unknownWork`, and for an identifier of a request that cannot have one.
  ///
  ///   A service in another process also throws `.notAvailable` with the cause `connectionLost` when the connection broke
  ///   after the call was sent, at least in part, and before its whole answer came. The next call makes a new connection.
  ///   A call that was not sent at all, because no connection can be made, has `.notAvailable` without this cause.
  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply
}

/// One call of a service.
package struct Call: Sendable {
  package var keychain: KeychainName
  package var request: Request
  /// How long the call may wait for other programs and for a passcode to be tried, at most 30 seconds; nil for those. It
  /// bounds how long one `next` waits for news.
  package let timeLimit: Duration?
  /// For a call that is sent again when its answer is lost: it is carried out once.
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

/// Which keychain a call is about.
package enum KeychainName: Sendable, Hashable {
  /// The keychain of the user, which the service was made for.
  case standard
  /// The keychain at an absolute path, which need not be UTF-8.
  case path([UInt8])
}

/// Who makes a call.
package struct Peer: Sendable {
  /// What the service keeps for the client; nil for the program that the service is part of.
  package let session: ClientSession?
  package let caller: Caller
  /// What the client may ask for. The program that the service is part of may ask for everything.
  package let permissions: Permissions

  package init(_ caller: Caller, in session: ClientSession? = nil, permissions: Permissions = .all) {
    self.session = session
    self.caller = caller
    self.permissions = permissions
  }
}

/// Names something that the service keeps for one client: what a person proved, or work that goes on.
package struct Handle: Hashable, Sendable {
  package let identifier: RowIdentifier

  package init(_ identifier: RowIdentifier) { self.identifier = identifier }
}

/// What a client may ask of a service. A server decides it for each client.
package struct Permissions: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Items of the caller's access groups, and whether the keychain is there and locked.
  package static let items = Permissions(rawValue: 1 << 0)
  /// To try passcodes: to prove one to the keychain, and to unlock it.
  package static let authentication = Permissions(rawValue: 1 << 1)
  /// The keychain as a whole: its settings, passcode and keys, its files, and what is in them of other programs.
  package static let administration = Permissions(rawValue: 1 << 2)

  package static let all: Permissions = [.items, .authentication, .administration]
}

extension Request {
  /// What a client must be allowed to do. The rest of the rules, such as those about access groups, is for each request to
  /// check.
  var permissions: Permissions {
    switch self {
    case .items, .candidates, .duplicates, .countItems, .countUnreadable, .use, .changes, .outcome,
      .openProof, .isCurrent, .mayGuard, .closeProof,
      .isPresent, .open, .close, .status, .canBeLocked, .lock,
      // A handle belongs to who began the work.
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
