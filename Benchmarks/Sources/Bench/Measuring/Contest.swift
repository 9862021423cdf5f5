/// Measures several operations alternately, so that other load on the machine affects all of them.
enum Contest {
  /// Runs each contestant with the numbers from 0 to `count` - 1. The contestants take turns after `block` runs.
  ///
  /// The order changes after each round, and its direction after as many rounds as there are contestants. Two or three
  /// contestants thus follow each other equally often, because the time of a run depends on the run before it: the runs
  /// of the one leave the caches and the processors in a better state than the runs of the other.
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
