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
