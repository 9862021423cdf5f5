import Keychain
import KeychainFiles
import KeychainLog
import KeychainModel

/// Carries out the calls of one client.
struct CallHandling {
  let client: Client
  let load: UserLoad
  let resources: CallResources
  let connection: ClientConnection
  let agents: AgentTable
  /// Cancelled when the client ends.
  let cancellation: Cancellation

  /// The answer to a call, as a message that may contain secrets.
  struct Answer {
    var message: [UInt8]
    /// Whether the call failed for lack of memory and changed nothing, so that it can be carried out again.
    var isRepeatable: Bool
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
    // A call that cannot be read has changed nothing.
    var isUndone = true
    var byteCount = 0
    do throws(KeychainError) {
      let call = try Call(message: message, resources.memory)
      resources.memory?.endDecoding()
      isUndone = call.request.isUndoneByFailure
      beginning(call.request)
      let reply = try reply(call, waiting)
      // The reply and its message are in memory at the same time.
      resources.memory?.endOpening()
      byteCount = reply.memoryByteCount
      switch call.request {
      // These requests can be carried out again.
      case .items(.search, _), .candidates: try resources.memory?.growForRequest(by: byteCount)
      // A change counted the message of its reply before its commit, and work counted it when the work ended.
      case .items, .next: break
      default: resources.memory?.growForReply(by: byteCount)
      }
      result = .success(reply)
    } catch {
      byteCount = 0
      result = .failure(error)
    }
    return Answer(
      message: try result.message(reserving: byteCount), isRepeatable: isUndone && result.lacksMemory,
      isRefusal: result.isRefusal)
  }

  private func reply(_ call: Call, _ waiting: Waiting) throws(KeychainError) -> Reply {
    var peer = try RequestPolicy(client: client).peer(for: call)
    try EntitlementCheck.require(client.identity.caller, for: call.request)
    peer.resources = resources
    if let reply = try client.custody?.reply(to: call.request) { return reply }
    var served = client.served
    if let custody = client.custody { served = try custody.served(for: call.request) }
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
    case .askPerson(let question, let handle):
      let asking = PersonAsking(
        client: client, process: connection.process, agents: agents, load: load, cancellation: cancellation)
      guard load.beginWaiting() else {
        throw KeychainError(.interactionNotAllowed, "too many programs of the user wait")
      }
      defer { load.endWaiting() }
      return try waiting { [peer] (mayWait) throws(KeychainError) in
        guard mayWait else { throw KeychainError(.interactionNotAllowed, "too many programs wait") }
        return try asking.answer(question, as: handle, peer)
      }
    case .becomeAgent(let isGraphical, let proof):
      try becomeAgent(isGraphical, proof)
      return .done
    case .cancel(let handle) where agents.withdraw(handle, of: client.evidence.credentials.process): return .done
    case let request where request.triesPasscode:
      return try load.authenticating(until: .after(call.timeLimit ?? Call.longestTimeLimit)) {
        () throws(KeychainError) in
        guard case .changePasscode = request else { return try keychain.send(call, from: peer) }
        return try client.served.changePasscode(call, from: peer, client.identity.reservedGroups)
      }
    case let request where request.losesItems:
      return try client.served.losing(client.identity.reservedGroups) { () throws(KeychainError) in
        try keychain.send(call, from: peer)
      }
    case .set:
      let reply = try keychain.send(call, from: peer)
      // The keychain locks itself by the new settings, also when no further call comes.
      try? client.served.findKeys()
      return reply
    default: return try keychain.send(call, from: peer)
    }
  }
}

extension CallHandling {
  /// Makes the client the agent of its session. A program of root, and a program with the passcode, may take the place of
  /// an earlier agent.
  private func becomeAgent(_ isGraphical: Bool, _ proof: Handle?) throws(KeychainError) {
    let isProven =
      proof.map {
        client.served.keychain.passcode(provenBy: $0, in: client.session, within: RequestPolicy.proofTime) != nil
      } ?? false
    let agent = Agent(connection.identifier, client, in: try SessionPlace(connection.process), isGraphical: isGraphical)
    {
      [weak connection] (header, body) throws(KeychainError) in try connection?.send(header, body)
    }
    try agents.add(agent, mayReplace: isProven || client.evidence.credentials.user == 0)
    connection.keepForAgent()
    // Another thread may have closed the connection before the agent was added.
    if connection.isClosed { agents.remove(connection.identifier) }
  }
}

extension Request {
  /// Whether the request changes nothing if it fails: it reads items, or changes them in one transaction.
  fileprivate var isUndoneByFailure: Bool {
    switch self {
    case .items, .candidates, .use: true
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

  fileprivate var lacksMemory: Bool {
    if case .failure(let error) = self { error.failureCause == .outOfMemory } else { false }
  }
}
