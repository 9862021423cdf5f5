package import KeychainModel

/// A server of keychains: the vault in this process, or another process.
///
/// Everything that a program asks of a keychain is one function with values, so that a call can cross a process. What
/// stays with the program for ever: questions to a person, the files that it names, the shape of its results, and trust
/// settings.
package protocol KeychainService: AnyObject, Sendable {
  /// Performs one call.
  ///
  /// - Parameter peer: Who asks.
  /// - Throws: The error whose code is the status of the call. `Request` says which ones a request has beside these:
  ///   `.notAvailable` when the keychain cannot be used, or there is none of the name; `.readOnly`; `.inputOutput`;
  ///   `.allocation`; `.parameter` for a handle that the service does not know or that belongs to another peer, with the
  ///   cause `unknownHandle`, and for an identifier of a request that cannot have one.
  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply
}

/// One call of a service.
package struct Call: Sendable {
  package var keychain: KeychainName
  package var request: Request
  /// How long the call may wait for other programs and for a passcode to be tried; nil for 30 seconds. It bounds how long
  /// one `next` waits for news.
  package var timeLimit: Duration?
  /// For a call that is sent again when its answer is lost: it is carried out once.
  package var identifier: RequestIdentifier?

  package init(
    _ request: Request, of keychain: KeychainName = .standard, timeLimit: Duration? = nil,
    identifier: RequestIdentifier? = nil
  ) {
    self.keychain = keychain
    self.request = request
    self.timeLimit = timeLimit
    self.identifier = identifier
  }
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
  /// A number that the service gives to each of its clients. Handles belong to one client. 0 is the process of the
  /// service itself.
  package let client: UInt64
  /// Names the client for as long as its process lives, also for a service that is started again. The service makes it
  /// of what the kernel says. Identifiers of requests belong to it.
  package let identity: [UInt8]
  package let caller: Caller

  /// - Parameter identity: Nil for the bytes of the number.
  package init(client: UInt64 = 0, identity: [UInt8]? = nil, _ caller: Caller) {
    self.client = client
    self.identity = identity ?? withUnsafeBytes(of: client.littleEndian) { Array($0) }
    self.caller = caller
  }
}

/// Names something that the service keeps for one client: what a person proved, or work that goes on.
package struct Handle: Hashable, Sendable {
  package let identifier: RowIdentifier

  package init(_ identifier: RowIdentifier) { self.identifier = identifier }
}
