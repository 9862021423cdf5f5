package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainTransport

/// What the service sends to an agent.
package enum AgentEvent: Sendable {
  /// The agent must show a question.
  case question(AgentQuestion)
  /// The question with the nonce must disappear.
  case withdrawal(QuestionNonce)
}

/// The connection of this process to the service as the agent of its session. When the connection ends, the process is no
/// agent any more.
package final class AgentConnection: Sendable {
  private let connection: RemoteConnection

  init(_ connection: RemoteConnection) { self.connection = connection }

  /// The next event; nil when the deadline passed.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the connection has ended.
  package func next(until deadline: Deadline) throws(KeychainError) -> AgentEvent? {
    try ForkGate.enter { () throws(KeychainError) in try connection.nextAgentEvent(until: deadline) }
  }

  /// Answers a question. The function overwrites the body that it sends.
  ///
  /// - Parameter typed: What the person typed; nil for nothing, and for every outcome except `given`.
  package func answer(
    _ nonce: QuestionNonce, _ outcome: AgentAnswer.Outcome, typed: Passcode? = nil
  ) throws(KeychainError) {
    var body: [UInt8]
    if let typed {
      body = try typed.withBytes { (bytes) throws(KeychainError) in AgentAnswer.bytes(nonce, outcome, typed: bytes) }
    } else {
      body = AgentAnswer.bytes(nonce, outcome)
    }
    defer { body.wipe() }
    try ForkGate.enter { () throws(KeychainError) in try connection.sendAnswer(body) }
  }
}

extension RemoteKeychain {
  /// Makes this process the agent of its session.
  ///
  /// - Parameters:
  ///   - isGraphical: Whether the agent shows questions in windows.
  ///   - proof: The handle of a proof of the passcode, with which the process takes the place of an earlier agent.
  /// - Throws: The errors of `Request.becomeAgent`.
  package func becomeAgent(isGraphical: Bool, proof: Handle? = nil) throws(KeychainError) -> AgentConnection {
    _ = try send(Call(.becomeAgent(isGraphical: isGraphical, proof: proof)), from: Peer(Caller(accessGroups: [])))
    return AgentConnection(try connection())
  }
}
