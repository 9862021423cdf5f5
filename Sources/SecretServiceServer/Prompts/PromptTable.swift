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

    /// Whether the program has dismissed the prompt, or has ended. The prompt then has no receiver of an outcome.
    var isEnded = false

    fileprivate var conversation: PromptConversation?
    fileprivate var isWaiting = false
    /// The connections that share the limits with the owner.
    fileprivate let group: String
    fileprivate let made: ContinuousClock.Instant

    init(
      _ name: String, _ owner: String, _ action: PromptAction, paths: [(path: String, collection: String)],
      unlocked: [String], alias: String, group: String, made: ContinuousClock.Instant
    ) {
      self.name = name
      self.owner = owner
      self.action = action
      self.paths = paths
      self.unlocked = unlocked
      self.alias = alias
      self.group = group
      self.made = made
    }
  }

  /// The largest number of prompts of one process, of all prompts, and of prompts that run at once.
  private static let largestCountOfGroup = 16
  private static let largestCount = 256
  private static let largestRunningCount = 8
  /// The largest number of prompts of one process that run at once. So one process cannot keep the prompts of others from
  /// running.
  private static let largestRunningCountOfGroup = 2
  /// The time after which a prompt that nobody began is removed, when another prompt is made.
  private static let timeToBegin = Duration.seconds(60)

  private var prompts: [String: Prompt] = [:]
  /// The prompts that wait for another prompt, in order.
  private var waiting: [Prompt] = []
  private var last: UInt64 = 0
  private let makePrompter: @Sendable () -> any Prompter
  /// The prompts that were removed while they ran.
  private var removed: [String: Prompt] = [:]
  /// When each process with prompts last got a running prompt, as a number that grows.
  private var turns: [String: UInt64] = [:]
  private var lastTurn: UInt64 = 0
  private let finished = ForkSafeMutex<[(String, PromptAction.Outcome)]>([])
  private let wake: @Sendable () -> Void
  private let group: (String) -> String
  private let now: () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - makePrompter: Makes the prompter of one prompt.
  ///   - wake: Wakes the thread that calls `takeFinished`. Any thread calls this function.
  ///   - group: The name of the process of a connection.
  init(
    makePrompter: @escaping @Sendable () -> any Prompter, wake: @escaping @Sendable () -> Void,
    group: @escaping (String) -> String, now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.makePrompter = makePrompter
    self.wake = wake
    self.group = group
    self.now = now
  }

  // MARK: Making

  /// Makes a prompt that asks nothing yet.
  ///
  /// - Returns: The path of the prompt.
  func add(
    _ action: PromptAction, by owner: String, paths: [(path: String, collection: String)] = [],
    unlocked: [String] = [], alias: String = ""
  ) throws(BusError) -> String {
    let (group, now) = (self.group(owner), self.now())
    for prompt in prompts.values
    where prompt.conversation == nil && !prompt.isWaiting && now - prompt.made > Self.timeToBegin {
      prompts[prompt.name] = nil
    }
    guard prompts.count < Self.largestCount,
      prompts.values.count(where: { $0.group == group }) < Self.largestCountOfGroup
    else { throw .limitsExceeded("a process has at most \(Self.largestCountOfGroup) prompts") }
    last += 1
    let name = "p\(last)"
    prompts[name] = Prompt(
      name, owner, action, paths: paths, unlocked: unlocked, alias: alias, group: group, made: now)
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
      running.count(where: { $0.group == prompt.group }) < Self.largestRunningCountOfGroup,
      !running.contains(where: { isRival($0, of: prompt) })
    else {
      if !prompt.isWaiting { waiting.append(prompt) }
      prompt.isWaiting = true
      return
    }
    prompt.isWaiting = false
    lastTurn += 1
    turns[prompt.group] = lastTurn
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

  /// The prompts whose questions have ended, with the outcomes. They exist no more. A prompt that was removed while it ran
  /// is among them, because it may have made or deleted a collection.
  func takeFinished() -> [(prompt: Prompt, outcome: PromptAction.Outcome)] {
    let outcomes = finished.withLock { finished in
      defer { finished = [] }
      return finished
    }
    var ended: [(Prompt, PromptAction.Outcome)] = []
    for (name, outcome) in outcomes {
      if let prompt = prompts.removeValue(forKey: name) ?? removed.removeValue(forKey: name) {
        ended.append((prompt, outcome))
      }
    }
    startWaiting()
    return ended
  }

  /// Starts waiting prompts. The process whose last prompt started first comes first. So processes with many prompts take
  /// turns with the others.
  private func startWaiting() {
    var candidates = waiting.filter { prompts[$0.name] === $0 }
    waiting = []
    let groups = Set(prompts.values.map(\.group))
    turns = turns.filter { groups.contains($0.key) }
    while !candidates.isEmpty {
      var next = 0
      for (position, prompt) in candidates.enumerated()
      where turns[prompt.group, default: 0] < turns[candidates[next].group, default: 0] { next = position }
      let prompt = candidates.remove(at: next)
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
    for prompt in prompts.values where prompt.owner == owner {
      prompt.isEnded = true
      remove(prompt)
    }
  }

  func endAll() {
    waiting = []
    for prompt in prompts.values { remove(prompt) }
  }

  private func remove(_ prompt: Prompt) {
    prompts[prompt.name] = nil
    // The thread of a running prompt ends soon.
    if let conversation = prompt.conversation {
      removed[prompt.name] = prompt
      conversation.cancel()
    }
    startWaiting()
  }
}
