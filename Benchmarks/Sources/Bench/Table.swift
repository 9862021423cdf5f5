import Foundation

/// Prints measurements for people.
enum Table {
  static func print(_ report: Report) {
    var last = ""
    for measurement in report.measurements {
      let heading = "\(measurement.filling), \(measurement.count) items"
      if heading != last {
        Swift.print("\n\(heading)")
        Swift.print(row("", "p50 µs", "p99 µs", "as written", "floor µs", "ratio"))
        last = heading
      }
      Swift.print(
        row(
          measurement.operation, number(measurement.median), number(measurement.percentile99),
          number(measurement.asWritten), number(measurement.floor),
          number(measurement.ratio, digits: 2)))
    }
    Swift.print("\nfootprint")
    Swift.print(row("", "bytes/item", "bytes/add", "MiB"))
    for footprint in report.footprints {
      Swift.print(
        row(
          "\(footprint.filling), \(footprint.count)", number(footprint.bytesAnItem),
          number(footprint.bytesWrittenAnAdd), number(footprint.residentMebibytes)))
    }
  }

  private static func number(_ value: Double?, digits: Int = 1) -> String {
    guard let value else { return "" }
    return String(format: "%.\(digits)f", value)
  }

  private static func row(_ cells: String...) -> String {
    cells.enumerated().map { index, cell in
      let width = index == 0 ? 28 : 12
      let blanks = String(repeating: " ", count: max(0, width - cell.count))
      return index == 0 ? cell + blanks : blanks + cell
    }.joined()
  }
}
