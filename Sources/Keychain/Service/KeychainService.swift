package import KeychainModel

/// A server of keychains: the vault in this process, or another process.
///
/// A call consists of values, so that the call can cross a process boundary. The program of the client itself asks the
/// user questions, opens the files that it names, formats results, and keeps the trust settings.
package protocol KeychainService: AnyObject, Sendable {
  /// Whether the service runs in the process of its client. Replies of such a service cannot be lost.
  var isInProcess: Bool { get }

  /// The service that keeps the proofs and the work of this service's clients.
  var sessionOwner: AnyObject { get }

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
  ///   broke after at least a part of the call was sent, and before the whole reply arrived. An answer that cannot be
  ///   read also closes the connection. The next call makes a new connection. If no connection can be made, the call is
  ///   not sent, and throws `.notAvailable` without this cause.
  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply
}

extension KeychainService {
  package var sessionOwner: AnyObject { self }
}
