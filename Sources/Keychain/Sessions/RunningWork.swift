import CPlatform
import Glibc
import KeychainFiles
import KeychainModel
import Synchronization

/// Work that runs in its own thread, with the progress and the result that the client fetches.
///
/// The thread never waits for the client. The thread writes its output to a temporary file (`output`), and the client
/// reads this file after the work has ended. The input from the client (`input`) is complete before the thread starts.
final class RunningWork: Sendable {
  typealias Body = @Sendable (RunningWork) throws(KeychainError) -> Reply

  private struct State: Sendable {
    /// The body of the thread; nil after the work has begun.
    var body: Body?
    var progress: (done: Int, total: Int)?
    /// The last progress that the client received.
    var givenProgress: (done: Int, total: Int) = (0, 0)
    /// The client receives no further progress before this time, unless the work has ended.
    var nextProgress = Deadline.after(.zero)
    var result: Result<Reply, KeychainError>?
    /// The number of bytes of the output that the client received.
    var givenCount = 0
    var isCancelled = false
    /// The place of the file of the work; nil when the client received the result, and for work without a file.
    var filePlace: QuotaPlaces.Place?
    /// Whether the client received the result.
    var isOver = false
  }

  /// The largest number of bytes in one piece of a file.
  static let pieceByteCount = 64 << 10

  /// The time between two reports of progress to the client.
  private static let progressPause = Duration.milliseconds(100)

  /// Cancelled with the work. Ends the wait of the thread for other writers.
  let cancellation = Cancellation()
  /// The file from the client; nil for work that reads no file.
  private let input: SpooledFile?
  /// The file for the client; nil for work that writes no file.
  private let output: SpooledFile?
  private let state: ForkSafeMutex<State>
  /// The memory that the work and its result use; nil when the memory is not counted.
  let memory: MemoryClaim?
  /// The time of the last request of the client about the work.
  private let used = Atomic<Int64>(lk_monotonic_now())
  /// Signalled when there is progress, and when the work ends.
  private let news = Semaphore()

  /// Creates work that has not begun.
  ///
  /// - Parameters:
  ///   - place: The place of the file; nil for work without a file.
  ///   - body: The body of the work. The body calls `report`, and ends when `report` throws.
  init(
    reading input: SpooledFile? = nil, writing output: SpooledFile? = nil, _ place: QuotaPlaces.Place? = nil,
    memory: MemoryClaim? = nil, _ body: @escaping Body
  ) {
    self.input = input
    self.output = output
    self.memory = memory
    state = ForkSafeMutex(State(body: body, filePlace: place))
  }

  /// Starts the thread of the work. Does nothing if the file from the client is incomplete, or if the work has begun or
  /// was cancelled.
  ///
  /// - Throws: `.notAvailable` when no thread can be created.
  func begin() throws(KeychainError) {
    guard input?.isFull ?? true, let body = state.withLock({ $0.body.take() }) else { return }
    // The thread derives keys for the client of this thread (`DerivationQueue`).
    let client = lk_thread_client()
    let isStarted = DetachedThread.start(handling: [SIGXFSZ]) { [self] in
      lk_set_thread_client(client)
      run(body)
      lk_wipe_stack()
    }
    guard isStarted else {
      let error = KeychainError(.notAvailable, "no thread can be made", because: .outOfMemory)
      // The work cannot begin again, because its body is gone.
      end(.failure(error))
      throw error
    }
  }

  private func run(_ body: Body) {
    do throws(KeychainError) {
      end(.success(try body(self)))
    } catch {
      end(.failure(error))
    }
  }

  private func end(_ result: Result<Reply, KeychainError>) {
    // The result and the message of the reply are in memory at the same time.
    memory?.resize(to: 2 * result.memoryByteCount)
    state.withLock { $0.result = result }
    news.signal()
  }

  static var cancelled: KeychainError {
    KeychainError(.userCancelled, "the work was ended before it was done", cause: .cancelled)
  }

  // MARK: The thread of the work

  /// - Throws: `.userCancelled` with the cause `cancelled` when the client cancelled the work; the errors of
  ///   `MemoryClaim.measure`.
  func report(_ done: Int, _ total: Int) throws(KeychainError) {
    try memory?.measure()
    let (isNew, isCancelled) = state.withLock { state in
      defer { state.progress = (done, total) }
      return (state.progress == nil, state.isCancelled)
    }
    if isNew { news.signal() }
    if isCancelled { throw Self.cancelled }
  }

  /// The file from the client.
  func inputFile() throws(KeychainError) -> InputFile {
    guard let input else { throw Reply.unexpected }
    return try input.file()
  }

  /// The file for the client.
  func outputFile() throws(KeychainError) -> SpooledFile {
    guard let output else { throw Reply.unexpected }
    return output
  }

  // MARK: The client

  /// Records a request of the client about the work.
  func noteUse() { used.store(lk_monotonic_now(), ordering: .relaxed) }

  /// Whether the client has not asked about the work for a time.
  func isForgotten(after time: Duration) -> Bool {
    .nanoseconds(lk_monotonic_now() - used.load(ordering: .relaxed)) > time
  }

  /// Cancels forgotten work, and frees the disk and the place that its file takes. The result is lost.
  func abandon() {
    cancel()
    for file in [input, output] { try? file?.removeAll() }
    state.withLock { $0.filePlace = nil }
  }

  /// Whether the thread has ended.
  var isDone: Bool { state.withLock { $0.result != nil || $0.isOver } }

  /// Whether the client received the result. After that, the work is unknown to the service.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Returns the latest progress, output or result. Waits for news at most until the deadline, and then returns the
  /// last progress again.
  ///
  /// - Returns: `.ended` with the result of the work. The result is returned only once.
  /// - Throws: The error of the work. The error is thrown only once.
  func next(until deadline: Deadline) throws(KeychainError) -> Reply {
    // Only one call gets the result. Each call that ends then wakes another one that waits.
    defer { if state.withLock({ $0.isOver }) { news.signal() } }
    var mayWait = true
    while mayWait {
      let (reply, nextProgress) = try state.withLock { (state) throws(KeychainError) in
        (try latest(&state), state.progress == nil ? nil : state.nextProgress)
      }
      if let reply { return reply }
      mayWait = news.wait(until: deadline.earlier(of: nextProgress)) || deadline.remaining > .zero
    }
    let (done, total) = state.withLock { $0.givenProgress }
    return .progress(done: done, of: total)
  }

  private func latest(_ state: inout State) throws(KeychainError) -> Reply? {
    if state.isOver { throw Handle.unknownWork }
    if let progress = state.progress, state.result != nil || state.nextProgress.remaining == .zero {
      state.progress = nil
      if !state.isCancelled, progress != state.givenProgress {
        state.givenProgress = progress
        state.nextProgress = .after(Self.progressPause)
        return .progress(done: progress.done, of: progress.total)
      }
    }
    guard let result = state.result else { return nil }
    if case .success = result, let output, !state.isCancelled, state.givenCount < output.byteCount {
      let bytes = try output.bytes(from: state.givenCount, atMost: Self.pieceByteCount)
      state.givenCount += bytes.count
      return .bytes(bytes)
    }
    state.result = nil
    state.isOver = true
    // The client may begin other work with a file before the thread has ended.
    state.filePlace = nil
    return .ended(try result.get())
  }

  /// Appends bytes to the file from the client. The work begins after the last byte of the file.
  ///
  /// - Throws: `.parameter` for more than 64 KiB, and for more bytes than announced.
  func write(_ bytes: [UInt8]) throws(KeychainError) {
    guard let input else { throw KeychainError(.parameter, "the work reads no file") }
    guard bytes.count <= Self.pieceByteCount else {
      throw KeychainError(.parameter, "a piece of a file has at most \(Self.pieceByteCount) bytes")
    }
    try input.append(bytes)
    try begin()
  }

  /// Cancels the work, which ends at its next step. The result shows whether the work ended before the cancellation.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      // If `state` still contains the body, the work has not begun and has no thread. No thread will set the result, so
      // the result is set here.
      if state.body.take() != nil { state.result = .failure(Self.cancelled) }
    }
    cancellation.cancel()
    news.signal()
  }
}
