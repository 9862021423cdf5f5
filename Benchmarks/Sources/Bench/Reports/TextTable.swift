import Foundation

/// A text table. Its first column is left-aligned, and the other columns are right-aligned.
struct TextTable {
  private var rows: [[String]]

  init(_ heading: String...) { rows = [heading] }

  mutating func add(_ cells: String...) { rows.append(cells) }

  func print(_ title: String) {
    guard rows.count > 1 else { return }
    Swift.print("\n" + title)
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    for row in rows {
      let cells = row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + blanks : blanks + cell
      }
      Swift.print("  " + cells.joined(separator: "  "))
    }
  }

  /// Formats a number with fewer decimal places for greater numbers.
  static func number(_ value: Double?) -> String {
    guard let value else { return "" }
    let digits = abs(value) < 10 ? 2 : abs(value) < 1000 ? 1 : 0
    return String(format: "%.\(digits)f", value)
  }
}
