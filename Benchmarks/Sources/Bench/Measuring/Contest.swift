/// Takes turns between contestants, so that the noise of the machine meets all of them.
enum Contest {
  /// Runs each contestant `count` times, with the numbers from 0, in turns of `block`. Who begins
  /// a round changes from round to round.
  ///
  /// - Parameter isWarmedUp: All of it is done once before, uncounted: caches are then as full as
  ///   they get. Only for what may be done twice.
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
