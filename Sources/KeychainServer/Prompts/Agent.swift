import CPlatform
import KeychainFiles
import KeychainModel
import KeychainTransport

/// A program that asks the person in one session. It shows one question at a time.
final class Agent: Sendable {
  /// An answer that the service received, and that it wipes.
  struct Answer: Sendable {
    let outcome: AgentAnswer.Outcome
    let typed: TypedBytes
  }

  private struct Open: Sendable {
    let nonce: QuestionNonce
    let semaphore: Semaphore
    var answer: Answer?
  }

  private struct State: Sendable {
    /// Whether a conversation has its turn.
    var isTaken = false
    /// The conversations that wait for their turn.
    var waiting: [Semaphore] = []
    /// The question that the agent shows.
    var open: Open?
    var hasEnded = false
    /// The end of the pause after a question that disappeared without an answer.
    var pause: Deadline?
  }

  /// The time between a question that disappeared and the next one. The person may be typing, and must not type the rest
  /// into the question of another program.
  static let pauseTime = Duration.milliseconds(1500)

  /// The number of conversations that may wait for their turn.
  static let waitingLimit = 3

  /// The identifier of the agent's connection.
  let identifier: UInt64
  let client: Client
  let place: SessionPlace
  let isGraphical: Bool
  private let send: @Sendable (PacketHeader, [UInt8]) throws(KeychainError) -> Void
  private let state = ForkSafeMutex(State())

  init(
    _ identifier: UInt64, _ client: Client, in place: SessionPlace, isGraphical: Bool,
    send: @escaping @Sendable (PacketHeader, [UInt8]) throws(KeychainError) -> Void
  ) {
    self.identifier = identifier
    self.client = client
    self.place = place
    self.isGraphical = isGraphical
    self.send = send
  }

  /// Whether its connection ended, or another agent took its place.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  var user: UInt32 { client.evidence.credentials.user }

  // MARK: Conversations

  /// Runs a conversation of one or several questions, when the conversations before it have ended.
  ///
  /// - Parameter body: Its argument is true if the question before disappeared without an answer.
  /// - Throws: `.interactionNotAllowed` when too many conversations wait, when the deadline passed before the turn of this
  ///   one, or when the agent ended; `.userCancelled` when the client cancelled the call; the errors of `body`.
  func conversing<Result>(
    until deadline: Deadline, _ cancellation: Cancellation, _ body: (Bool) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try takeTurn(until: deadline, cancellation)
    defer { passTurn() }
    return try body(try pause(until: deadline, cancellation))
  }

  /// Waits until the person has noticed that the question before disappeared.
  ///
  /// - Returns: Whether a question disappeared shortly before.
  private func pause(until deadline: Deadline, _ cancellation: Cancellation) throws(KeychainError) -> Bool {
    let end = state.withLock { state in
      defer { state.pause = nil }
      return state.pause
    }
    guard let end, end.remaining > .zero else { return false }
    _ = cancellation.wait(for: Semaphore(), until: end.remaining < deadline.remaining ? end : deadline)
    guard !cancellation.isCancelled, deadline.remaining > .zero else {
      throw Self.unanswered(cancellation, "other questions kept the person busy")
    }
    return true
  }

  private func takeTurn(until deadline: Deadline, _ cancellation: Cancellation) throws(KeychainError) {
    let semaphore = Semaphore()
    let isTaken = try state.withLock { (state) throws(KeychainError) in
      guard !state.hasEnded else { throw Self.ended }
      guard state.isTaken else {
        state.isTaken = true
        return false
      }
      guard state.waiting.count < Self.waitingLimit else {
        throw KeychainError(.interactionNotAllowed, "too many questions wait for the person")
      }
      state.waiting.append(semaphore)
      return true
    }
    guard isTaken else { return }
    let hasTurn = cancellation.wait(for: semaphore, until: deadline)
    let (isWaiting, hasEnded) = state.withLock { state in
      let index = state.waiting.firstIndex { $0 === semaphore }
      if let index { state.waiting.remove(at: index) }
      return (index != nil, state.hasEnded)
    }
    guard hasTurn, !hasEnded else {
      // The turn came, and this conversation does not use it.
      if !isWaiting { passTurn() }
      throw hasEnded ? Self.ended : Self.unanswered(cancellation, "other questions kept the person busy")
    }
  }

  private func passTurn() {
    let next = state.withLock { state -> Semaphore? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.signal()
  }

  // MARK: Questions

  /// Shows a question, and waits for its answer. The question disappears when the deadline passes and when the client
  /// cancels the call, also by its end.
  ///
  /// - Throws: `.interactionNotAllowed` when the agent ended; `.authenticationFailed` when the deadline passed;
  ///   `.userCancelled` when the client cancelled the call.
  func ask(
    _ kind: AgentQuestion.Kind, _ texts: QuestionText.Texts, problem: String?, until deadline: Deadline,
    _ cancellation: Cancellation
  ) throws(KeychainError) -> Answer {
    let nonce = try Self.makeNonce()
    let open = Open(nonce: nonce, semaphore: Semaphore())
    try state.withLock { (state) throws(KeychainError) in
      guard !state.hasEnded else { throw Self.ended }
      state.open = open
    }
    let seconds = UInt16(clamping: max(1, deadline.remaining.components.seconds))
    let question = AgentQuestion(
      nonce, kind, seconds: seconds, text: texts.text, shortText: texts.short, problem: problem
    ).bytes
    do throws(KeychainError) { try send(PacketHeader(.question, length: question.count), question) } catch {
      throw Self.ended
    }
    _ = cancellation.wait(for: open.semaphore, until: deadline)
    let (answer, hasEnded) = state.withLock { state in
      defer { state.open = nil }
      return (state.open?.answer, state.hasEnded)
    }
    if let answer, !cancellation.isCancelled { return answer }
    // An agent whose place another one took is still connected, and shows the question.
    _ = try? send(PacketHeader(.withdrawal, length: nonce.bytes.count), nonce.bytes)
    guard !hasEnded else { throw Self.ended }
    state.withLock { $0.pause = .after(Self.pauseTime) }
    throw Self.unanswered(cancellation, "nobody answered in time")
  }

  /// Takes an answer of the agent.
  ///
  /// - Returns: False for an answer to another question than the present one. Such an answer is dropped. The agent may have
  ///   answered while the service withdrew the question.
  func take(_ answer: borrowing AgentAnswer) -> Bool {
    let taken = Answer(outcome: answer.outcome, typed: TypedBytes(answer.typed))
    return state.withLock { state in
      guard let open = state.open, open.nonce == answer.nonce, open.answer == nil else { return false }
      state.open?.answer = taken
      open.semaphore.signal()
      return true
    }
  }

  /// Ends the use of the agent, because its connection ended or another agent took its place.
  func end() {
    let semaphores = state.withLock { state in
      state.hasEnded = true
      return state.waiting + (state.open.map { [$0.semaphore] } ?? [])
    }
    for semaphore in semaphores { semaphore.signal() }
  }

  private static func makeNonce() throws(KeychainError) -> QuestionNonce {
    var bytes = [UInt8](repeating: 0, count: QuestionNonce.byteCount)
    guard lk_fill_randomly(&bytes, bytes.count) == 0 else {
      throw KeychainError(.notAvailable, "there are no random bytes")
    }
    return try QuestionNonce(bytes)
  }

  private static var ended: KeychainError {
    KeychainError(
      .interactionNotAllowed, "the agent of the session (keychain-agent) ended", because: .interactionForbidden)
  }

  private static func unanswered(_ cancellation: Cancellation, _ reason: String) -> KeychainError {
    cancellation.isCancelled
      ? KeychainError(.userCancelled, "the program ended the question", because: .userCancelled, cause: .cancelled)
      : KeychainError(.authenticationFailed, "\(reason)", because: .timedOut)
  }
}

/// What a person typed. The bytes are overwritten at the end of the object's lifetime.
final class TypedBytes: Sendable {
  private let bytes: [UInt8]

  init(_ bytes: borrowing WipedBytes) { self.bytes = bytes.withUnsafeBytes { Array($0) } }

  deinit { bytes.wipeEverywhere() }

  var isEmpty: Bool { bytes.isEmpty }

  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try bytes.withBytes(body)
  }
}
