import Glibc

/// Durations of one operation, in microseconds.
struct Samples {
  private let sorted: [Double]

  /// Runs `body` as often as `count` says and takes the time of each run.
  init(_ count: Int, _ body: (Int) -> Void) {
    var durations: [Double] = []
    durations.reserveCapacity(count)
    for index in 0..<count {
      let start = Self.now()
      body(index)
      durations.append(Double(Self.now() - start) / 1000)
    }
    sorted = durations.sorted()
  }

  var median: Double { sorted[sorted.count / 2] }
  var percentile99: Double { sorted[min(sorted.count - 1, sorted.count * 99 / 100)] }

  /// Nanoseconds of a clock that only goes forward.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
