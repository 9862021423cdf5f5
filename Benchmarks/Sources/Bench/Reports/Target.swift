/// A limit for a figure of a report.
struct Target: Sendable {
  let name: String
  let limit: Double
  /// Returns the figure from a report; nil if the run has not measured it.
  let measured: @Sendable (Report) -> Double?

  func report(_ report: Report) -> TargetReport? {
    measured(report).map { TargetReport(name: name, limit: limit, measured: $0) }
  }

  static let all =
    floorTargets + instructionTargets + sizeTargets + skewTargets + keyTargets + certificateTargets + keychainTargets
    + serviceTargets
    + footprintTargets + processTargets

  /// The limits hold on a machine that shares its caches with other machines. See "Where the instructions go" in
  /// Benchmarks/README.md.
  private static let floorTargets = [
    floor("find one, data / floor, 10 000 items", 5.4, .findData),
    floor("find one, attributes / floor, 10 000 items", 6.2, .findAttributes),
    floor("existence / floor, 10 000 items", 7.6, .existence),
    floor("add / floor, 10 000 items", 1.9, .add),
    floor("update / floor, 10 000 items", 2.3, .update),
    floor("delete / floor, 10 000 items", 2.1, .delete),
    Target(name: "find all, 10 000 with data, ms", limit: 100) { report in
      let store = even(report, 10_000)
      return store?.operation(.findTenThousand).map { $0.keychain.median / 1000 }
    },
  ]

  /// The limits are the numbers of instructions in Benchmarks/README.md, plus the cost of a checkpoint that some
  /// operations include.
  private static let instructionTargets = [
    instructions(.findData, 110_000), instructions(.findAttributes, 166_000),
    instructions(.miss, 73_000), instructions(.add, 430_000), instructions(.update, 285_000),
    instructions(.delete, 285_000),
  ]

  private static func instructions(_ operation: MeasuredOperation, _ limit: Double) -> Target {
    Target(name: "\(operation.rawValue), instructions", limit: limit) { report in
      report.instructions.first { $0.operation == operation }?.keychain
    }
  }

  /// A call in a large store may take 1.3 times as long as in a small store. For items that were not used recently, the
  /// pages come from the kernel's cache. The time then may grow as much as the time of the floor grows.
  private static let sizeTargets = [MeasuredOperation.findData, .findAttributes, .add].flatMap {
    operation in
    [
      Target(name: "\(operation.rawValue): 1 000 000 items / 1 000 items", limit: 1.3) { report in
        guard let large = even(report, 1_000_000)?.operation(operation)?.keychain.median,
          let small = even(report, 1_000)?.operation(operation)?.keychain.median
        else { return nil }
        return large / small
      },
      Target(name: "\(operation.rawValue), not used recently: the same / the floor's", limit: 1) { report in
        guard let scaling = scaling(report, .even, operation, 1_000_000), let floor = scaling.floorRatio else {
          return nil
        }
        return scaling.ratio.value / floor.value
      },
    ]
  }

  private static let skewTargets = [Filling.oneService, .synchronizable, .tombstones].flatMap {
    filling in
    [MeasuredOperation.findData, .add].map { operation in
      Target(
        name: "\(operation.rawValue): 100 000 items, \(filling.rawValue) / even", limit: 1.5
      ) { scaling($0, filling, operation, 100_000)?.ratio.value }
    }
  }

  private static let keyTargets =
    heldKeyTargets + [
      Target(name: "find a key by its tag, less reading it / floor", limit: 9) {
        $0.keySearch?.ratio
      }
    ]

  /// Latchkey must reach at least nine tenths of OpenSSL's speed. Each figure is Latchkey's time divided by OpenSSL's
  /// time.
  private static let heldKeyTargets = ["RSA-2048", "P-256"].flatMap { key in
    ["sign", "verify"].map { operation in
      Target(name: "\(key), \(operation) / OpenSSL", limit: 1 / 0.9) { report in
        report.keys.first { $0.operation == "\(key), \(operation)" }?.ratio.value
      }
    }
  }

  private static let certificateTargets = [
    Target(name: "find all by any filter, 10 000 certificates, ms", limit: 150) { report in
      report.certificates.map { $0.keychain.median / 1000 }.max()
    },
    Target(name: "the tool imports 150 certificates, ms", limit: 1000) { report in
      report.bundle.map { $0.median / 1000 }
    },
  ]

  private static let keychainTargets = [
    Target(name: "find one in the first of ten keychains / in one", limit: 1.2) { report in
      report.keychainList?.ratio.value
    },
    Target(name: "find one after a missing and a locked keychain, ms", limit: 1) { report in
      report.keychainList.map { $0.afterUnusable.median / 1000 }
    },
    Target(name: "open ten keychains, ms", limit: 45) { report in
      report.keychainList.map { $0.openingTen.median / 1000 }
    },
  ]

  /// A keychain in `keychaind`. `make bench-check` checks these limits, too.
  static let serviceTargets = [
    Target(name: "keychaind: find one, less in the process and a call without work, on one processor, µs", limit: 4) {
      report in
      report.service?.overhead
    },
    Target(name: "keychaind: p99 / p50 of a find", limit: 10) { report in
      report.service.map { $0.find.percentile99 / $0.find.median }
    },
    Target(name: "keychaind: finds of one client / of four", limit: 1 / 1.3) { report in
      report.service.map { $0.findsByOne / $0.findsByFour }
    },
    Target(name: "keychaind: memory with 1 000 clients of 16 users, MiB", limit: 60) { report in
      report.service?.memoryWithManyClients
    },
    // The service also writes the row by which it recognises a repeated request: two to three pages more.
    Target(name: "keychaind: an add / in the process and a call without work", limit: 1.25) { report in
      report.service?.addRatio
    },
  ]

  private static let footprintTargets = [
    Target(name: "memory at any size, MiB", limit: 36) { report in
      report.stores.map(\.footprint.memory.peak).max()
    },
    // The limit applies to stores with at least 10 000 items. In a store with fewer items, the empty pages of tables
    // and indices need as much space as the rows.
    Target(name: "bytes an item, 10 000 items and more", limit: 700) { report in
      report.stores.filter { $0.count >= 10_000 }.map(\.footprint.bytesPerItem).max()
    },
  ]

  private static let processTargets = [
    Target(name: "the tool's find / secret-tool lookup", limit: 0.6) {
      process($0, Programs.secretToolName)
    },
    Target(name: "the tool's find / C over SQLite and libcrypto", limit: 2) {
      process($0, Programs.findOneName)
    },
  ]

  private static func floor(
    _ name: String, _ limit: Double, _ operation: MeasuredOperation
  ) -> Target {
    Target(name: name, limit: limit) { even($0, 10_000)?.operation(operation)?.ratio?.value }
  }

  private static func even(_ report: Report, _ count: Int) -> StoreReport? {
    report.stores.first { $0.filling == .even && $0.count == count }
  }

  private static func scaling(
    _ report: Report, _ filling: Filling, _ operation: MeasuredOperation, _ count: Int
  ) -> ScalingReport? {
    report.scaling.first { $0.filling == filling && $0.operation == operation && $0.count == count }
  }

  private static func process(_ report: Report, _ name: String) -> Double? {
    report.processes.first { $0.name == name }?.ratio?.value
  }
}
