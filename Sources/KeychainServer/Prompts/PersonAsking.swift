import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel

/// Asks the person for the passcode through the agent of a client's session. The client gets the outcome, and never the
/// passcode.
struct PersonAsking {
  let client: Client
  let process: PeerProcess
  let agents: AgentTable
  let load: UserLoad
  let cancellation: Cancellation

  /// The number of passcodes that the person may type for one request.
  private static let tries = 3

  /// Carries out a request `askPerson`.
  ///
  /// - Parameter peer: The client as a peer of its keychain.
  func answer(_ question: PersonQuestion, as handle: Handle, _ peer: Peer) throws(KeychainError) -> Reply {
    guard try client.served.hasPasscode() else {
      throw KeychainError(.notAvailable, "the keychain has no passcode", cause: .passcodeMissing)
    }
    let agent = try agents.agent(for: client, in: try SessionPlace(process))
    let texts = try QuestionText(client, process).texts(question)
    let deadline = Deadline.after(Call.questionTimeLimit)
    return try agents.asking(for: client, through: agent, as: handle, cancellation) { () throws(KeychainError) in
      try agent.conversing(until: deadline, cancellation) { (isAfterAnother) throws(KeychainError) in
        try ask(
          agent, question.purpose, texts, peer,
          problem: isAfterAnother ? "The question before has ended. This is another question." : nil, until: deadline)
      }
    }
  }

  private func ask(
    _ agent: Agent, _ purpose: PersonQuestion.Purpose, _ texts: QuestionText.Texts, _ peer: Peer,
    problem first: String?, until deadline: Deadline
  ) throws(KeychainError) -> Reply {
    var problem = first
    for _ in 0..<Self.tries {
      _ = try client.served.keychain.send(Call(.requirePasscodeAttempt), from: peer)
      let answer = try agent.ask(.passcode, texts, problem: problem, until: deadline, cancellation)
      guard let passcode = try Self.passcode(answer) else {
        problem = "Nothing was typed."
        continue
      }
      do throws(KeychainError) {
        return try attempt(passcode, purpose, peer, until: deadline)
      } catch {
        guard error.code == .authenticationFailed, error.cause != .passcodeMustWait else { throw error }
        problem = "The passcode is wrong. Try again."
      }
    }
    throw KeychainError(.authenticationFailed, "the passcode is wrong", because: .passcodeWrong)
  }

  /// - Returns: Nil when the person typed nothing.
  private static func passcode(_ answer: Agent.Answer) throws(KeychainError) -> Passcode? {
    switch answer.outcome {
    case .given:
      guard !answer.typed.isEmpty else { return nil }
      return try answer.typed.withBytes { (bytes) throws(KeychainError) in try Passcode(bytes) }
    case .dismissed: throw KeychainError(.userCancelled, "the question was dismissed", because: .userCancelled)
    case .impossible:
      throw KeychainError(
        .interactionNotAllowed, "the agent of the session cannot show a question; its log has the reason",
        because: .interactionForbidden)
    case .failed: throw KeychainError(.authenticationFailed, "nobody answered in time", because: .timedOut)
    }
  }

  private func attempt(
    _ passcode: Passcode, _ purpose: PersonQuestion.Purpose, _ peer: Peer, until deadline: Deadline
  ) throws(KeychainError) -> Reply {
    let request: Request = purpose == .unlock ? .unlock(passcode) : .provePasscode(passcode)
    let reply = try load.authenticating(until: deadline) { () throws(KeychainError) in
      try client.served.keychain.send(Call(request), from: peer)
    }
    // The person agreed to the use of protected items only.
    if purpose == .items { client.session.restrictToItems(try reply.handle()) }
    return reply
  }
}
