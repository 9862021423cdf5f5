import Glibc
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// If a page of the database is overwritten, a search reports damage. The search never reports that an existing row is
/// missing.
@Suite struct PageChecksumTests {
  private static let pageSize = 4096

  /// Creates a vault with 55 rows, which are all in the database file and not in the write-ahead log.
  private func makeVault() throws -> TestVault {
    let vault = try TestVault()
    let process = vault.process()
    for number in 0..<55 {
      try process.write(until: vault.soon) { (session) throws(KeychainError) in
        try SampleRows.add("row \(number)", to: session)
      }
    }
    process.close()
    let connection = try vault.files().connection(until: vault.soon)
    let isBusy = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(isBusy == 0)
    return vault
  }

  /// Returns the last eight bytes of a page, which contain the checksum of the page.
  private func checksum(_ content: [UInt8], _ page: Int) -> [UInt8] {
    let end = (page + 1) * Self.pageSize
    return Array(content[(end - 8)..<end])
  }

  /// Copies the files, and overwrites one page with the page `source`, or with zeros if there is no such page.
  private func copy(_ vault: TestVault, _ page: Int, overwrittenBy source: Int) throws -> TestVault {
    let copy = try TestVault()
    var content = try vault.data.read("keychain.db")
    var bytes = [UInt8](repeating: 0, count: Self.pageSize)
    let from = source * Self.pageSize
    if from < content.count { bytes = Array(content[from..<(from + Self.pageSize)]) }
    let begin = page * Self.pageSize
    content.replaceSubrange(begin..<(begin + Self.pageSize), with: bytes)
    try copy.data.write(content, to: "keychain.db")
    for name in ["latchkey.lock", "keybag.1"] {
      let file = try vault.data.read(name)
      try copy.data.write(file, to: name)
    }
    let key = try vault.key.read("device.key")
    try copy.key.write(key, to: "device.key")
    return copy
  }

  /// Returns whether the uniqueness index finds a row. Returns nil when the search reports a damaged database.
  private func find(_ number: Int, _ vault: TestVault) throws -> Bool? {
    do {
      return try vault.process().read(until: vault.soon) { (session) throws(KeychainError) in
        try SampleRows.finds("row \(number)", session)
      }
    } catch {
      let cause = error.cause
      #expect(cause == .databaseDamaged)
      return nil
    }
  }

  @Test func everyPageHasAChecksum() throws {
    let content = try makeVault().data.read("keychain.db")
    let reserved = content[20]
    #expect(reserved == 8)
    let none = [UInt8](repeating: 0, count: 8)
    for page in 0..<(content.count / Self.pageSize) {
      let found = checksum(content, page)
      #expect(found != none)
    }
  }

  /// Each page is overwritten with zeros and with the content of other pages. The content of another page is well
  /// formed, but is in the wrong place.
  @Test func overwrittenPageIsNeverAMissingRow() throws {
    let vault = try makeVault()
    let count = try vault.data.read("keychain.db").count / Self.pageSize
    var failures = 0
    var misses = 0
    for page in 1..<count {
      for distance in [1, 2, count] {
        let source = distance == count ? count : 1 + (page + distance) % (count - 1)
        if source == page { continue }
        let damaged = try copy(vault, page, overwrittenBy: source)
        for number in 0..<6 {
          let isFound = try find(number * 9, damaged)
          if isFound == nil { failures += 1 }
          if isFound == false { misses += 1 }
        }
      }
    }
    #expect(misses == 0)
    #expect(failures > 50)
  }

  /// A plain SQLite connection, which does not check page checksums, can check and copy the database.
  @Test func databaseIsOneOfSQLite() throws {
    let vault = try makeVault()
    let plain = try Connection(path: vault.data("keychain.db"))
    plain.skipCheckpointOnClose()
    let findings = try plain.rows("PRAGMA integrity_check") { $0.text(0) }
    #expect(findings == ["ok"])
    let path = vault.data("copy.db")
    try plain.execute("VACUUM INTO '\(path)'")
    let rows = try Connection(path: path).integer("SELECT count(*) FROM genp")
    #expect(rows == 55)
  }

  /// A plain SQLite connection moves pages from the write-ahead log into the database, and computes no checksums. A
  /// page without a checksum can be read.
  @Test func pageWithoutAChecksumIsRead() throws {
    let vault = try makeVault()
    let process = vault.process()
    try process.write(until: vault.soon) { (session) throws(KeychainError) in
      try SampleRows.add("in the log", to: session)
    }
    process.closeConnections()
    let plain = try Connection(path: vault.data("keychain.db"))
    let isBusy = try plain.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(isBusy == 0)
    let found = try vault.process().read(until: vault.soon) { (session) throws(KeychainError) in
      try SampleRows.names(session)
    }
    #expect(found.count == 56)
  }
}
