import Keychain
import KeychainFiles
import KeychainLog
import KeychainModel

/// Carries out the calls of one client.
struct CallHandling {
  let client: Client
  let load: UserLoad

  /// - Parameters:
  ///   - message: The message of the call.
  ///   - endRequest: Called before the call waits for progress. A call that waits does not count as a request.
  /// - Returns: The answer as a message, which may contain secrets.
  /// - Throws: `.dataTooLarge` when the answer is too large for a message.
  func answer(_ message: UnsafeRawBufferPointer, endRequest: () -> Void) throws(KeychainError) -> [UInt8] {
    let result: Result<Reply, KeychainError>
    do throws(KeychainError) {
      result = .success(try reply(try Call(message: message), endRequest))
    } catch {
      result = .failure(error)
    }
    return try result.message()
  }

  private func reply(_ call: Call, _ endRequest: () -> Void) throws(KeychainError) -> Reply {
    let peer = try RequestPolicy(client: client).peer(for: call)
    try EntitlementCheck.require(client.identity.caller, for: call.request)
    let keychain = client.served.keychain
    switch call.request {
    case .changes(let cursor):
      // The client waits for a notice, so no thread of the service waits for a commit.
      return try keychain.send(Call(.changes(since: cursor), of: call.keychain, timeLimit: .zero), from: peer)
    case .next:
      guard load.beginWaiting() else {
        throw KeychainError(.notAvailable, "the user has too much work under way")
      }
      defer { load.endWaiting() }
      endRequest()
      return try keychain.send(call, from: peer)
    case let request where request.triesPasscode:
      return try load.authenticating(until: .after(call.timeLimit ?? Call.longestTimeLimit)) {
        () throws(KeychainError) in
        guard case .changePasscode = request else { return try keychain.send(call, from: peer) }
        return try client.served.changePasscode(call, from: peer)
      }
    default: return try keychain.send(call, from: peer)
    }
  }
}
