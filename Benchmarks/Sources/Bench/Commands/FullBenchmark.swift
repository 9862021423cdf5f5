import Foundation

/// The measurements of `make bench`.
struct FullBenchmark {
  let options: Options

  func run() -> Report {
    var report = Report()
    let stores = stores.map { StoreFolder.filled($0, $1, options) }
    for store in stores { report.stores.append(measure(store)) }
    report.scaling = ScalingBenchmark.run(stores)
    report.keys = KeyBenchmark.run(isQuick: options.isQuick)
    if let store = stores.first(where: { $0.count == 10_000 }) {
      note("measuring: keys by their tags")
      report.keySearch = Child.result(
        .keySearch, store, options.isQuick ? ["quick"] : [])
      note("measuring: certificates")
      report.certificates = Child.result(
        .certificates, store, options.isQuick ? ["quick"] : [])
      if let tool = options.programs.tool {
        report.bundle = BundleBenchmark.run(store, tool: tool, isQuick: options.isQuick)
      }
      report.instructions = InstructionBenchmark.run(store, stripped: options.strippedPath)
    }
    if let store = stores.first(where: { $0.filling == .even && $0.count == options.skewedSize }) {
      note("measuring: free attributes")
      report.freeAttributes = Child.result(.freeAttributes, store, options.isQuick ? ["quick"] : [])
    }
    if let store = stores.first(where: { $0.count == 1_000 }) {
      note("measuring: several keychains")
      report.keychainList = KeychainListBenchmark.run(store, isQuick: options.isQuick)
      note("measuring: keychaind")
      report.service = ServiceBenchmark.run(store, isQuick: options.isQuick)
      let result = RivalBenchmark.run(store, options.programs, options)
      (report.rival, report.processes) = (result.rival, result.processes)
    }
    report.targets = Target.all.compactMap { $0.report(report) }
    return report
  }

  private var stores: [(Filling, Int)] {
    (options.sizes + options.largeSizes).map { (Filling.even, $0) }
      + Filling.allCases.filter { $0 != .even }.map { ($0, options.skewedSize) }
  }

  /// Measures one store. Each kind of measurement runs in its own processes.
  func measure(_ store: StoreFolder) -> StoreReport {
    note("measuring: \(store.name)")
    var openings = [Samples(), Samples()]
    for _ in 0..<20 {
      for (place, job) in [Child.open, .openFloor].enumerated() {
        let time: [Double] = Child.result(job, store)
        openings[place] = Samples(openings[place].durations + time)
      }
    }
    let memory: Memory = Child.result(.memory, store)
    var report: StoreReport = Child.result(.measure, store, options.isQuick ? ["quick"] : [])
    report.footprint.memory = memory
    report.operations.append(
      OperationReport(
        operation: .open, keychain: openings[0].summary, floor: openings[1].summary,
        ratio: Ratio(openings[0], to: openings[1], stretches: 4)))
    return report
  }
}
