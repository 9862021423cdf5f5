import Keychain
import KeychainFiles
import KeychainModel

/// The agents of all sessions, and what keeps programs from troubling the person.
final class AgentTable: Sendable {
  /// The application whose programs may be agents. Its manifest recognises the group `lk-app-agent`.
  static let application = "org.latchkey.keychain-agent"

  /// The programs that share their refusals: an application, or all programs of a user without a manifest.
  private struct Asker: Sendable, Hashable {
    let user: UInt32
    let application: String?
  }

  private struct Refusals: Sendable {
    var count: Int
    /// The time at which the refusals are forgotten. After the third refusal, the programs may ask nothing until then.
    var end: Deadline
  }

  private struct State: Sendable {
    var agents: [Agent] = []
    /// Whether the service ends. Then agents ask no further questions.
    var isClosed = false
    /// The questions that are asked, or wait for their turn, with the processes that ask.
    var asking: [Handle: (process: Int32, cancellation: Cancellation)] = [:]
    var refusals: [Asker: Refusals] = [:]
  }

  /// The number of questions of all users that may wait for an answer. Each occupies a thread.
  private static let askingLimit = 64
  /// The number of questions of one process: one that the person sees, and one that waits.
  private static let processLimit = 2
  /// The number of refusals in a row after which the programs may ask nothing for a time.
  private static let refusalLimit = 3

  /// The time after which one or two refusals are forgotten.
  private static let memoryTime = Duration.seconds(600)

  private let refusalTime: Duration
  private let state = ForkSafeMutex(State())

  /// - Parameter refusalTime: The time for which programs may ask nothing after three refusals.
  init(refusalTime: Duration) { self.refusalTime = refusalTime }

  // MARK: Agents

  /// Adds an agent.
  ///
  /// - Parameter mayReplace: Whether the agent takes the place of an earlier agent of its session.
  /// - Throws: `.missingEntitlement` for another program than `keychain-agent`; `.notAvailable` when the session has an
  ///   agent, which stays.
  func add(_ agent: Agent, mayReplace: Bool) throws(KeychainError) {
    let identity = agent.client.identity
    guard identity.application == Self.application, identity.grade == .protectedProgram else {
      throw KeychainError(
        .missingEntitlement,
        "only keychain-agent, with its manifest and the group lk-app-agent, asks the person for keychaind")
    }
    let former = try state.withLock { (state) throws(KeychainError) -> Agent? in
      guard !state.isClosed else { throw KeychainError(.notAvailable, "keychaind ends") }
      let index = state.agents.firstIndex {
        $0.user == agent.user && $0.place == agent.place && $0.client.served === agent.client.served
      }
      guard let index else {
        state.agents.append(agent)
        return nil
      }
      guard mayReplace else {
        throw KeychainError(
          .notAvailable, "the session has an agent; keychain-agent --replace takes its place, and needs the passcode",
          because: .replaced)
      }
      defer { state.agents[index] = agent }
      return state.agents[index]
    }
    former?.end()
  }

  /// The agent with a connection; nil when the connection is not the connection of an agent.
  subscript(_ identifier: UInt64) -> Agent? { state.withLock { Self.agent(identifier, $0) } }

  private static func agent(_ identifier: UInt64, _ state: State) -> Agent? {
    state.agents.first { $0.identifier == identifier }
  }

  /// Removes the agent with a connection, if there is one.
  func remove(_ identifier: UInt64) {
    let former = state.withLock { state -> Agent? in
      guard let agent = Self.agent(identifier, state) else { return nil }
      state.agents.removeAll { $0 === agent }
      return agent
    }
    former?.end()
  }

  /// Ends all agents, and their questions. A service that ends receives no answers any more.
  func close() {
    let agents = state.withLock { state in
      state.isClosed = true
      defer { state.agents = [] }
      return state.agents
    }
    for agent in agents { agent.end() }
  }

  /// The connections of agents whose keychains root removed. The agents must connect again.
  var retired: [UInt64] { state.withLock { $0.agents.filter(\.client.served.isRetired).map(\.identifier) } }

  /// The agent that asks for a client in a session (`SessionPlace.indexOfAgent`).
  ///
  /// - Throws: `.interactionNotAllowed` with the cause `agentMissing` when there is none.
  func agent(for client: Client, in place: SessionPlace) throws(KeychainError) -> Agent {
    let agents = state.withLock { $0.agents }.filter {
      $0.user == client.evidence.credentials.user && $0.client.served === client.served
    }
    guard let index = place.indexOfAgent(among: agents.map { ($0.place, $0.isGraphical) }) else {
      throw KeychainError(
        .interactionNotAllowed, "nobody can be asked: the session of the program has no agent (keychain-agent)",
        because: .interactionForbidden, cause: .agentMissing)
    }
    return agents[index]
  }

  // MARK: Askers

  /// Runs `body`, which asks the person for a client. A question whose agent ends counts as a refusal: a program could
  /// otherwise end the agents whose questions it does not like.
  ///
  /// - Parameters:
  ///   - agent: The agent that shows the question.
  ///   - handle: The handle that the client chose for `withdraw`.
  ///   - cancellation: The cancellation of the call.
  /// - Throws: `.interactionNotAllowed` when the process asks already, after too many refusals, and when too many programs
  ///   ask; `.parameter` when another question has the handle; the errors of `body`.
  func asking<Result>(
    for client: Client, through agent: Agent, as handle: Handle, _ cancellation: Cancellation,
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let process = client.evidence.credentials.process
    let asker = Asker(user: client.evidence.credentials.user, application: client.identity.application)
    try state.withLock { (state) throws(KeychainError) in
      guard state.asking[handle] == nil else {
        throw KeychainError(.parameter, "another question has the handle")
      }
      guard state.asking.values.count(where: { $0.process == process }) < Self.processLimit else {
        throw Self.forbidden("the program asks the person already")
      }
      guard state.asking.count < Self.askingLimit else { throw Self.forbidden("too many programs ask their persons") }
      state.refusals = state.refusals.filter { $0.value.end.remaining > .zero }
      guard state.refusals[asker].map({ $0.count < Self.refusalLimit }) ?? true else {
        throw Self.forbidden(
          "the last \(Self.refusalLimit) questions of the program were not answered, so it may ask again in half a minute"
        )
      }
      state.asking[handle] = (process, cancellation)
    }
    defer { state.withLock { $0.asking[handle] = nil } }
    do throws(KeychainError) {
      let result = try body()
      state.withLock { $0.refusals[asker] = nil }
      return result
    } catch {
      if error.isRefusalOfPerson || agent.hasEnded { noteRefusal(asker) }
      throw error
    }
  }

  private func noteRefusal(_ asker: Asker) {
    let time = refusalTime
    state.withLock { state in
      let count = (state.refusals[asker]?.count ?? 0) + 1
      let isLast = count >= Self.refusalLimit
      state.refusals[asker] = Refusals(count: count, end: .after(isLast ? time : Self.memoryTime))
    }
  }

  /// Withdraws the question of a process.
  ///
  /// - Returns: False when the process asks no question with the handle.
  func withdraw(_ handle: Handle, of process: Int32) -> Bool {
    let cancellation = state.withLock { state -> Cancellation? in
      guard let asking = state.asking[handle], asking.process == process else { return nil }
      return asking.cancellation
    }
    cancellation?.cancel()
    return cancellation != nil
  }

  private static func forbidden(_ reason: String) -> KeychainError {
    KeychainError(.interactionNotAllowed, "\(reason)", because: .interactionForbidden)
  }
}

extension KeychainError {
  /// Whether the person was asked, and did not give the passcode. Questions that the program withdrew count too: a program
  /// could otherwise show and hide questions without end.
  fileprivate var isRefusalOfPerson: Bool {
    code == .userCancelled || code == .authenticationFailed && cause != .passcodeMustWait
  }
}
