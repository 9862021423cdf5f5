import KeychainFiles
package import KeychainModel
import KeychainStore

/// Reads the commits of all processes from the file `changes`, each one once.
package final class ChangesReader {
  private let file: ChangesFile
  private var seen: Set<UInt64>

  /// The path of the file, to be watched.
  package let path: String

  /// A reader that begins with the next commit.
  ///
  /// - Throws: `.notAvailable` when there is no keychain at the location, or when its folder is
  ///   not for its owner alone.
  package init(_ location: StoreLocation) throws(KeychainError) {
    let folders = try StoreFolders(location)
    guard let file = try ChangesFile(in: folders.data) else {
      throw KeychainError(.notAvailable, "the file of changes cannot be made", because: .replaced)
    }
    self.file = file
    path = folders.data.path(of: ChangesFile.name)
    seen = Set(try file.records().map(\.number))
  }

  /// The commits since the last call, oldest first. More than 64 at once are not all told.
  package func next() throws(KeychainError) -> [KeychainChange] {
    let records = try file.records()
    let new = records.filter { !seen.contains($0.number) }
    // Two processes may write their records in another order than they committed.
    seen = Set(records.map(\.number))
    return new.map {
      KeychainChange(isSynchronizable: $0.isSynchronizable, process: $0.process)
    }
  }
}
