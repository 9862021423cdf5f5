import TestSupport
import Testing
import TortureScript

/// Stores of other versions of the program.
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
    let store = try store(version: 2 << 8 | 200)
    #expect(store.simple.find("before").status == 0)
    #expect(store.simple.add("after").status == 0)
    #expect(try Database(store.folder("keychain.db")).integer("PRAGMA user_version") == 712)
  }

  @Test func newerMajorVersionIsRefusedUntouched() throws {
    let store = try store(version: 3 << 8)
    // The index of the log is made anew by whoever opens the database first.
    let names = store.folder.names().filter { !$0.hasSuffix("-shm") }
    let before = try names.map { try store.folder.read($0) }
    for answer in [store.simple.find("before"), store.simple.add("after")] {
      #expect(answer.status == -25291)
      #expect(answer.text.contains("newer version"))
    }
    #expect(try names.map { try store.folder.read($0) } == before)
  }

  @Test func olderStoreIsMigratedOnce() throws {
    let store = try store(version: 1 << 8)
    try Database(store.folder("keychain.db"))
      .execute("DROP TABLE inet_domain; DROP TABLE keys; DROP TABLE cert")
    let children = try (0..<8).map { _ in try Child("race", store.folder.path, 5) }
    for child in children { #expect(child.line() == "ready") }
    for child in children { child.send("go") }
    #expect(children.map { Int($0.line() ?? "") ?? -1000 }.reduce(0, +) == 5)
    for child in children { #expect(child.wait() == 0) }
    #expect(store.simple.count().text == "6")
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }
}
