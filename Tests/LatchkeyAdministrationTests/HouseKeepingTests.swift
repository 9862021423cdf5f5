import Glibc
import Keychain
import KeychainModel
import LatchkeyAdministration
import TestSupport
import Testing

@Suite struct HouseKeepingTests {
  private let folder: TemporaryDirectory
  private let administration: KeychainAdministration

  init() throws {
    folder = try TemporaryDirectory()
    administration = try KeychainAdministration(home: folder.path)
  }

  private func add(_ service: String) throws {
    let attributes = AttributeSet([
      .service: .string(service), .synchronizable: .number(1),
    ])
    _ = try LocalKeychain(StoreLocation(home: folder.path)).perform(
      .add(AddRequest(.genericPassword, attributes: attributes, secret: [1])),
      as: Caller(accessGroups: ["app"]))
  }

  @Test func placeWithoutAKeychainStaysEmpty() throws {
    #expect(try administration.purge().tombstoneCount == 0)
    #expect(try administration.recoverQuarantined().recoveredCount == 0)
    #expect(try administration.dropQuarantined() == 0)
    #expect(try administration.repair() == nil)
    #expect(try administration.compact() == nil)
    #expect(try administration.eraseEverything(confirming: administration.databasePath) == nil)
    #expect(folder.names().isEmpty)
  }

  @Test func keychainIsCompacted() throws {
    try add("one")
    let compaction = try #require(try administration.compact())
    #expect(compaction.isComplete)
    #expect(compaction.byteCountAfter > 0)
    #expect(try administration.verify().itemCount == 1)
  }

  @Test func onlyTheConfirmedKeychainIsErased() throws {
    try add("one")
    for path in ["", folder.path, folder("keychain.db/")] {
      let error = #expect(throws: AdministrationError.self) {
        try administration.eraseEverything(confirming: path)
      }
      #expect(error?.status == -50)
    }
    #expect(try administration.verify().itemCount == 1)
    let erasure = try #require(
      try administration.eraseEverything(confirming: administration.databasePath))
    #expect(erasure.itemCount == 1)
    #expect(!erasure.mayKeysLiveOn)
    #expect(!erasure.isDeviceKeyForeign)
    #expect(try administration.verify().itemCount == 0)
  }

  @Test func missingDeviceKeyHasAStatus() throws {
    try add("one")
    #expect(try administration.verify().status == 0)
    try folder.write([], to: "device.key")
    let verification = try administration.verify()
    #expect(verification.status == -25291)
    #expect(verification.unopenedCount == 1)
    #expect(verification.itemCount == 0)
  }

  @Test func repairSaysWhatItFoundAndKeepsTheDamagedFile() throws {
    try add("one")
    #expect(try administration.repair() == nil)
    let damaged = Array(repeating: UInt8(7), count: 5000)
    try folder.write(damaged, to: "keychain.db")
    for name in ["keychain.db-wal", "keychain.db-shm"] { unlink(folder(name)) }
    let repair = try #require(try administration.repair())
    #expect(repair.counts.map(\.itemClass) == ["genp", "inet", "keys", "cert"])
    #expect(repair.counts.map(\.found) == [0, 0, 0, 0])
    #expect(repair.counts.map(\.missing) == [1, 0, 0, 0])
    #expect(try folder.read(repair.damagedFileName) == damaged)
    #expect(try administration.repair() == nil)
    try add("two")
    #expect(try administration.verify().itemCount == 1)
  }
}
