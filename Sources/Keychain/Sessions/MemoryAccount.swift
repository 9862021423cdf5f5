package import KeychainModel

/// Counts the bytes that the requests of one user use in the memory of the service.
///
/// A claim stands for the bytes of one request. The claim passes from the message of the request to its result, and from
/// the result to the reply. The bytes are free again when the last owner releases the claim.
package final class MemoryAccount: Sendable {
  private let limit: Int
  /// The largest number of bytes of one claim.
  fileprivate let largestClaim: Int
  private let used = ForkSafeMutex(0)

  /// - Parameters:
  ///   - limit: The largest number of bytes of all claims.
  ///   - largestClaim: The largest number of bytes of one claim, at most `limit`.
  package init(limit: Int, largestClaim: Int) {
    self.limit = limit
    self.largestClaim = largestClaim
  }

  /// The bytes of all claims.
  package var byteCount: Int { used.withLock { $0 } }

  /// Makes a claim. Returns nil when the bytes do not fit.
  package func claim(_ count: Int) -> MemoryClaim? { take(count) ? MemoryClaim(self, count) : nil }

  /// Whether bytes fit at present.
  package func hasRoom(for count: Int) -> Bool { used.withLock { $0 + count <= limit } }

  fileprivate func take(_ count: Int, always: Bool = false) -> Bool {
    guard count > 0 else { return true }
    return used.withLock { used in
      guard always || used + count <= limit else { return false }
      used += count
      return true
    }
  }

  fileprivate func release(_ count: Int) { used.withLock { $0 -= count } }
}

/// The bytes of one request in the memory of the service.
package final class MemoryClaim: Sendable {
  private struct State: Sendable {
    var count: Int
    /// The size that the account refused; nil when it refused nothing.
    var refused: Int?
  }

  private let account: MemoryAccount
  private let state: ForkSafeMutex<State>

  fileprivate init(_ account: MemoryAccount, _ count: Int) {
    self.account = account
    state = ForkSafeMutex(State(count: count))
  }

  deinit { account.release(byteCount) }

  package var byteCount: Int { state.withLock(\.count) }

  /// The size for which the account had no room; nil when it had room.
  package var refusedByteCount: Int? { state.withLock(\.refused) }

  /// Adds bytes that a request is about to use.
  ///
  /// - Throws: `.dataTooLarge` for more bytes than one request may use; `.notAvailable` with the cause `outOfMemory`
  ///   when other requests of the user use the memory.
  package func grow(by count: Int) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      let size = state.count + count
      guard size <= account.largestClaim else {
        throw KeychainError(
          .dataTooLarge, "the result has more than \(account.largestClaim >> 20) MiB; ask for fewer items at once")
      }
      guard account.take(count) else {
        state.refused = size
        throw Self.exhausted
      }
      state.count = size
    }
  }

  /// Changes the number of bytes. A reply to a request that was carried out must not be lost, so it always fits.
  package func resize(to size: Int) {
    state.withLock { state in
      if size > state.count {
        _ = account.take(size - state.count, always: true)
      } else {
        account.release(state.count - size)
      }
      state.count = size
    }
  }

  /// Makes a claim for the result of this request, which takes over bytes of this claim.
  ///
  /// - Throws: `.dataTooLarge` for more bytes than one request may use; `.notAvailable` with the cause `outOfMemory`
  ///   when other requests of the user use the memory.
  package func split(_ count: Int) throws(KeychainError) -> MemoryClaim {
    guard count <= account.largestClaim else {
      throw KeychainError(
        .dataTooLarge, "the request has more than \(account.largestClaim >> 20) MiB; send fewer items at once")
    }
    return try state.withLock { (state) throws(KeychainError) in
      let moved = min(state.count, count)
      guard account.take(count - moved) else { throw Self.exhausted }
      state.count -= moved
      return MemoryClaim(account, count)
    }
  }

  private static var exhausted: KeychainError {
    KeychainError(
      .notAvailable, "other requests of the user use the memory that one user may use of the service",
      because: .outOfMemory)
  }
}

/// Counts the bytes of found items. The account is asked only once in many items.
struct MemoryMeter {
  private let claim: MemoryClaim?
  private var pending = 0

  private static let step = 64 << 10

  init(_ claim: MemoryClaim?) { self.claim = claim }

  /// - Throws: The errors of `MemoryClaim.grow`.
  mutating func add(_ item: Item) throws(KeychainError) {
    guard let claim else { return }
    pending += item.memoryByteCount
    guard pending >= Self.step else { return }
    try claim.grow(by: pending)
    pending = 0
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
  var memoryByteCount: Int { 128 + attributes.memoryByteCount + (secret?.count ?? 0) + (certificate?.count ?? 0) }
}

extension AddRequest {
  fileprivate var memoryByteCount: Int { 64 + attributes.memoryByteCount + (secret?.count ?? 0) }
}

extension Work {
  /// About as many bytes as the work uses in memory. Work that reads items one after the other uses as many bytes as the
  /// largest item has.
  var memoryByteCount: Int {
    switch self {
    case .add(let requests, _, _): requests.reduce(0) { $0 + $1.memoryByteCount }
    case .batch(let batch):
      batch.additions.reduce(0) { $0 + $1.memoryByteCount }
        + batch.defaults.reduce(0) { $0 + 16 + $1.memoryByteCount }
    case .importBackup(_, _, _, let byteCount): min(byteCount, Limits.secretByteCount)
    // A row is in memory several times: as a frame, as a record, and sealed again. The identifiers of all rows are, too.
    case .importCopy(_, _, let byteCount): min(6 * min(byteCount, Limits.secretByteCount), 72 << 20)
    case .rotateKeys, .verify, .purge, .compact, .exportBackup, .exportCopy: Limits.secretByteCount
    }
  }
}

extension Result where Success == Reply, Failure == KeychainError {
  /// About as many bytes as the result of work uses in memory, until the client fetches it.
  var memoryByteCount: Int {
    guard case .success(let reply) = self, case .items(let items) = reply.uncommitted else { return 0 }
    return items.reduce(0) { $0 + $1.memoryByteCount }
  }
}
