import CPlatform
package import KeychainModel
import RowSealing

/// The memory for the requests of all users.
///
/// A user may use half of the bytes that are free after its claim. So a new user always finds free bytes, however many
/// users have claims.
package final class MemoryPool: Sendable {
  private let limit: Int
  private let used = ForkSafeMutex(0)

  /// - Parameter limit: The number of bytes of all users. One user alone may use a third of them.
  package init(limit: Int) { self.limit = limit }

  /// The largest number of bytes of one user.
  fileprivate var largestShare: Int { limit / 3 }

  /// The bytes that all users use.
  package var byteCount: Int { used.withLock { $0 } }

  /// Whether a user may use a number of bytes, of which some are new.
  fileprivate func allows(_ total: Int, including new: Int) -> Bool {
    used.withLock { total <= (limit - $0 - new) / 2 }
  }

  /// Changes the number of used bytes.
  fileprivate func add(_ count: Int) { used.withLock { $0 += count } }
}

/// Counts the bytes that the requests of one user use in the memory of the service.
///
/// A claim stands for the bytes of one request. The claim passes from the message of the request to its result, and from
/// the result to the reply. The bytes are free again when the last owner releases the claim.
package final class MemoryAccount: Sendable {
  private let limit: Int
  /// The largest number of bytes of one result.
  fileprivate let largestResult: Int
  private let pool: MemoryPool
  private let used = ForkSafeMutex(0)

  /// - Parameters:
  ///   - limit: The largest number of bytes of all claims.
  ///   - largestResult: The largest number of bytes of the result of one request.
  ///   - pool: The memory of all users.
  package init(limit: Int, largestResult: Int, pool: MemoryPool) {
    self.limit = limit
    self.largestResult = largestResult
    self.pool = pool
  }

  /// The bytes of all claims.
  package var byteCount: Int { used.withLock { $0 } }

  /// Makes a claim. Returns nil when the bytes do not fit.
  package func claim(_ count: Int) -> MemoryClaim? { take(count) ? MemoryClaim(self, count) : nil }

  /// Whether bytes fit when no other request uses memory.
  package func mayFit(_ count: Int) -> Bool { count <= limit && count <= pool.largestShare }

  /// Whether bytes fit at present.
  package func hasRoom(for count: Int) -> Bool {
    used.withLock { $0 + count <= limit && pool.allows($0 + count, including: count) }
  }

  fileprivate func take(_ count: Int, always: Bool = false) -> Bool {
    guard count > 0 else { return true }
    return used.withLock { used in
      // Two users may ask at the same time, and together take a little more than the pool allows.
      guard always || (used + count <= limit && pool.allows(used + count, including: count)) else { return false }
      used += count
      pool.add(count)
      return true
    }
  }

  fileprivate func release(_ count: Int) {
    used.withLock { $0 -= count }
    pool.add(-count)
  }
}

/// The bytes of one request in the memory of the service.
///
/// A request counts bytes before it allocates much memory at once. Everything else is measured: `measure` compares the
/// claim with the heap of the thread (`lk_thread_heap_byte_count`). The thread measures after each step of a statement of
/// the database, and at each progress of work. So a list that an operation keeps needs no counting of its own.
package final class MemoryClaim: Sendable {
  private struct State: Sendable {
    /// The bytes that the account has counted.
    var count: Int
    /// The bytes that the request counted before it used them. The claim may have more bytes from the beginning.
    var announced: Int
    /// The bytes of `announced` that do not stand for a result.
    var received = 0
    /// The bytes of `announced` that stand for the largest secret that the request opens.
    var openingCount = 0
    /// The size that the account refused; nil when it refused nothing.
    var refused: Int?
    /// What the thread of the request uses; nil when it is not measured.
    var heap: Heap?

    init(_ count: Int) { (self.count, announced) = (count, count) }

    /// The bytes that the request uses.
    var needed: Int { max(announced, heap?.byteCount ?? 0) }
  }

  private struct Heap: Sendable {
    /// The heap of the thread at the beginning.
    let start = lk_thread_heap_byte_count()
    /// The bytes of the request that the heap of the thread does not contain, or contained at the beginning.
    let others: Int

    var byteCount: Int { others + Int(lk_thread_heap_byte_count() - start) }
  }

  private let account: MemoryAccount
  private let state: ForkSafeMutex<State>

  fileprivate init(_ account: MemoryAccount, _ count: Int) {
    self.account = account
    state = ForkSafeMutex(State(count))
  }

  deinit { account.release(byteCount) }

  package var byteCount: Int { state.withLock { $0.count } }

  /// The size for which the account had no room; nil when it had room.
  package var refusedByteCount: Int? { state.withLock { $0.refused } }

  /// Measures the heap of this thread from now on. Until `resize`, only this thread uses the claim.
  ///
  /// - Parameters:
  ///   - others: The bytes of the request that exist already.
  ///   - announced: The bytes that the request is about to use.
  package func beginMeasuring(beside others: Int, announcing announced: Int = 0) {
    state.withLock { state in
      state.heap = Heap(others: others)
      state.received = others + announced
      state.announced = state.received
    }
  }

  /// Notes that the message of the request is decoded. Its values are in memory until the request ends.
  package func endDecoding() { state.withLock { $0.received = $0.announced } }

  /// Forgets the result of an attempt that is repeated.
  package func beginAttempt() { state.withLock { ($0.announced, $0.openingCount) = ($0.received, 0) } }

  /// The number of bytes at which the claim grows to what was measured.
  private static let measuredStep = 64 << 10

  /// Compares the bytes that the thread uses with the claim, which grows.
  ///
  /// - Throws: The errors of `growForRequest`.
  package func measure() throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      guard state.needed >= state.count + Self.measuredStep else { return }
      try takeForRequest(0, &state)
    }
  }

  /// Adds bytes that the result of a request is about to use.
  ///
  /// - Throws: `.dataTooLarge` for more bytes than one request may use; `.notAvailable` with the cause `outOfMemory`
  ///   when other requests of the user use the memory.
  package func grow(by count: Int) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      guard state.announced - state.received - state.openingCount + count <= account.largestResult else {
        throw tooLargeResult
      }
      try takeForRequest(count, &state)
    }
  }

  /// Adds bytes that the values of a request are about to use, in addition to the bytes of its message.
  ///
  /// - Throws: `.dataTooLarge` for more bytes than one user may use; `.notAvailable` with the cause `outOfMemory` when
  ///   other requests of the user use the memory.
  package func growForRequest(by count: Int) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in try takeForRequest(count, &state) }
  }

  /// Adds the bytes that opening a secret uses beside the opened secret. A request opens one secret after the other, so
  /// the bytes of its largest secret count.
  ///
  /// - Throws: `.dataTooLarge` for more bytes than one user may use; `.notAvailable` with the cause `outOfMemory` when
  ///   other requests of the user use the memory.
  package func reserveForOpening(_ count: Int) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      guard count > state.openingCount else { return }
      guard account.mayFit(state.announced - state.openingCount + count) else { throw Self.tooLarge }
      try take(count - state.openingCount, &state)
      state.openingCount = count
    }
  }

  private func takeForRequest(_ count: Int, _ state: inout State) throws(KeychainError) {
    guard account.mayFit(max(state.announced + count, state.needed)) else { throw Self.tooLarge }
    try take(count, &state)
  }

  private func take(_ count: Int, _ state: inout State) throws(KeychainError) {
    let needed = max(state.announced + count, state.needed)
    guard account.take(needed - state.count) else {
      state.refused = needed
      throw Self.exhausted
    }
    state.announced += count
    state.count = max(state.count, needed)
  }

  /// Changes the number of bytes. A reply to a request that was carried out must not be lost, so it always fits.
  package func resize(to size: Int) {
    state.withLock { state in
      if size > state.count {
        _ = account.take(size - state.count, always: true)
      } else {
        account.release(state.count - size)
      }
      state = State(size)
    }
  }

  /// Notes that no secret is opened any more.
  package func endOpening() {
    state.withLock { state in
      state.announced -= state.openingCount
      state.openingCount = 0
    }
  }

  /// Counts the items that an addition returns, and the message of the reply. The addition calls this function before its
  /// commit, because afterwards an error would say that nothing was stored.
  ///
  /// - Throws: `.dataTooLarge` for a result that does not fit into a reply; the errors of `growForRequest`.
  func requireResult(_ items: [Item]) throws(KeychainError) {
    let byteCount = items.memoryByteCount
    guard byteCount <= account.largestResult else { throw tooLargeResult }
    try growForRequest(by: 2 * byteCount)
  }

  private var tooLargeResult: KeychainError {
    KeychainError(
      .dataTooLarge, "the result has more than \(account.largestResult >> 20) MiB; ask for fewer items at once")
  }

  /// Takes over the bytes of another claim of the user.
  package func takeOver(_ other: MemoryClaim) {
    guard other.account === account, other !== self else { return }
    let count = other.state.withLock { state in
      defer { state = State(0) }
      return state.count
    }
    state.withLock { state in
      state.count += count
      state.announced += count
    }
  }

  /// Adds bytes that the reply of a call is about to use. A reply to a request that was carried out must not be lost, so it
  /// always fits.
  package func growForReply(by count: Int) {
    state.withLock { state in
      _ = account.take(count, always: true)
      state.count += count
      state.announced += count
    }
  }

  /// Makes a claim for the result of this request, which takes over bytes of this claim.
  ///
  /// - Throws: `.dataTooLarge` for more bytes than one user may use; `.notAvailable` with the cause `outOfMemory` when
  ///   other requests of the user use the memory.
  package func split(_ count: Int) throws(KeychainError) -> MemoryClaim {
    guard account.mayFit(count) else { throw Self.tooLarge }
    return try state.withLock { (state) throws(KeychainError) in
      let moved = min(state.count, count)
      guard account.take(count - moved) else { throw Self.exhausted }
      // The bytes of the heap belong to the other claim from now on.
      state = State(state.count - moved)
      return MemoryClaim(account, count)
    }
  }

  private static var tooLarge: KeychainError {
    KeychainError(
      .dataTooLarge, "the request uses more memory than one user may use of the service; send fewer items at once")
  }

  private static var exhausted: KeychainError {
    KeychainError(
      .notAvailable, "other requests of the user use the memory that one user may use of the service",
      because: .outOfMemory)
  }
}

/// Bytes that a claim does not contain yet. The account is asked only once in many values.
private struct PendingBytes {
  private let claim: MemoryClaim?
  private let step: Int
  private var count = 0

  /// - Parameters:
  ///   - claim: The claim; nil when the bytes are not counted.
  ///   - step: The number of bytes at which the claim grows.
  init(_ claim: MemoryClaim?, step: Int) {
    self.claim = claim
    self.step = step
  }

  @inline(__always)
  mutating func add(
    _ new: Int, _ grow: (MemoryClaim, Int) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard let claim else { return }
    count += new
    guard count >= step else { return }
    try grow(claim, count)
    count = 0
  }
}

/// Counts the bytes that the values of a message use in addition to the bytes of the message: the places of the elements of
/// lists, and the headers of texts and byte strings. A message of many small values becomes many times as large.
///
/// The account is asked only once in many values, and always before the memory of a long list is allocated.
struct ValueMeter {
  private var pending: PendingBytes
  /// The largest number of bytes that one value uses for a time.
  private var transient = 0

  /// - Parameter claim: The claim of the request; nil when its memory is not counted.
  init(_ claim: MemoryClaim?) { pending = PendingBytes(claim, step: 16 << 10) }

  /// Counts an allocated object that holds a list, a text or bytes.
  ///
  /// - Throws: The errors of `MemoryClaim.growForRequest`.
  mutating func addObject() throws(KeychainError) { try add(48) }

  /// Counts a list.
  ///
  /// - Throws: The errors of `MemoryClaim.growForRequest`.
  mutating func addList<Element>(of _: Element.Type, count: Int) throws(KeychainError) {
    guard count > 0 else { return }
    try add(48 + count * MemoryLayout<Element>.stride)
  }

  /// Counts bytes that are used only while a value is decoded. One value is decoded after the other, so the largest counts.
  ///
  /// - Throws: The errors of `MemoryClaim.growForRequest`.
  mutating func addTransient(_ count: Int) throws(KeychainError) {
    guard count > transient else { return }
    try add(count - transient)
    transient = count
  }

  private mutating func add(_ count: Int) throws(KeychainError) {
    try pending.add(count) { (claim, count) throws(KeychainError) in try claim.growForRequest(by: count) }
  }
}

/// Counts the bytes of found items. The account is asked only once in many items.
struct MemoryMeter {
  private var pending: PendingBytes

  init(_ claim: MemoryClaim?) { pending = PendingBytes(claim, step: 64 << 10) }

  /// Counts the bytes of a secret that is about to be opened.
  ///
  /// - Throws: The errors of `MemoryClaim.grow`.
  mutating func add(_ secret: SecretDescriptor?) throws(KeychainError) { try add(secret?.byteCount ?? 0) }

  /// Counts the bytes of an item. The bytes of its secret, or of the secret of its key and of its certificate, were
  /// counted before.
  ///
  /// - Throws: The errors of `MemoryClaim.grow`.
  mutating func add(_ item: Item) throws(KeychainError) { try add(item.memoryByteCount - item.secretByteCount) }

  private mutating func add(_ count: Int) throws(KeychainError) {
    try pending.add(count) { (claim, count) throws(KeychainError) in try claim.grow(by: count) }
  }
}

// MARK: Sizes

extension AttributeSet {
  /// About as many bytes as the attributes use in memory.
  var memoryByteCount: Int {
    entries.reduce(0) { count, entry in
      switch entry.value {
      case .string(let text): count + 48 + text.utf8.count
      case .data(let bytes): count + 48 + bytes.count
      case .number, .date: count + 32
      }
    }
  }
}

extension Item {
  /// About as many bytes as the item uses in memory.
  var memoryByteCount: Int { 128 + attributes.memoryByteCount + secretByteCount }

  var secretByteCount: Int { (secret?.count ?? 0) + (certificate?.count ?? 0) }
}

extension [Item] {
  fileprivate var memoryByteCount: Int { reduce(0) { $0 + $1.memoryByteCount } }
}

extension AddRequest {
  fileprivate var memoryByteCount: Int { 64 + attributes.memoryByteCount + (secret?.count ?? 0) }
}

extension Work {
  /// About as many bytes as the items of the work use in memory, and as the work uses altogether. Work that stores items uses
  /// memory for one sealed item, and for its row in SQLite.
  var memoryByteCounts: (content: Int, total: Int) {
    switch self {
    case .add(let requests, _, _): Self.byteCounts(storing: requests)
    case .batch(let batch):
      Self.byteCounts(storing: batch.additions, beside: batch.defaults.reduce(0) { $0 + 16 + $1.memoryByteCount })
    // The largest record or secret is counted when it is read.
    case .importBackup, .verify, .exportBackup: (0, 8 << 20)
    // A row is in memory several times: as a frame, as a record, and sealed again. The identifiers of all rows are, too.
    case .importCopy(_, _, let byteCount): (0, min(10 * min(byteCount, Limits.secretByteCount), 160 << 20))
    // The chunks of a secret, the secret, and the secret sealed again.
    case .rotateKeys: (0, 3 * Limits.secretByteCount)
    case .purge, .compact, .exportCopy: (0, 2 * Limits.secretByteCount)
    }
  }

  private static func byteCounts(storing requests: [AddRequest], beside others: Int = 0) -> (content: Int, total: Int) {
    var (content, largest) = (others, 0)
    for request in requests {
      let byteCount = request.memoryByteCount
      content += byteCount
      largest = max(largest, byteCount)
    }
    return (content, content + 2 * largest)
  }
}

extension Reply {
  /// About as many bytes as the lists of the reply use in memory. Their encoded form has fewer bytes. The switch has no
  /// default case, so each new reply needs a decision.
  package var memoryByteCount: Int {
    switch self {
    case .committed(let reply, _), .ended(let reply): reply.memoryByteCount
    case .items(let items): items.memoryByteCount
    case .candidates(let page): page.candidates.reduce(0) { $0 + 64 + $1.content.count }
    case .batch(let outcomes): outcomes.count * 128
    case .verification(let report): (report.damages.count + report.quarantined.count) * 128
    case .recovery(let outcome): outcome.kept.count * 128
    case .flags(let flags): flags.count
    case .bytes(let bytes), .result(let bytes): bytes.count
    case .changes(let changes, _): changes.count * 64
    // These replies have at most some hundred bytes.
    case .done, .flag, .count, .unreadable, .handle, .status, .refusal, .deviceKey, .repair, .erasure, .rotation,
      .purge, .compaction, .backup, .restoration, .copy, .progress, .outcome:
      0
    }
  }
}

extension Result where Success == Reply, Failure == KeychainError {
  /// About as many bytes as the items of the result use in memory.
  var memoryByteCount: Int { if case .success(let reply) = self { reply.memoryByteCount } else { 0 } }
}
