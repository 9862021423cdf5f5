package import KeychainFiles
package import KeychainModel

/// Copies what can still be read of a damaged database into a new one.
///
/// Rows describe themselves: the second column says which table they belong to, and everything
/// that matters of them is authenticated, so that a row which comes out wrong does not open.
package struct Salvage: Sendable {
  /// What came of it.
  package struct Outcome: Sendable {
    /// The rows that were copied, of all tables.
    package let rowCount: Int
    /// Whether rows were lost, or may have been: part of the database could not be read.
    package let mayHaveLostRows: Bool
  }

  private let file: RandomAccessFile?
  private let log: RandomAccessFile?

  /// The database of a name, which no connection may use any more, and the log beside it.
  package init(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    file = try RandomAccessFile(name, in: directory)
    log = try RandomAccessFile(name + "-wal", in: directory)
  }

  /// Copies all rows into an empty database of the present version. The domains of internet passwords are not among
  /// them, because they follow from the items. The table of changes is made again.
  package func copyRows(into connection: Connection) throws(KeychainError) -> Outcome {
    guard let file else { return Outcome(rowCount: 0, mayHaveLostRows: true) }
    var scan = DatabaseScan(DamagedDatabase(file, log: log))
    let writer = try SalvageWriter.write(to: connection) { (writer) throws(KeychainError) in
      try scan.run(tables: SalvageTable.all.map(\.name)) { (row) throws(KeychainError) in
        try writer.add(row)
      }
    }
    return Outcome(
      rowCount: writer.rowCount,
      mayHaveLostRows: scan.isIncomplete || writer.hasLostRows || writer.hasLooseRows)
  }
}
