/// Measures several operations alternately, so that other load on the machine affects all of them.
enum Contest {
  /// Runs each contestant with the numbers from 0 to `count` - 1. The contestants take turns after `block` runs, and
  /// each round begins with another contestant.
  ///
  /// - Parameter isWarmedUp: Whether every contestant first makes all its runs once without measurement, to fill the
  ///   caches. If true, the operations must be repeatable.
  static func run(
    _ count: Int, block: Int, isWarmedUp: Bool = false, _ contestants: [(Int) -> Void]
  ) -> [Samples] {
    var samples = [Samples](repeating: Samples(), count: contestants.count)
    if isWarmedUp {
      for contestant in contestants { for index in 0..<count { contestant(index) } }
    }
    for (round, start) in stride(from: 0, to: count, by: block).enumerated() {
      for turn in contestants.indices {
        let place = (turn + round) % contestants.count
        for index in start..<min(start + block, count) {
          samples[place].append { contestants[place](index) }
        }
      }
    }
    return samples
  }
}
