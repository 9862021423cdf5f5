import KeychainFiles
import KeychainModel
import KeychainPrompt

/// The prompts of all clients. A prompt belongs to the connection whose call made it, and ends with this connection.
///
/// Each running prompt has a thread. A prompt that unlocks a keychain waits while another prompt asks about the same
/// keychain, so that the person gets one question at a time.
final class PromptTable {
  final class Prompt {
    let name: String
    let owner: String
    let action: PromptAction
    /// The paths that `Unlock` was called with, and the collection of each path.
    let paths: [(path: String, collection: String)]
    /// The paths that need no unlocking.
    let unlocked: [String]
    /// The alias that a new collection gets; empty for none.
    let alias: String

    fileprivate var conversation: PromptConversation?
    fileprivate var isWaiting = false

    init(
      _ name: String, _ owner: String, _ action: PromptAction, paths: [(path: String, collection: String)],
      unlocked: [String], alias: String
    ) {
      self.name = name
      self.owner = owner
      self.action = action
      self.paths = paths
      self.unlocked = unlocked
      self.alias = alias
    }
  }

  /// The largest number of prompts of one connection, of all prompts, and of prompts that run at once.
  private static let largestCountOfOwner = 16
  private static let largestCount = 256
  private static let largestRunningCount = 8
  /// The largest number of prompts of one connection that run at once. So one program cannot keep the prompts of others
  /// from running.
  private static let largestRunningCountOfOwner = 2

  private var prompts: [String: Prompt] = [:]
  /// The prompts that wait for another prompt, in order.
  private var waiting: [Prompt] = []
  private var last: UInt64 = 0
  private let makePrompter: @Sendable () -> any Prompter
  private let finished = ForkSafeMutex<[(String, PromptAction.Outcome)]>([])
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - makePrompter: Makes the prompter of one prompt.
  ///   - wake: Wakes the thread that calls `takeFinished`. Any thread calls this function.
  init(makePrompter: @escaping @Sendable () -> any Prompter, wake: @escaping @Sendable () -> Void) {
    self.makePrompter = makePrompter
    self.wake = wake
  }

  // MARK: Making

  /// Makes a prompt that asks nothing yet.
  ///
  /// - Returns: The path of the prompt.
  func add(
    _ action: PromptAction, by owner: String, paths: [(path: String, collection: String)] = [],
    unlocked: [String] = [], alias: String = ""
  ) throws(BusError) -> String {
    guard prompts.count < Self.largestCount,
      prompts.values.count(where: { $0.owner == owner }) < Self.largestCountOfOwner
    else { throw .limitsExceeded("a connection has at most \(Self.largestCountOfOwner) prompts") }
    last += 1
    let name = "p\(last)"
    prompts[name] = Prompt(name, owner, action, paths: paths, unlocked: unlocked, alias: alias)
    return ObjectPath.path(ofPrompt: name)
  }

  func exists(_ name: String) -> Bool { prompts[name] != nil }

  private func prompt(_ name: String, of owner: String) throws(BusError) -> Prompt {
    guard let prompt = prompts[name] else { throw .unknownObject }
    guard prompt.owner == owner else { throw .accessDenied("the prompt belongs to another program") }
    return prompt
  }

  // MARK: Running

  /// Begins to ask. A prompt that asks already goes on.
  func begin(_ name: String, by owner: String) throws(BusError) {
    let prompt = try prompt(name, of: owner)
    guard prompt.conversation == nil, !prompt.isWaiting else { return }
    start(prompt)
  }

  private func start(_ prompt: Prompt) {
    let running = prompts.values.filter { $0.conversation != nil }
    guard running.count < Self.largestRunningCount,
      running.count(where: { $0.owner == prompt.owner }) < Self.largestRunningCountOfOwner,
      !running.contains(where: { isRival($0, of: prompt) })
    else {
      if !prompt.isWaiting { waiting.append(prompt) }
      prompt.isWaiting = true
      return
    }
    prompt.isWaiting = false
    let conversation = PromptConversation(makePrompter(), program: prompt.action.program)
    prompt.conversation = conversation
    let (name, action, finished, wake) = (prompt.name, prompt.action, finished, wake)
    let isStarted = DetachedThread.start {
      let outcome = action.run(conversation)
      finished.withLock { $0.append((name, outcome)) }
      wake()
    }
    guard !isStarted else { return }
    finished.withLock { $0.append((name, .dismissed)) }
    wake()
  }

  /// Whether two prompts would ask about the same keychain.
  private func isRival(_ one: Prompt, of other: Prompt) -> Bool {
    one.paths.contains { path in other.paths.contains { $0.collection == path.collection } }
  }

  /// The prompts whose questions have ended, with the outcomes. They exist no more.
  func takeFinished() -> [(prompt: Prompt, outcome: PromptAction.Outcome)] {
    let outcomes = finished.withLock { finished in
      defer { finished = [] }
      return finished
    }
    var ended: [(Prompt, PromptAction.Outcome)] = []
    for (name, outcome) in outcomes {
      if let prompt = prompts.removeValue(forKey: name) { ended.append((prompt, outcome)) }
    }
    startWaiting()
    return ended
  }

  private func startWaiting() {
    let candidates = waiting
    waiting = []
    for prompt in candidates where prompts[prompt.name] === prompt {
      prompt.isWaiting = false
      start(prompt)
    }
  }

  // MARK: Ending

  /// Ends a prompt without an answer.
  func dismiss(_ name: String, by owner: String) throws(BusError) -> Prompt {
    let prompt = try prompt(name, of: owner)
    remove(prompt)
    return prompt
  }

  /// Ends the prompts of a connection.
  func end(owner: String) {
    for prompt in prompts.values where prompt.owner == owner { remove(prompt) }
  }

  func endAll() {
    waiting = []
    for prompt in prompts.values { remove(prompt) }
  }

  private func remove(_ prompt: Prompt) {
    prompts[prompt.name] = nil
    // The thread of a running prompt ends soon. Its outcome is ignored.
    prompt.conversation?.cancel()
    startWaiting()
  }
}
