/// Compares stores with different sizes and fillings. Each store has its own process, and the processes take turns.
enum ScalingBenchmark {
  static let turns = 15

  /// The number of items in the store with which all even stores are compared.
  static let baseCount = 1_000

  /// Compares every store with another store. An even store is compared with the even store of a thousand items. Any
  /// other store is compared with the even store of the same size.
  static func run(_ stores: [StoreFolder]) -> [ScalingReport] {
    note("comparing stores")
    let pulses = stores.map { PulseProcess($0) }
    var beats = [[Pulse.Beat]](repeating: [], count: stores.count)
    for turn in 0...turns {
      for place in stores.indices {
        let place = (place + turn) % stores.count
        let beat = pulses[place].beat()
        if turn > 0 { beats[place].append(beat) }  // The first turn only fills the caches.
      }
    }
    var reports: [ScalingReport] = []
    for (place, store) in stores.enumerated() {
      guard let base = base(of: store, stores), base != place else { continue }
      for operation in Pulse.operations {
        func ratio(_ side: KeyPath<Pulse.Beat, [MeasuredOperation: Double]>) -> Ratio? {
          let samples = [place, base].map { store in
            Samples(beats[store].compactMap { $0[keyPath: side][operation] })
          }
          guard samples.allSatisfy({ !$0.durations.isEmpty }) else { return nil }
          return Ratio(samples[0], to: samples[1], stretches: 5)
        }
        guard let keychain = ratio(\.keychain) else { continue }
        reports.append(
          ScalingReport(
            operation: operation, filling: store.filling, count: store.count,
            baseCount: stores[base].count, ratio: keychain, floorRatio: ratio(\.floor)))
      }
    }
    return reports
  }

  private static func base(of store: StoreFolder, _ stores: [StoreFolder]) -> Int? {
    let even = stores.indices.filter { stores[$0].filling == .even }
    if store.filling == .even { return even.first { stores[$0].count == baseCount } }
    return even.first { stores[$0].count == store.count }
  }
}
