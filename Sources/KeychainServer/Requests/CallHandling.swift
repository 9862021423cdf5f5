import Keychain
import KeychainFiles
import KeychainLog
import KeychainModel

/// Carries out the calls of one client.
struct CallHandling {
  let client: Client
  let load: UserLoad
  let resources: CallResources

  /// The answer to a call, as a message that may contain secrets.
  struct Answer {
    var message: [UInt8]
    /// Whether the call only read items, so that it can be carried out again without an effect.
    var isRead: Bool
    /// Whether the client asked for something that it may not use.
    var isRefusal: Bool
  }

  /// Calls its argument, which waits for the progress of work if its argument is true.
  typealias Waiting = ((Bool) throws(KeychainError) -> Reply) throws(KeychainError) -> Reply

  /// - Parameters:
  ///   - message: The message of the call.
  ///   - beginning: Called before the request is carried out.
  ///   - waiting: Carries out a call that waits for progress. Such a call does not count as a request.
  /// - Throws: `.dataTooLarge` when the answer is too large for a message.
  func answer(
    _ message: UnsafeRawBufferPointer, beginning: (Request) -> Void, waiting: Waiting
  ) throws(KeychainError) -> Answer {
    let result: Result<Reply, KeychainError>
    var isRead = false
    do throws(KeychainError) {
      let call = try Call(message: message)
      isRead = call.request.isRead
      beginning(call.request)
      result = .success(try reply(call, waiting))
    } catch {
      result = .failure(error)
    }
    return Answer(message: try result.message(), isRead: isRead, isRefusal: result.isRefusal)
  }

  private func reply(_ call: Call, _ waiting: Waiting) throws(KeychainError) -> Reply {
    var peer = try RequestPolicy(client: client).peer(for: call)
    try EntitlementCheck.require(client.identity.caller, for: call.request)
    peer.resources = resources
    if let reply = try client.custody?.reply(to: call.request) { return reply }
    guard client.custody != nil || !client.served.isRetired else {
      throw KeychainError(.notAvailable, "root removed the keychain; the program must connect again")
    }
    var served = client.served
    if let custody = client.custody { served = try custody.served(for: call.request, served) }
    let keychain = served.keychain
    switch call.request {
    case .changes(let cursor):
      // The client waits for a notice, so no thread of the service waits for a commit.
      return try keychain.send(Call(.changes(since: cursor), of: call.keychain, timeLimit: .zero), from: peer)
    case .next:
      guard load.beginWaiting() else {
        throw KeychainError(.notAvailable, "the user has too much work under way")
      }
      defer { load.endWaiting() }
      return try waiting { [peer] (waits) throws(KeychainError) in
        try keychain.send(
          Call(call.request, of: call.keychain, timeLimit: waits ? call.timeLimit : .zero), from: peer)
      }
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

extension Request {
  /// Whether the request only reads items.
  fileprivate var isRead: Bool {
    switch self {
    case .items(.search, _), .candidates: true
    default: false
    }
  }

  /// Whether the request takes less time than a thread needs to wake up, if nothing unusual happens.
  var isBrief: Bool {
    switch self {
    case .items(.search(let search), _): search.limit == 1
    case .isCurrent, .mayGuard, .closeProof, .isPresent, .canBeLocked: true
    default: false
    }
  }
}

extension Result where Success == Reply, Failure == KeychainError {
  fileprivate var isRefusal: Bool {
    if case .failure(let error) = self { error.code == .missingEntitlement } else { false }
  }
}
