import TestSupport
import Testing
import TortureScript

/// Stores of other program versions.
@Suite struct VersionTests {
  private func store(version: Int) throws -> Store {
    let store = try Store()
    let simple = Simple(store.reopened())
    #expect(simple.add("before").status == 0)
    let database = try Database(store.folder("keychain.db"))
    try database.execute("PRAGMA user_version = \(version)")
    return store
  }

  @Test func newerMinorVersionIsUsed() throws {
    let store = try store(version: 3 << 8 | 200)
    #expect(store.simple.find("before").status == 0)
    #expect(store.simple.add("after").status == 0)
    #expect(try Database(store.folder("keychain.db")).integer("PRAGMA user_version") == 968)
  }

  @Test func newerMajorVersionIsRefusedUntouched() throws {
    let store = try store(version: 4 << 8)
    // Excludes the index of the write-ahead log (`-shm`), because the first process that opens the database creates the
    // index again.
    let names = store.folder.names().filter { !$0.hasSuffix("-shm") }
    let before = try names.map { try store.folder.read($0) }
    for answer in [store.simple.find("before"), store.simple.add("after")] {
      #expect(answer.status == -25291)
      #expect(answer.text.contains("newer version"))
    }
    #expect(try names.map { try store.folder.read($0) } == before)
  }
}
