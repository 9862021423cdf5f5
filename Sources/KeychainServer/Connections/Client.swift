import Keychain

/// A client that the service has recognised.
final class Client: Sendable {
  let identity: ClientIdentity
  let served: ServedKeychain
  let session: ClientSession
  /// The facts at the time when the client connected.
  let evidence: PeerEvidence
  /// The user whose keychain the client asked for; nil if the client did not say it.
  let wantedUser: UInt32?
  /// The keychain that a program of root administers; nil for any other client.
  let custody: Custody?

  init(
    _ identity: ClientIdentity, _ served: ServedKeychain, _ session: ClientSession, _ evidence: PeerEvidence,
    keychainOf wantedUser: UInt32?, custody: Custody? = nil
  ) {
    self.custody = custody
    self.identity = identity
    self.served = served
    self.session = session
    self.evidence = evidence
    self.wantedUser = wantedUser
    served.beginUse()
  }

  deinit { served.endUse() }
}
