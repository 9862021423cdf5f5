/// Measures several operations alternately, so that other load on the machine affects all of them.
enum Contest {
  /// Runs each contestant with the numbers from 0 to `count` - 1. The contestants take turns after `block` runs.
  ///
  /// The time of a run depends on what the run before it left in the caches. So two or three contestants follow each other
  /// equally often: each round begins with another contestant, and the direction changes when all have begun a round.
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
      let isForward = round / contestants.count % 2 == 0
      for turn in contestants.indices {
        let step = (turn + round) % contestants.count
        let place = isForward ? step : (contestants.count - step) % contestants.count
        for index in start..<min(start + block, count) {
          samples[place].append { contestants[place](index) }
        }
      }
    }
    return samples
  }
}
