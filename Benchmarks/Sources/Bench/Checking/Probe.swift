/// A short measurement that produces several figures.
struct Probe {
  let run: () -> [Figure]

  /// Returns all probes. If a program that a probe needs is missing, the probe has no figures.
  static func all(_ stores: CheckedStores, _ options: Options) -> [Probe] {
    [
      Probe { floorFigures(stores) },
      Probe { scalingFigures(stores) },
      Probe { sizeFigures(stores) },
      Probe { instructionFigures(stores, options) },
      Probe { keyFigures() },
      Probe { processFigures(stores, options) },
    ]
  }

  private static func floorFigures(_ stores: CheckedStores) -> [Figure] {
    note("measuring: \(stores.even.name)")
    let report: StoreReport = Child.result(.measure, stores.even, ["quick"])
    var figures = report.operations.compactMap { one in
      // Writes wait for the disk, which other programs also use. So the figures of writes have a larger margin.
      let margin = one.leanFloor == nil && one.operation != .addsInARow ? 0.25 : 0.35
      return one.ratio.map {
        Figure("\(one.operation.rawValue) / floor", $0.value, margin: margin)
      }
    }
    let footprint = report.footprint
    figures.append(
      Figure(
        "bytes written an add / floor",
        footprint.bytesWrittenPerAdd / footprint.floorBytesWrittenPerAdd, margin: 0.1))
    return figures
  }

  private static func scalingFigures(_ stores: CheckedStores) -> [Figure] {
    ScalingBenchmark.run([stores.small, stores.even, stores.oneService]).map { one in
      let base =
        one.filling == .even
        ? "\(one.count) items / \(one.baseCount)" : "\(one.filling.rawValue) / even"
      return Figure("\(one.operation.rawValue): \(base)", one.ratio.value, margin: 0.25)
    }
  }

  private static func sizeFigures(_ stores: CheckedStores) -> [Figure] {
    let memory: Memory = Child.result(.memory, stores.oneService)
    return [
      Figure("bytes an item", stores.bytesPerItem, margin: 0.05),
      Figure("memory, MiB", memory.peak, margin: 0.1),
    ]
  }

  private static func instructionFigures(
    _ stores: CheckedStores, _ options: Options
  ) -> [Figure] {
    InstructionBenchmark.run(stores.even, stripped: options.strippedPath).map { one in
      // Some writes include a checkpoint and others do not. So the figures of writes have a larger margin.
      let margin = Pulse.searches.contains(one.operation) ? 0.05 : 0.2
      return Figure("\(one.operation.rawValue), instructions / floor", one.ratio, margin: margin)
    }
  }

  private static func keyFigures() -> [Figure] {
    KeyBenchmark.run(isQuick: true).map {
      Figure("\($0.operation) / OpenSSL", $0.ratio.value, margin: 0.15)
    }
  }

  private static func processFigures(_ stores: CheckedStores, _ options: Options) -> [Figure] {
    let reports = ProcessBenchmark.run(
      stores.small, options.programs, count: 60, hasSecretService: false)
    guard let tool = reports.first else { return [] }
    return reports.dropFirst().flatMap { one in
      [
        Figure("the tool's find / \(one.name)", one.ratio?.value ?? 0, margin: 0.5),
        Figure(
          "the tool's find / \(one.name), processor time",
          tool.processorTime / one.processorTime, margin: 0.2),
      ]
    }
  }
}
