import KeychainFiles
import KeychainModel
import Vault

/// Reads the commits of all processes from the header.
struct ChangesReader {
  let location: StoreLocation

  init(_ location: StoreLocation) { self.location = location }

  /// Returns the commits since a cursor, from the oldest to the newest, and a cursor for the next call. Waits for a
  /// commit, at most until the deadline. Only the latest 64 commits are reported.
  ///
  /// - Parameter cursor: The cursor; nil to get the current cursor without waiting.
  /// - Throws: `.notAvailable` when other users can use the folder.
  func changes(
    since cursor: ChangeCursor?, until deadline: Deadline
  ) throws(KeychainError) -> ([KeychainChange], ChangeCursor) {
    var (changes, cursor, path, mustWait) = ([KeychainChange](), cursor, String?.none, cursor != nil)
    func read() throws(KeychainError) -> Bool {
      (changes, cursor, path) = try ForkGate.enterUnlessForked { () throws(KeychainError) in try latest(since: cursor) }
      return !changes.isEmpty
    }
    mustWait = try !read() && mustWait
    while mustWait, deadline.remaining > .zero {
      // The watch of the header does not notice a replacement of the folder, so each wait lasts at most two seconds.
      let slice = Deadline.after(min(deadline.remaining, .seconds(2)))
      let watch = path.flatMap { try? FileWatch($0) }
      // A commit may have happened before the watch was set up.
      if try read() { break }
      if let watch {
        _ = watch.wait(until: slice)
      } else {
        _ = Semaphore().wait(until: .after(min(deadline.remaining, .milliseconds(250))))
      }
      mustWait = try !read()
    }
    return (changes, cursor ?? Self.nowhere)
  }

  private static let nowhere = ChangeCursor(database: 0, number: 0, known: 0)

  private func latest(
    since cursor: ChangeCursor?
  ) throws(KeychainError) -> ([KeychainChange], ChangeCursor?, path: String?) {
    guard let header = try location.vault.existing()?.header() else {
      return ([], cursor ?? Self.nowhere, nil)
    }
    let records = try header.commits()
    let present = try header.read()?.state.databaseID?.high
    func commits(of database: UInt64?) -> [CommitRecord] { records.filter { $0.database == database } }
    func beginning(of database: UInt64?) -> ChangeCursor {
      ChangeCursor(database: database ?? 0, number: 0, known: 0).adding(commits(of: database))
    }
    guard let cursor else { return ([], beginning(of: present), header.path) }
    var new = commits(of: cursor.database).filter { !cursor.contains($0.number) }
    var next = cursor.adding(new)
    if let present, present != cursor.database {
      new += commits(of: present)
      next = beginning(of: present)
    }
    let changes = new.filter(\.changesItems).map {
      KeychainChange(isSynchronizable: $0.isSynchronizable, process: $0.process)
    }
    return (changes, next, header.path)
  }
}

extension ChangeCursor {
  fileprivate func contains(_ number: UInt64) -> Bool {
    guard number <= self.number else { return false }
    let distance = self.number - number
    return distance >= 64 || known >> distance & 1 == 1
  }

  fileprivate func adding(_ records: [CommitRecord]) -> ChangeCursor {
    let last = max(number, records.map(\.number).max() ?? 0)
    var known = known << (last - number)
    for record in records where last - record.number < 64 { known |= 1 << (last - record.number) }
    return ChangeCursor(database: database, number: last, known: known)
  }
}
