import Foundation

import Glibc

/// Compares a short run with the recorded figures in `ratios.json`, and the figures of `keychaind` with their limits.
struct Check {
  let options: Options

  /// The maximum number of runs of a probe. A probe is repeated if one of its figures is worse than recorded. The best
  /// value of each figure is used.
  static let attempts = 3

  /// - Returns: False if a figure is worse than its recorded value, and the difference exceeds the margin of the
  ///   figure. Also false if a figure of `keychaind` exceeds its limit.
  func run() -> Bool {
    let machine = Machine()
    let stores = CheckedStores(options)
    let probes = Probe.all(stores, options)
    var recorded = RecordedFigures(at: options.ratiosPath)
    if options.isRecording {
      recorded.machine = machine
      recorded.figures = probes.flatMap { median($0) }
      JSON.write(recorded, to: options.ratiosPath)
      print("written: \(options.ratiosPath)")
      return true
    }
    guard !recorded.figures.isEmpty else { fail("\(options.ratiosPath) has no figures") }
    let figures = probes.flatMap { best($0, recorded) }
    let isNoFigureWorse = report(figures, recorded)
    return serviceMeetsTargets(stores.small) && isNoFigureWorse
  }

  /// Measures `keychaind`, and compares the best of several runs with the limits.
  private func serviceMeetsTargets(_ store: StoreFolder) -> Bool {
    var best: [TargetReport] = []
    for attempt in 1...Self.attempts {
      note("measuring: keychaind")
      var report = Report()
      report.service = ServiceBenchmark.run(store, isQuick: true)
      let targets = Target.serviceTargets.compactMap { $0.report(report) }
      best = attempt == 1 ? targets : zip(best, targets).map { $0.measured <= $1.measured ? $0 : $1 }
      if best.allSatisfy(\.isMet) { break }
    }
    var table = TextTable("", "limit", "now", "")
    for target in best {
      table.add(
        target.name, TextTable.number(target.limit), TextTable.number(target.measured), target.isMet ? "" : "MISSED")
    }
    table.print("keychaind")
    if geteuid() != 0 { print("  not measured here: the memory with many clients, which needs root") }
    return best.allSatisfy(\.isMet)
  }

  /// Returns the median of each figure over three runs of a probe.
  private func median(_ probe: Probe) -> [Figure] {
    let runs = (0..<Self.attempts).map { _ in probe.run() }
    return runs[0].map { figure in
      let values = runs.compactMap { $0.first { $0.name == figure.name }?.value }
      let rounded = (Samples(values).median * 1000).rounded() / 1000
      return Figure(figure.name, rounded, margin: figure.margin)
    }
  }

  private func best(_ probe: Probe, _ recorded: RecordedFigures) -> [Figure] {
    var best = probe.run()
    for _ in 1..<Self.attempts where !best.allSatisfy({ isGood($0, recorded) }) {
      note(
        "once more: \(best.filter { !isGood($0, recorded) }.map(\.name).joined(separator: "; "))")
      let again = probe.run()
      best = best.map { figure in
        let value = again.first { $0.name == figure.name }?.value ?? figure.value
        return Figure(figure.name, min(figure.value, value), margin: figure.margin)
      }
    }
    return best
  }

  private func isGood(_ figure: Figure, _ recorded: RecordedFigures) -> Bool {
    guard let before = recorded.figure(figure.name) else { return true }
    return figure.value <= before.value * (1 + before.margin)
  }

  private func report(_ figures: [Figure], _ recorded: RecordedFigures) -> Bool {
    var table = TextTable("", "recorded", "margin", "now", "change", "")
    for figure in figures {
      let before = recorded.figure(figure.name)
      let change = before.map { String(format: "%+.0f %%", (figure.value / $0.value - 1) * 100) }
      table.add(
        figure.name, TextTable.number(before?.value),
        before.map { String(format: "%.0f %%", $0.margin * 100) } ?? "new",
        TextTable.number(figure.value), change ?? "", isGood(figure, recorded) ? "" : "WORSE")
    }
    table.print("against \(options.ratiosPath)")
    let unmeasured = recorded.figures.filter { before in
      !figures.contains { $0.name == before.name }
    }
    for figure in unmeasured { print("  not measured here: \(figure.name)") }
    let worse = figures.filter { !isGood($0, recorded) }
    print(worse.isEmpty ? "\nno figure is worse" : "\n\(worse.count) worse than recorded")
    return worse.isEmpty
  }
}
