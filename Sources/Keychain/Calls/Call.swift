package import KeychainModel

/// One call to a service.
package struct Call: Sendable {
  package var keychain: KeychainName
  package var request: Request
  /// The keychains whose items the call uses. Only the search list in the process of the client reads the scope.
  package var scope = KeychainScope.standard
  /// The longest time that the call may wait for other programs and for a passcode attempt. The time is at most 30
  /// seconds; nil means 30 seconds. The time also limits the wait of a `next` request for progress. For a client in
  /// another process, the time also limits the time for which the call reads rows, but to one second at least.
  package let timeLimit: Duration?
  /// The identifier of a call whose outcome the client can ask for when the reply is lost; nil for any other call. The
  /// service carries out a call with an identifier at most once.
  package var identifier: RequestIdentifier?
  /// The handle of a proof of the passcode, with which the call acts for the person: the call uses the items of every
  /// program, or the keychain as a whole. Nil for a call with the rights of the program. A service in the process of the
  /// client ignores the handle.
  package var person: Handle?

  package init(
    _ request: Request, of keychain: KeychainName = .standard, in scope: KeychainScope = .standard,
    timeLimit: Duration? = nil, identifier: RequestIdentifier? = nil, person: Handle? = nil
  ) {
    self.person = person
    self.scope = scope
    self.keychain = keychain
    self.request = request
    self.timeLimit = timeLimit.map { max(.zero, min($0, Self.longestTimeLimit)) }
    self.identifier = identifier
  }

  package static let longestTimeLimit = Duration.seconds(30)

  /// The longest time for which a request `askPerson` waits for its turn and for the person.
  package static let questionTimeLimit = Duration.seconds(150)
}

/// The name of the keychain that a call uses.
package enum KeychainName: Sendable, Hashable {
  /// The keychain of the user that the service was made for.
  case standard
  /// The keychain at an absolute path, which need not be UTF-8.
  case path([UInt8])
}

/// Identifies state that the service keeps for one client: a proof, or running work.
package struct Handle: Hashable, Sendable {
  package let identifier: RowIdentifier

  package init(_ identifier: RowIdentifier) { self.identifier = identifier }
}
