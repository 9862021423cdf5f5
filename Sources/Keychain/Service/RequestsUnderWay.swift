import KeychainModel

/// The calls with an identifier that a service is carrying out now. The same call may run twice at the same time,
/// because the client sends the call again when the connection broke.
final class RequestsUnderWay: Sendable {
  private let counts = ForkSafeMutex<[IdentifiedRequest: Int]>([:])

  func contains(_ request: IdentifiedRequest) -> Bool { counts.withLock { $0[request] != nil } }

  /// Runs a call. Until the call ends, `contains` returns true for the call.
  func during<Result>(
    _ request: IdentifiedRequest, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    counts.withLock { $0[request, default: 0] += 1 }
    defer {
      counts.withLock { counts in
        let count = counts[request, default: 0]
        counts[request] = count > 1 ? count - 1 : nil
      }
    }
    return try body()
  }
}
