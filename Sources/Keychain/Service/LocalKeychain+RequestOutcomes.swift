import KeychainFiles
import KeychainModel
import KeychainStore
import Vault

// A call with an identifier is carried out only once. The transaction of a successful call also writes a row with the
// identifier. A failed call changes nothing, and the error of the call is kept in memory.

/// Identifies a call that the service carries out only once.
struct IdentifiedRequest: Hashable, Sendable {
  let client: [UInt8]
  let identifier: RequestIdentifier

  /// How long an outcome is kept, in seconds.
  static let lifetime: Double = 600
  /// The largest number of references to new items that are kept for one call.
  static let referenceCount = 256
}

/// The errors of failed calls that have an identifier.
final class FailedRequests: Sendable {
  private struct State: Sendable {
    var errors: [IdentifiedRequest: KeychainError] = [:]
    /// The errors in the order of the failures.
    var order: [(request: IdentifiedRequest, time: Double)] = []
  }

  /// The largest number of errors that are kept.
  static let errorCount = 1024

  private let state = ForkSafeMutex(State())

  func add(_ error: KeychainError, of request: IdentifiedRequest, at time: Double) {
    state.withLock { state in
      if state.errors.updateValue(error, forKey: request) != nil {
        state.order.removeAll { $0.request == request }
      }
      state.order.append((request, time))
      let outdated = state.order.prefix { abs(time - $0.time) > IdentifiedRequest.lifetime }.count
      let count = max(outdated, state.order.count - Self.errorCount)
      for (request, _) in state.order.prefix(count) { state.errors[request] = nil }
      state.order.removeFirst(count)
    }
  }

  func error(of request: IdentifiedRequest) -> KeychainError? {
    state.withLock { $0.errors[request] }
  }
}

extension LocalKeychain {
  /// Returns the outcome of a call.
  ///
  /// If a call was sent twice, a failure is final only after both calls have ended.
  func outcome(of request: IdentifiedRequest, until deadline: Deadline) throws(KeychainError) -> RequestOutcome {
    // First check whether the call is running, and then read the row. If the call has ended before the check, it has
    // already written its row.
    let isUnderWay = underWay.contains(request)
    let row = try ForkGate.enterUnlessForked { () throws(KeychainError) -> RequestRow? in
      guard try vault.isPresent() else { return nil }
      return try vault.read(until: deadline) { (session) throws(KeychainError) in
        try session.connection.request(request.identifier.bytes, of: request.client)
      }
    }
    if let row { return RequestOutcome(row) }
    if isUnderWay { return .unknown }
    return failures.error(of: request).map { .failed($0) } ?? .unknown
  }

  /// Carries out a call, unless the same call was carried out before.
  ///
  /// - Throws: The error of the call. If an earlier run of the call failed, throws the error of that run.
  func once(
    _ request: IdentifiedRequest?, _ body: () throws(KeychainError) -> Reply
  ) throws(KeychainError) -> Reply {
    guard let request else { return try body() }
    func known() throws(KeychainError) -> RequestOutcome { try outcome(of: request, until: .after(timeout)) }
    if failures.error(of: request) != nil {
      let outcome = try known()
      if case .failed(let error) = outcome { throw error }
      if case .done = outcome { return .outcome(outcome) }
    }
    return try underWay.during(request) { () throws(KeychainError) in
      do throws(KeychainError) {
        return try body()
      } catch {
        if error.cause == .requestRepeated { return .outcome(try known()) }
        switch error.cause {
        // This error is not recorded, because the client sends the proof and then the same call again.
        case .unknownProof: break
        // The service cancels work when the connection to the client breaks. The error `.cancelled` is not recorded,
        // because the client then sends the same call again.
        case .cancelled: break
        default: failures.add(error, of: request, at: clock.now)
        }
        throw error
      }
    }
  }

  /// - Throws: `.duplicateItem` with the cause `requestRepeated` when the request was carried out before.
  func requireNew(
    _ request: IdentifiedRequest, _ session: ItemSession
  ) throws(KeychainError) {
    guard try session.connection.request(request.identifier.bytes, of: request.client) == nil else {
      throw KeychainError(
        .duplicateItem, "the request was carried out already", cause: .requestRepeated)
    }
  }

  /// Writes the row of a request in the transaction of the request.
  func note(
    _ request: IdentifiedRequest, _ items: [Item], _ session: ItemSession
  ) throws(KeychainError) {
    let references =
      items.count <= IdentifiedRequest.referenceCount ? items.flatMap(\.persistentReference) : nil
    try session.connection.addRequest(
      RequestRow(status: 0, references: references), request.identifier.bytes, of: request.client,
      at: clock.now, lifetime: IdentifiedRequest.lifetime)
  }
}

extension RequestOutcome {
  fileprivate init(_ row: RequestRow) {
    guard row.status == 0 else {
      let code = KeychainError.Code(rawValue: row.status) ?? .unexpected
      self = .failed(KeychainError(code, "the request failed"))
      return
    }
    self = .done(row.references.flatMap(RequestOutcome.NewItem.list))
  }
}

extension RequestOutcome.NewItem {
  /// Decodes persistent references of 20 bytes each. Returns nil when the bytes are not references.
  fileprivate static func list(_ bytes: [UInt8]) -> [RequestOutcome.NewItem]? {
    guard bytes.count.isMultiple(of: 20) else { return nil }
    var references: [RequestOutcome.NewItem] = []
    for start in stride(from: 0, to: bytes.count, by: 20) {
      guard
        case .item(let itemClass, let identifier)? = try? PersistentReference(
          Array(bytes[start..<start + 20]))
      else { return nil }
      references.append(RequestOutcome.NewItem(itemClass, identifier))
    }
    return references
  }
}
