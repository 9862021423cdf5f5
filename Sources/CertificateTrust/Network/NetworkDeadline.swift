import CPlatform

/// When a judgement stops asking the network: one moment for everything that it asks, counted from the first
/// question on.
final class NetworkDeadline {
  private let patience: NetworkPatience
  private lazy var end = Self.now + patience.whole

  init(_ patience: NetworkPatience) { self.patience = patience }

  /// What a request may take, in whole seconds as OpenSSL counts them; nil when there is no time left.
  var timeout: Int32? {
    let left = end - Self.now
    return left < 1 ? nil : Int32(max(1, min(patience.request, left)))
  }

  private static var now: Double { Double(lk_monotonic_now()) / 1e9 }
}
