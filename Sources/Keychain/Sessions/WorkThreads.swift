import KeychainFiles
import KeychainModel

/// Counts the threads of the work of each client. A thread is counted until the thread ends, even if the session of its
/// client ended before.
final class WorkThreads: Sendable {
  /// The place of one thread. The place is free again when the object is released.
  final class Place: Sendable {
    private let threads: WorkThreads
    private let client: [UInt8]

    fileprivate init(_ threads: WorkThreads, _ client: [UInt8]) {
      self.threads = threads
      self.client = client
    }

    deinit { threads.free(client) }
  }

  private let counts = ForkSafeMutex<[[UInt8]: Int]>([:])

  /// - Parameter client: The quota of the client.
  /// - Throws: `.notAvailable` when the client has too many threads.
  func place(for client: [UInt8], atMost limit: Int) throws(KeychainError) -> Place {
    try counts.withLock { (counts) throws(KeychainError) in
      let count = counts[client, default: 0]
      guard count < limit else { throw Handle.tooMuchWork }
      counts[client] = count + 1
    }
    return Place(self, client)
  }

  private func free(_ client: [UInt8]) {
    counts.withLock { counts in
      let count = counts[client, default: 0]
      counts[client] = count > 1 ? count - 1 : nil
    }
  }
}
