import CPlatform

/// The common deadline for all network requests of an evaluation. The time starts with the first request.
final class NetworkDeadline {
  private let timeouts: NetworkTimeouts
  private lazy var end = Self.now + timeouts.total

  init(_ timeouts: NetworkTimeouts) { self.timeouts = timeouts }

  /// The remaining time for a request, in whole seconds, as OpenSSL requires; nil when there is none.
  var timeout: Int32? {
    let left = end - Self.now
    return left < 1 ? nil : Int32(max(1, min(timeouts.request, left)))
  }

  private static var now: Double { Double(lk_monotonic_now()) / 1e9 }
}
