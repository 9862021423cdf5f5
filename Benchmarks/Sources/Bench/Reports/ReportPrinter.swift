/// Prints a report as text tables.
enum ReportPrinter {
  static func print(_ report: Report) {
    let machine = report.machine
    Swift.print(
      "\n\(machine.processor), \(machine.cores) cores, \(machine.memoryGibibytes) GiB,"
        + " \(machine.system); load \(machine.load). Times in microseconds.")
    for store in report.stores { print(store) }
    printFootprints(report.stores)
    printScaling(report.scaling)
    printKeys(report.keys)
    if let search = report.keySearch { print(search) }
    printCertificates(report)
    printFreeAttributes(report.freeAttributes)
    if let list = report.keychainList { print(list) }
    if let service = report.service { print(service) }
    printInstructions(report.instructions)
    printProcesses(report)
    print(report.targets)
  }

  private static func print(_ store: StoreReport) {
    var table = TextTable(
      "", "p50", "p99", "worst", "as written", "floor p50", "p99", "ratio", "range", "one index")
    for one in store.operations {
      table.add(
        one.operation.rawValue, number(one.keychain.median), number(one.keychain.percentile99),
        number(one.keychain.worst), number(one.asWritten?.median), number(one.floor?.median),
        number(one.floor?.percentile99), number(one.ratio?.value), range(one.ratio),
        number(one.leanFloor?.median))
    }
    table.print("\(store.filling.rawValue), \(store.count) items")
  }

  private static func printFootprints(_ stores: [StoreReport]) {
    var table = TextTable(
      "", "bytes/item", "floor", "one index", "bytes written/add", "floor", "MiB at start",
      "after", "peak")
    for store in stores {
      let footprint = store.footprint
      table.add(
        "\(store.filling.rawValue), \(store.count)", number(footprint.bytesPerItem),
        number(footprint.floorBytesPerItem), number(footprint.leanFloorBytesPerItem),
        number(footprint.bytesWrittenPerAdd), number(footprint.floorBytesWrittenPerAdd),
        number(footprint.memory.start), number(footprint.memory.after),
        number(footprint.memory.peak))
    }
    table.print("footprint")
  }

  private static func printScaling(_ reports: [ScalingReport]) {
    var table = TextTable("", "items", "to even", "ratio", "range", "floor's", "range")
    for one in reports {
      table.add(
        "\(one.operation.rawValue), \(one.filling.rawValue)", String(one.count),
        String(one.baseCount), number(one.ratio.value), range(one.ratio),
        number(one.floorRatio?.value), range(one.floorRatio))
    }
    table.print("stores compared")
  }

  private static func print(_ search: KeySearchReport) {
    var table = TextTable("", "p50", "p99", "worst")
    for (name, one) in [
      ("find a key by its tag", search.keychain), ("floor: find a row", search.floor),
      ("OpenSSL: read a key", search.reading),
    ] {
      table.add(name, number(one.median), number(one.percentile99), number(one.worst))
    }
    table.print("\(KeySearchBenchmark.count) keys")
  }

  private static func print(_ list: KeychainListReport) {
    var table = TextTable("", "p50", "p99", "worst")
    for (name, one) in [
      ("find one in one keychain", list.one), ("find one in the first of ten", list.firstOfTen),
      ("find one after a missing and a locked keychain", list.afterUnusable),
      ("open ten keychains", list.openingTen),
    ] {
      table.add(name, number(one.median), number(one.percentile99), number(one.worst))
    }
    table.print("several keychains")
  }

  private static func print(_ service: ServiceReport) {
    var table = TextTable("", "p50", "p99", "worst")
    for (name, one) in [
      ("a call without work", service.emptyCall), ("find one in the process", service.findInProcess),
      ("find one in keychaind", service.find), ("add in the process", service.addInProcess),
      ("add in keychaind", service.add),
    ] {
      table.add(name, number(one.median), number(one.percentile99), number(one.worst))
    }
    table.print("keychaind")
    Swift.print(String(format: "  finds a second: one client %.0f, four %.0f", service.findsByOne, service.findsByFour))
    if let memory = service.memoryWithManyClients {
      Swift.print(String(format: "  memory with 1 000 clients of 16 users: %.1f MiB", memory))
    }
  }

  private static func printCertificates(_ report: Report) {
    guard !report.certificates.isEmpty else { return }
    var table = TextTable("", "found", "p50", "p99", "worst")
    for one in report.certificates {
      table.add(
        one.filter, String(one.found), number(one.keychain.median),
        number(one.keychain.percentile99), number(one.keychain.worst))
    }
    if let bundle = report.bundle {
      table.add(
        "security import, \(BundleBenchmark.count) of them", "", number(bundle.median),
        number(bundle.percentile99), number(bundle.worst))
    }
    table.print("all that match of \(CertificateBenchmark.count) certificates, with data")
  }

  private static func printFreeAttributes(_ reports: [FreeAttributesReport]) {
    guard let count = reports.first?.count else { return }
    var table = TextTable("", "found", "p50", "p99", "worst", "floor p50", "p99", "ratio", "range")
    for one in reports {
      table.add(
        one.isLocked ? "\(one.search), locked" : one.search, String(one.found), number(one.keychain.median),
        number(one.keychain.percentile99), number(one.keychain.worst), number(one.floor.median),
        number(one.floor.percentile99), number(one.ratio?.value), range(one.ratio))
    }
    table.print("by free attributes, \(count) items")
  }

  private static func printKeys(_ reports: [KeyReport]) {
    var table = TextTable("", "p50", "p99", "floor p50", "p99", "ratio", "range")
    for one in reports {
      table.add(
        one.operation, number(one.keychain.median), number(one.keychain.percentile99),
        number(one.floor.median), number(one.floor.percentile99), number(one.ratio.value),
        range(one.ratio))
    }
    table.print("with a key that is held")
  }

  private static func printInstructions(_ reports: [InstructionReport]) {
    var table = TextTable("", "keychain", "floor", "ratio")
    for one in reports {
      table.add(
        one.operation.rawValue, number(one.keychain), number(one.floor), number(one.ratio))
    }
    table.print("instructions a call, outside the kernel, 10 000 items")
  }

  private static func printProcesses(_ report: Report) {
    var processes = TextTable("", "p50", "p99", "worst", "the tool / this", "range", "processor")
    for one in report.processes {
      processes.add(
        one.name, number(one.summary.median), number(one.summary.percentile99),
        number(one.summary.worst), number(one.ratio?.value), range(one.ratio),
        number(one.processorTime))
    }
    processes.print("whole processes that find one item")
    var rival = TextTable("", "items", "p50", "p99", "worst")
    for one in report.rival {
      rival.add(
        one.operation, String(one.count), number(one.summary.median),
        number(one.summary.percentile99), number(one.summary.worst))
    }
    rival.print("gnome-keyring through libsecret")
  }

  private static func print(_ targets: [TargetReport]) {
    var table = TextTable("", "measured", "to reach", "")
    for one in targets {
      table.add(
        one.name, number(one.measured), "<= " + number(one.limit), one.isMet ? "" : "MISSED")
    }
    table.print("targets")
  }

  private static func number(_ value: Double?) -> String { TextTable.number(value) }

  private static func range(_ ratio: Ratio?) -> String {
    ratio.map { "\(number($0.low))–\(number($0.high))" } ?? ""
  }
}
