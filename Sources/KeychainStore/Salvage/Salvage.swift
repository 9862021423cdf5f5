package import KeychainFiles
package import KeychainModel

/// Copies the readable rows of a damaged database into a new database.
///
/// Each row identifies its table in its second column. All important columns are authenticated, so
/// a row that is read incorrectly does not open.
package final class Salvage: Sendable {
  /// The result of a salvage.
  package struct Outcome: Sendable {
    /// The number of copied rows, of all tables.
    package let rowCount: Int
    /// Whether rows were lost or may have been lost, because part of the database could not be
    /// read.
    package let mayHaveLostRows: Bool
  }

  private let file: RandomAccessFile?
  private let log: RandomAccessFile?

  /// Opens the database with this name, and its log, for a salvage. From now on, no connection of this process may use
  /// the database.
  package init(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    file = try RandomAccessFile(name, in: directory)
    log = try RandomAccessFile(name + "-wal", in: directory)
  }

  /// Locks the database during the lifetime of this object, so that no other process can checkpoint or delete the log.
  ///
  /// - Throws: The errors of `RandomAccessFile.holdDatabase`.
  package func holdDatabase(timeout: Duration) throws(KeychainError) { try file?.holdDatabase(timeout: timeout) }

  /// Copies all rows into an empty database of the current version. The domains of internet passwords are not copied,
  /// because the domains can be computed from the items. The table of changes is created again. The settled requests are
  /// not copied, because the changes of a request may be lost.
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
