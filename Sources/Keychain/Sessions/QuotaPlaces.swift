import KeychainFiles
import KeychainModel

/// Counts the threads of the work of each client, the files of the work, or the proofs. A thread is counted until the
/// thread ends, even if the session of its client ended before.
final class QuotaPlaces: Sendable {
  /// The place of one thread, file or proof. The place is free again when the object is released.
  final class Place: Sendable {
    private let places: QuotaPlaces
    private let client: [UInt8]

    fileprivate init(_ places: QuotaPlaces, _ client: [UInt8]) {
      self.places = places
      self.client = client
    }

    deinit { places.free(client) }
  }

  private struct Holder: Sendable {
    let client: [UInt8]
    weak var work: RunningWork?
  }

  private let counts = ForkSafeMutex<[[UInt8]: Int]>([:])
  /// The work that has a place and may be forgotten.
  private let holders = ForkSafeMutex<[Holder]>([])

  /// - Parameters:
  ///   - client: The quota of the client.
  ///   - refusal: The error when the client has no free place.
  func place(
    for client: [UInt8], atMost limit: Int, _ refusal: @autoclosure () -> KeychainError
  ) throws(KeychainError) -> Place {
    try counts.withLock { (counts) throws(KeychainError) in
      let count = counts[client, default: 0]
      guard count < limit else { throw refusal() }
      counts[client] = count + 1
    }
    return Place(self, client)
  }

  /// Names the work that has a place of a client.
  func note(_ work: RunningWork, of client: [UInt8]) {
    holders.withLock { holders in
      holders.removeAll { $0.work == nil }
      holders.append(Holder(client: client, work: work))
    }
  }

  /// Ends the work of a client about which no session asked for a time, and frees its places.
  func endForgotten(of client: [UInt8], after time: Duration) {
    let works = holders.withLock { $0.compactMap { $0.client == client ? $0.work : nil } }
    for work in works where work.isForgotten(after: time) { work.abandon() }
  }

  private func free(_ client: [UInt8]) {
    counts.withLock { counts in
      let count = counts[client, default: 0]
      counts[client] = count > 1 ? count - 1 : nil
    }
  }
}
