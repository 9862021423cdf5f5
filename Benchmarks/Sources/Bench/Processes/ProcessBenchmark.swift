import Foundation

/// Whole processes that find one item and print its secret, in turns.
enum ProcessBenchmark {
  /// - Parameter hasSecretService: Whether `secret-tool` has a service that holds the rival's items.
  static func run(
    _ store: StoreFolder, _ programs: Programs, count: Int, hasSecretService: Bool
  ) -> [ProcessReport] {
    note("finding with whole processes")
    let contestants = programs.finding(in: store, hasSecretService: hasSecretService)
    guard contestants.count > 1 else { return [] }
    let samples = Contest.run(
      count, block: 5, isWarmedUp: true, contestants.map { program in { _ in program.run() } })
    return zip(contestants, samples).enumerated().map { place, one in
      ProcessReport(
        name: one.0.name, summary: one.1.summary,
        ratio: place == 0 ? nil : Ratio(samples[0], to: one.1))
    }
  }
}
