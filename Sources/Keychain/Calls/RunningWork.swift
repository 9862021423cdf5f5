import Glibc
import KeychainFiles
import KeychainModel

/// Work that goes on in a thread of its own, and its news for the client.
final class RunningWork: Sendable {
  private struct State: Sendable {
    var progress: (done: Int, total: Int)?
    /// Pieces of a file for the client, in order.
    var output: [[UInt8]] = []
    var changes: [KeychainChange] = []
    var result: Result<Reply, KeychainError>?
    var isCancelled = false
  }

  /// The most bytes of one piece.
  static let pieceByteCount = 64 << 10
  /// Pieces that wait for the client.
  private static let waitingPieceCount = 8

  /// What the client sends of a file; nil for work that reads none.
  let input: SpooledFile?
  private let state = Guarded(State())
  /// Signalled for each piece of news.
  private let news = Semaphore()
  /// Signalled when the client has taken a piece or sent the last of its file, and when it ends the work.
  private let clientActed = Semaphore()

  private init(_ input: SpooledFile?) { self.input = input }

  /// Begins work.
  ///
  /// - Parameter body: Reports its progress. It ends when that throws.
  /// - Throws: `.notAvailable` when no thread can be made.
  static func begin(
    reading input: SpooledFile? = nil,
    _ body: @escaping @Sendable (RunningWork) throws(KeychainError) -> Reply
  ) throws(KeychainError) -> RunningWork {
    let work = RunningWork(input)
    let start = Unmanaged.passRetained(ThreadStart(work: work, body: body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument {
          Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, start.toOpaque())
    guard failure == 0 else {
      start.release()
      throw KeychainError(.notAvailable, "no thread can be made", because: .outOfMemory)
    }
    pthread_detach(thread)
    return work
  }

  /// What a new thread gets.
  private final class ThreadStart: Sendable {
    let work: RunningWork
    let body: @Sendable (RunningWork) throws(KeychainError) -> Reply

    init(
      work: RunningWork, body: @escaping @Sendable (RunningWork) throws(KeychainError) -> Reply
    ) {
      self.work = work
      self.body = body
    }

    func run() {
      do throws(KeychainError) {
        work.end(.success(try body(work)))
      } catch {
        work.end(.failure(error))
      }
    }
  }

  private func end(_ result: Result<Reply, KeychainError>) {
    state.withLock { $0.result = result }
    news.signal()
  }

  // MARK: The thread of the work

  /// - Throws: `.userCancelled` with the cause `cancelled` when the client ended the work.
  func report(_ done: Int, _ total: Int) throws(KeychainError) {
    let (isNew, isCancelled) = state.withLock { state in
      defer { state.progress = (done, total) }
      return (state.progress == nil, state.isCancelled)
    }
    if isNew { news.signal() }
    if isCancelled { throw Self.cancelled }
  }

  private static var cancelled: KeychainError {
    KeychainError(.userCancelled, "the work was ended before it was done", cause: .cancelled)
  }

  /// Reports commits.
  ///
  /// - Throws: As `report`, also when there are none.
  func emit(changes: [KeychainChange]) throws(KeychainError) {
    let isCancelled = state.withLock { state in
      state.changes += changes
      // As many as the header remembers.
      state.changes.removeFirst(max(0, state.changes.count - 64))
      return state.isCancelled
    }
    if !changes.isEmpty { news.signal() }
    if isCancelled { throw Self.cancelled }
  }

  /// Gives the client bytes of a file, and waits while it has many to take.
  ///
  /// - Throws: As `report`.
  func emit(_ bytes: [UInt8]) throws(KeychainError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(Self.pieceByteCount))
      try waitForClient { state in
        guard state.output.count < Self.waitingPieceCount else { return false }
        state.output.append(piece)
        return true
      }
      news.signal()
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Waits until the client has sent its file.
  ///
  /// - Throws: As `report`.
  func receive() throws(KeychainError) -> GivenFile {
    guard let input else { throw Reply.unexpected }
    try waitForClient { _ in input.isComplete }
    return try input.file()
  }

  private func waitForClient(_ isDone: (inout State) -> Bool) throws(KeychainError) {
    while true {
      let (isDone, isCancelled) = state.withLock { state in
        state.isCancelled ? (false, true) : (isDone(&state), false)
      }
      if isCancelled { throw Self.cancelled }
      if isDone { return }
      _ = clientActed.wait(until: .after(.seconds(60)))
    }
  }

  // MARK: The client

  /// The latest news. Waits for some, at most until the deadline.
  func next(until deadline: Deadline) -> Reply {
    var last: (done: Int, total: Int) = (0, 0)
    repeat {
      let reply: Reply? = state.withLock { state in
        if state.isCancelled { return .ended }
        if !state.output.isEmpty { return .bytes(state.output.removeFirst()) }
        if !state.changes.isEmpty {
          defer { state.changes = [] }
          return .changes(state.changes)
        }
        if let progress = state.progress {
          last = progress
          state.progress = nil
          return .progress(done: progress.done, of: progress.total)
        }
        return state.result == nil ? nil : .ended
      }
      if case .bytes = reply { clientActed.signal() }
      if let reply { return reply }
    } while news.wait(until: deadline)
    return .progress(done: last.done, of: last.total)
  }

  /// The result. Waits for the end of the work.
  func finish(until deadline: Deadline) throws(KeychainError) -> Reply {
    repeat {
      if let result = state.withLock(\.result) { return try result.get() }
    } while news.wait(until: deadline)
    throw KeychainError(.notAvailable, "the work is not done yet", because: .timedOut)
  }

  /// Takes bytes of the client's file.
  func write(_ bytes: [UInt8]) throws(KeychainError) {
    guard let input else { throw Reply.unexpected }
    try input.append(bytes)
    if input.isComplete { clientActed.signal() }
  }

  /// Ends the work at its next step.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    clientActed.signal()
    news.signal()
  }
}
