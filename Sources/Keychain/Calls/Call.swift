package import KeychainModel

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

/// Names state that the service keeps for one client: a proof of a person, or running work.
package struct Handle: Hashable, Sendable {
  package let identifier: RowIdentifier

  package init(_ identifier: RowIdentifier) { self.identifier = identifier }
}
