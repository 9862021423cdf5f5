import KeychainModel
import TestSupport
import Testing

@testable import Keychain

/// Tests that count the rows that searches skip.
@Suite struct UnreadableRowsTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  @Test(
    arguments: [
      ("UPDATE genp SET meta = zeroblob(length(meta)) WHERE id IN (3, 4)", 2),
      ("UPDATE inet SET meta = x'' WHERE id = 5", 1),
      ("UPDATE genp SET pdmn = 99 WHERE id = 6", 1),
      ("UPDATE genp SET key_id = 77 WHERE id = 7", 1),
      ("UPDATE genp SET agrp = zeroblob(16) WHERE id = 8", 1),
      ("UPDATE genp SET tomb = 1 WHERE id = 9", 1),
      ("UPDATE genp SET secret = zeroblob(length(secret)) WHERE id = 10", 0),
    ] as [(String, Int)])
  func rowsThatDoNotOpenAreCounted(_ change: String, _ count: Int) throws {
    let store = try sample.copy()
    #expect(try store.keychain.countUnreadable().damaged == 0)
    try store.execute(change)
    #expect(try store.keychain.countUnreadable().damaged == count)
  }

  @Test func itemsWhoseKeyWasDestroyedAreNoDamage() throws {
    let store = try sample.copy()
    try store.destroyKey(of: .whenUnlocked)
    #expect(try store.keychain.countUnreadable().damaged == 0)
  }

  @Test func placeWithoutAStoreStaysEmpty() throws {
    let folder = try TemporaryDirectory()
    #expect(try LocalKeychain(StoreLocation(home: folder.path)).countUnreadable().damaged == 0)
    #expect(folder.names().isEmpty)
  }
}
