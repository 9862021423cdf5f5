import Foundation

/// Measures programs that find one item and print its secret. The programs run alternately.
enum ProcessBenchmark {
  /// Measures the tool, and the programs with which the tool is compared.
  ///
  /// - Parameter hasSecretService: Whether gnome-keyring runs in this session, so that `secret-tool` can be measured.
  static func run(
    _ store: StoreFolder, _ programs: Programs, count: Int, hasSecretService: Bool
  ) -> [ProcessReport] {
    note("finding with whole processes")
    let contestants = programs.finding(in: store, hasSecretService: hasSecretService)
    guard contestants.count > 1 else { return [] }
    var processor = [[Double]](repeating: [], count: contestants.count)
    let samples = Contest.run(
      count, block: 5, isWarmedUp: true,
      contestants.indices.map { place in
        { _ in processor[place].append(contestants[place].run()) }
      })
    return contestants.indices.map { place in
      ProcessReport(
        name: contestants[place].name, summary: samples[place].summary,
        ratio: place == 0 ? nil : Ratio(samples[0], to: samples[place]),
        processorTime: Samples(processor[place]).median)
    }
  }
}
