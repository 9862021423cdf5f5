import CSQLite
import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import KeychainStore

/// Reads rows from databases without SQLite. The databases have any layout and any damage.
@Suite struct SalvageTests {
  @Test(arguments: [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536], [0, 32] as [Int32])
  func everyLayoutIsRead(_ pageSize: Int, _ reserved: Int32) throws {
    let sample = try SampleDatabase(pageSize: pageSize, reserved: reserved)
    try sample.fill(1...150)
    try sample.execute("DELETE FROM genp WHERE id % 4 = 1; DELETE FROM chunk WHERE id % 7 < 3")
    try sample.execute("DELETE FROM chunk WHERE seq = 1 OR ref NOT IN (SELECT ref FROM genp)")
    sample.close()
    let (path, outcome) = try sample.salvage("keychain.db")
    #expect(try SampleDatabase.content(of: path) == sample.content)
    // All chunks with the number 1 were deleted. The new database must not contain such chunks either.
    let gaps = try Connection(path: path).integer(
      "SELECT count(*) FROM chunk WHERE seq = 1")
    #expect(gaps == 0)
    #expect(!outcome.mayHaveLostRows)
  }

  @Test func committedPagesOfTheLogAreRead() throws {
    let sample = try SampleDatabase(isLogged: true)
    try sample.fill(1...60)
    try sample.execute("DELETE FROM inet WHERE id < 10")
    let expected = try sample.content
    // With a small cache, SQLite writes pages of an open transaction to the write-ahead log.
    try sample.execute("PRAGMA cache_size = 5; BEGIN")
    try sample.fill(61...120)
    try sample.execute("UPDATE genp SET secret = NULL")
    try sample.copy(as: "copy")
    try sample.execute("ROLLBACK")
    let (path, outcome) = try sample.salvage("copy")
    #expect(try SampleDatabase.content(of: path) == expected)
    #expect(!outcome.mayHaveLostRows)
    // Without the write-ahead log, the database has only empty tables.
    try sample.folder.write([], to: "copy-wal")
    #expect(try sample.salvage("copy").outcome.rowCount == 0)
  }

  @Test func damagedFrameEndsTheLog() throws {
    let sample = try SampleDatabase(isLogged: true)
    try sample.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try sample.fill(1...10)
    let expected = try sample.content
    let end = try sample.folder.read("keychain.db-wal").count
    try sample.fill(11...20)
    try sample.copy(as: "copy")
    var log = try sample.folder.read("copy-wal")
    log[end + 24 + 100] ^= 1
    try sample.folder.write(log, to: "copy-wal")
    #expect(try SampleDatabase.content(of: sample.salvage("copy").path) == expected)
  }

  /// If there are many pages, the salvage examines only a sample of them to find the layout.
  @Test(arguments: [512, 4096, 16384]) func layoutOfManyPagesIsFound(_ pageSize: Int) throws {
    let sample = try SampleDatabase(pageSize: pageSize)
    for start in [1, 1001, 2001] {
      try sample.execute(
        """
        INSERT INTO genp
          (id, mark, ref, key_id, pdmn, sync, tomb, policy, agrp, ukey, tags, meta, secret)
        WITH RECURSIVE n(i) AS (VALUES (\(start)) UNION ALL SELECT i + 1 FROM n WHERE i < \(start + 999))
        SELECT i, \(ItemClass.genericPassword.code.rawValue), randomblob(16), 1, 6, 0, 0, 0,
          randomblob(16), randomblob(16), x'', randomblob(90), randomblob(800 * (\(pageSize) / 4096 + 1))
        FROM n
        """)
    }
    sample.close()
    let expected = try sample.content
    for stated in [UInt8(0x10), 0x20, 0x40, 0x02, 0] {
      try sample.copy(as: "copy") {
        $0[16] = stated
        $0[17] = 0
      }
      let (path, _) = try sample.salvage("copy")
      #expect(try SampleDatabase.content(of: path) == expected, "stated \(stated)")
    }
  }

  @Test func largeDatabaseIsWrittenInSeveralTransactions() throws {
    let sample = try SampleDatabase()
    try sample.fill(1...20)
    for number in 1...40 {
      try sample.execute(
        "INSERT INTO chunk (mark, ref, seq, data) VALUES "
          + "(\(Connection.chunkMark), zeroblob(16), \(number - 1), randomblob(1000000))")
    }
    sample.close()
    let (path, outcome) = try sample.salvage("keychain.db")
    #expect(!outcome.mayHaveLostRows)
    let sum = "SELECT count(*) * 1000000000 + sum(length(data)) FROM chunk"
    #expect(
      try Connection(path: path).integer(sum)
        == Connection(path: sample.folder("keychain.db")).integer(sum))
  }

  @Test func headerMayLie() throws {
    let sample = try SampleDatabase()
    try sample.fill(1...80)
    sample.close()
    let expected = try sample.content
    // Changes a byte of the magic, the page size, the reserved size, the page count or the free list.
    for (position, value) in [
      (0, 0), (16, 0x20), (16, 0x80), (17, 1), (20, 16), (20, 255), (28, 0xFF), (31, 1), (32, 1),
      (39, 9),
    ] as [(Int, UInt8)] {
      try sample.copy(as: "copy") { $0[position] = value }
      let content = try SampleDatabase.content(of: sample.salvage("copy").path)
      #expect(content == expected, "byte \(position)")
    }
  }

  @Test func deletedRowsStayDeletedWhileTheFreePagesAreKnown() throws {
    let sample = try SampleDatabase()
    try sample.fill(1...200)
    try sample.execute("DELETE FROM genp WHERE id > 20; DELETE FROM quarantine WHERE id > 3")
    try sample.execute("DELETE FROM chunk")
    sample.close()
    let expected = try sample.content
    try sample.copy(as: "copy") { $0[3] ^= 0x80 }
    #expect(try SampleDatabase.content(of: sample.salvage("copy").path) == expected)
  }

  @Test func rowsBelowADamagedPageAreFoundWithoutIt() throws {
    let sample = try SampleDatabase()
    try sample.fill(1...200)
    // A salvage does not read the tree of this table.
    try sample.execute("DELETE FROM request")
    sample.close()
    let expected = try sample.content
    for page in try pages(of: sample, ofKind: 5) {
      try sample.copy(as: "copy") { database in
        database.replaceSubrange(
          page * 4096..<page * 4096 + 4096, with: repeatElement(0, count: 4096))
      }
      let (path, outcome) = try sample.salvage("copy")
      #expect(try SampleDatabase.content(of: path) == expected)
      #expect(outcome.mayHaveLostRows)
    }
  }

  @Test func damagedLeafCostsItsRowsOnly() throws {
    let sample = try SampleDatabase()
    try sample.fill(1...100)
    sample.close()
    let expected = Set(try sample.content)
    let database = try sample.folder.read("keychain.db")
    for page in try pages(of: sample, ofKind: 13) {
      try sample.copy(as: "copy") { $0[page * 4096] = 0 }
      let (path, outcome) = try sample.salvage("copy")
      let content = Set(try SampleDatabase.content(of: path))
      #expect(content.isSubset(of: expected))
      let cellCount = Int(database[page * 4096 + 3]) << 8 | Int(database[page * 4096 + 4])
      #expect(content.count >= expected.count - cellCount)
      #expect(outcome.mayHaveLostRows || content == expected)
    }
  }

  @Test func circlesEnd() throws {
    let sample = try SampleDatabase()
    try sample.fill(1...40)
    try sample.execute("DELETE FROM inet WHERE id > 10")
    sample.close()
    let database = try sample.folder.read("keychain.db")
    // Every page refers to itself, to its neighbour or to the first page. Every page is an interior page, an overflow
    // page or a page of the free list.
    for page in 1..<database.count / 4096 {
      for target in [page + 1, page, 1, 0, Int(UInt32.max)] {
        try sample.copy(as: "copy") { database in
          let bytes = withUnsafeBytes(of: UInt32(truncatingIfNeeded: target).bigEndian) {
            Array($0)
          }
          database.replaceSubrange(page * 4096..<page * 4096 + 4, with: bytes)
          database.replaceSubrange(page * 4096 + 8..<page * 4096 + 12, with: bytes)
        }
        _ = try sample.salvage("copy")
      }
    }
  }

  @Test func anyGarbageIsSurvived() throws {
    let sample = try SampleDatabase(isLogged: true)
    try sample.fill(1...40)
    try sample.execute("PRAGMA wal_checkpoint(PASSIVE)")
    try sample.fill(41...60)
    let count = try sample.folder.read("keychain.db").count
    for round in 0..<60 {
      try sample.copy(as: "copy") { database in
        for _ in 0..<(1 << (round % 12)) {
          let position = Int.random(in: 0..<count)
          // The beginnings of pages are changed more often, because they contain most of the structure.
          let place = Bool.random() ? position : position / 4096 * 4096 + position % 64
          database[min(place, count - 1)] = .random(in: .min ... .max)
        }
      }
      if round % 2 == 0 { try sample.folder.write([], to: "copy-wal") }
      _ = try sample.salvage("copy")
    }
  }

  private func pages(of sample: SampleDatabase, ofKind kind: UInt8) throws -> [Int] {
    let database = try sample.folder.read("keychain.db")
    return (1..<database.count / 4096).filter { database[$0 * 4096] == kind }
  }

  /// The write-ahead log contains pages that the database file does not contain. No other page refers to these pages.
  @Test(arguments: [false, true]) func pagesOfTheLogAreFoundWhereTheFileHasHoles(hasHoles: Bool)
    throws
  {
    let sample = try SampleDatabase(isLogged: true)
    try sample.fill(1...200)
    try sample.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try sample.execute("UPDATE genp SET tomb = 1 - tomb")
    try sample.copy(as: "copy")
    let content = try sample.folder.read("copy")
    let rest = content.count - 4096
    try sample.folder.write(content[..<4096] + [UInt8](repeating: 0, count: rest), to: "copy")
    if hasHoles {
      #expect(truncate(sample.folder("copy"), 4096) == 0)
      #expect(truncate(sample.folder("copy"), off_t(content.count)) == 0)
    }
    #expect(try sample.salvage("copy").outcome.rowCount > 150)
  }

  /// An attacker can write any page number into a write-ahead log, or create a file with large holes. The salvage must
  /// not read the holes.
  @Test func holesAreNotGoneThrough() throws {
    let sample = try SampleDatabase()
    try sample.fill(1...200)
    try sample.copy(as: "copy")
    var content = try sample.folder.read("copy")
    content[0] ^= 0xFF
    try sample.folder.write(content, to: "copy")
    #expect(truncate(sample.folder("copy"), 1 << 42) == 0)
    var rowCount = 0
    let time = try processorTime { rowCount = try sample.salvage("copy").outcome.rowCount }
    #expect(rowCount >= 200)
    #expect(time < .seconds(20))
  }
}
