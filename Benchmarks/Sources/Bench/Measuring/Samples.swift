import Glibc

/// The durations of an operation in microseconds, in the order of measurement.
struct Samples {
  private(set) var durations: [Double] = []

  init() {}
  init(_ durations: [Double]) { self.durations = durations }

  mutating func append(_ body: () -> Void) {
    let start = Self.now()
    body()
    durations.append(Double(Self.now() - start) / 1000)
  }

  var median: Double { Self.quantile(durations, 0.5) }

  var summary: Summary {
    Summary(
      median: median, percentile99: Self.quantile(durations, 0.99), worst: durations.max() ?? 0)
  }

  /// Combines the durations of three operations that took turns. The noise of the machine affects the three durations of a
  /// turn alike.
  func combined(with second: Samples, _ third: Samples, _ body: (Double, Double, Double) -> Double) -> Samples {
    Samples(durations.indices.map { body(durations[$0], second.durations[$0], third.durations[$0]) })
  }

  /// Divides the durations into consecutive parts of equal length. Returns the median of each part.
  func medians(of stretches: Int) -> [Double] {
    let length = max(1, durations.count / stretches)
    return stride(from: 0, to: durations.count - length + 1, by: length).map {
      Self.quantile(Array(durations[$0..<($0 + length)]), 0.5)
    }
  }

  static func quantile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
  }

  /// Returns the time of the monotonic clock in nanoseconds.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
