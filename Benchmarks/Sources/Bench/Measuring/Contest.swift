/// Measures contestants in turns, so that noise on the machine affects all of them.
enum Contest {
  /// Runs each contestant `count` times, with the numbers from 0, in turns of `block` runs. The first contestant of a
  /// round changes from round to round.
  ///
  /// - Parameter isWarmedUp: Whether everything runs once before the measurement, so that the caches are full. Only
  ///   for operations that can be repeated.
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
