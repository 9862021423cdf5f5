import KeychainFiles
package import KeychainModel
import Vault

/// Reads the commits of all processes from the header, each one once.
package final class ChangesReader: Sendable {
  private struct Commit: Hashable, Sendable {
    let database: UInt64
    let number: UInt64

    init(_ record: CommitRecord) {
      database = record.database
      number = record.number
    }
  }

  private let header: HeaderFile
  private let seen: Guarded<Set<Commit>>

  /// The path of the header, to be watched.
  package let path: String

  /// A reader that begins with the next commit.
  ///
  /// - Throws: `.notAvailable` when the folder is not for its owner alone; `.readOnly` where there is no keychain and no
  ///   file can be made.
  package init(_ location: StoreLocation) throws(KeychainError) {
    let files = try location.place.open()
    // The header of a keychain that is made later is this file.
    _ = try FileLock(files.names.header, in: files.data)
    guard let header = try files.header() else {
      throw KeychainError(.notAvailable, "the keychain was replaced", because: .replaced)
    }
    self.header = header
    path = header.path
    seen = Guarded(Set(try header.commits().map(Commit.init)))
  }

  /// The commits since the last call, oldest first. Only the latest 64 commits are reported.
  package func next() throws(KeychainError) -> [KeychainChange] {
    let new = try seen.withLock { (seen) throws(KeychainError) in
      let records = try header.commits()
      defer {
        // Two processes may write their records in another order than they committed.
        seen = Set(records.map(Commit.init))
      }
      return records.filter { $0.isTold && !seen.contains(Commit($0)) }
    }
    return new.map {
      KeychainChange(isSynchronizable: $0.isSynchronizable, process: $0.process)
    }
  }
}
