import CTestSupport
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that an erasure deletes all data of a keychain immediately for all processes, and deletes no data of other
/// keychains.
@Suite struct ErasureTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  private func expectNewStore(_ store: TestKeychain, _ note: String = "") throws {
    #expect(try store.count(of: sample.items) == 0, "\(note)")
    try store.add(.generic("new"))
    #expect(try TestKeychain(reopening: store).count(of: [.generic("new")]) == 1, "\(note)")
    #expect(try store.folder.headerState().job == nil, "\(note)")
    #expect(try store.keychain.verify().isIntact, "\(note)")
  }

  @Test func nothingIsLeftButTheHeaderWithoutAKeychain() throws {
    let store = try sample.copy()
    #expect(try store.count(of: sample.items) == sample.items.count)
    try store.add(.generic("one more"))
    try store.folder.write([1, 2, 3], to: "keychain.db.damaged-20240102-030405")
    try store.folder.write([1, 2, 3], to: "keychain.db.damaged-20240102-030405-wal")
    try store.folder.write([1, 2, 3], to: "old-keybag.1")
    try store.folder.write([1, 2, 3], to: "device.key.tmp-0123456789abcdef")
    let outcome = try #require(try store.keychain.eraseEverything())
    // The store has 33 generic passwords, 20 internet passwords, 10 keys, 10 certificates and the additional item. The
    // tombstone is not an item.
    #expect(outcome == ErasureOutcome(itemCount: 74))
    #expect(store.folder.names() == ["latchkey.lock"])
    let state = try store.folder.headerState()
    #expect(state.vaultID == nil && state.databaseID == nil && state.keybag == nil)
    #expect(try !store.keychain.isPresent())
    #expect(try store.keychain.eraseEverything() == nil)
    try expectNewStore(store)
  }

  @Test func oldFilesDoNotOpenTheNewStoreNorTheOldOne() throws {
    let store = try sample.copy()
    store.keychain.close()
    let database = try store.folder.read("keychain.db")
    _ = try store.keychain.eraseEverything()
    try store.add(.generic("new"))
    store.keychain.close()
    unlink(store.folder("keychain.db-wal"))
    try store.folder.write(database, to: "keychain.db")
    #expect(store.status() == -25291)
  }

  /// Other processes have the store open. Each process has a connection that has read and written.
  @Test func othersFindNothingAndWriteToTheNewStore() throws {
    let store = try sample.copy()
    let others = (0..<2).map { _ in TestKeychain(reopening: store) }
    for (number, other) in others.enumerated() { try other.add(.generic("other \(number)")) }
    _ = try store.keychain.eraseEverything()
    #expect(try others[0].secrets(ItemQuery(.genericPassword, isSynchronizable: nil)).isEmpty)
    try others[1].add(.generic("written after"))
    #expect(try others[0].count(of: [.generic("written after")]) == 1)
    #expect(try store.count(of: [.generic("written after")]) == 1)
    #expect(try TestKeychain(reopening: store).count(of: [.generic("written after")]) == 1)
    #expect(try store.keychain.verify().counts.map(\.items) == [1, 0, 0, 0])
  }

  @Test func watchersAreTold() throws {
    let store = try sample.copy()
    try store.add(.generic("first"))
    let client = store.keychain.client
    let beginning = try client.changes(since: nil).cursor
    _ = try store.keychain.eraseEverything()
    let (changes, erasure) = try client.changes(since: beginning)
    #expect(changes == [KeychainChange(isSynchronizable: false, process: getpid())])
    try store.add(.generic("second"))
    #expect(try client.changes(since: erasure).changes.count == 1)
    #expect(try client.changes(since: beginning).changes.count == 2)
  }

  /// A person may want to erase a store that no other call can use.
  @Test(arguments: ["device.key", "keybag.1", "latchkey.lock", "keychain.db"])
  func brokenStoreIsErased(
    _ name: String
  ) throws {
    for content in [nil, [1, 2, 3] as [UInt8]] {
      let store = try sample.copy { $0[name] = content }
      let outcome = try #require(try store.keychain.eraseEverything())
      #expect((outcome.itemCount == nil) == (name == "keychain.db"))
      try expectNewStore(store, name)
    }
  }

  @Test func deviceKeyOfAnotherStoreStays() throws {
    let folder = try TemporaryDirectory()
    func keychain(_ data: String) -> LocalKeychain {
      LocalKeychain(StoreLocation(dataDirectory: folder(data), keyDirectory: folder("key")))
    }
    try keychain("one").open()
    let key = try folder.read("key/device.key")
    let other = try sample.copy()
    try DataFolder.copy(other.files(), to: folder("two"))
    #expect(try keychain("two").eraseEverything()?.isDeviceKeyForeign == true)
    #expect(try folder.read("key/device.key") == key)
    try keychain("one").open()
  }

  /// The home folder of a keychain with a credential also contains the device key of another keychain. In the second
  /// run of the test, all files that identify the keychain are damaged.
  @Test(arguments: [[], ["keybag.1", "latchkey.lock", "keychain.db"]])
  func keysOfAnotherStoreBesideACredentialStay(_ damaged: [String]) throws {
    let (folder, credentials) = (try TemporaryDirectory(), try TemporaryDirectory())
    try credentials.write((0..<32).map { UInt8($0) }, to: DeviceKeyCredential.name)
    let home = StoreLocation(home: folder("x"), credentialsDirectory: credentials.path)
    try LocalKeychain(home).open()
    func other() -> LocalKeychain {
      LocalKeychain(StoreLocation(dataDirectory: folder("y"), keyDirectory: folder("x")))
    }
    try other().open()
    let key = try folder.read("x/device.key")
    // An interrupted change of the other keychain's device key leaves the file `device.key.next`. Only the key in this
    // file can complete the change.
    try folder.write(key, to: "x/device.key.next")
    for name in damaged { try folder.write([1], to: "x/\(name)") }
    let outcome = try #require(try LocalKeychain(home).eraseEverything())
    #expect(outcome.isDeviceKeyForeign)
    #expect(try folder.read("x/device.key") == key)
    #expect(try folder.read("x/device.key.next") == key)
    try other().open()
  }

  /// The key folder contains only a device key, and several data folders share the key folder.
  @Test func keyAloneInASharedFolderIsNoKeychainToErase() throws {
    let folder = try TemporaryDirectory()
    try shared("one", folder).open()
    let key = try folder.read("key/device.key")
    #expect(throws: KeychainError.self) { try shared("two", folder).open() }
    #expect(try !shared("two", folder).isPresent())
    #expect(try shared("two", folder).eraseEverything() == nil)
    #expect(try folder.read("key/device.key") == key)
    try shared("one", folder).open()
  }

  /// A process was killed after it had overwritten the device key. Another call then erases the keychain again.
  @Test func keyThatIsHalfDestroyedIsRemovedByASecondErasure() throws {
    let folder = try TemporaryDirectory()
    try shared("one", folder).open()
    let interruption = Interruption(at: .erasureNamed)
    let erasing = LocalKeychain(
      shared("one", folder).location, clock: SystemClock(), random: SystemRandom(),
      onStep: interruption.done)
    #expect(throws: KeychainError.self) { try erasing.eraseEverything() }
    try folder.write([UInt8](repeating: 7, count: 8192), to: "key/device.key")
    let outcome = try #require(try shared("one", folder).eraseEverything())
    #expect(!outcome.isDeviceKeyForeign)
    #expect(TemporaryDirectory.names(folder("key")).isEmpty)
    try shared("one", folder).open()
  }

  /// Only the database identifies the store. The device key in the shared folder belongs to another keychain. With the
  /// mode 0640, the permissions of the key file also prevent its use.
  @Test(arguments: [0o600, 0o640]) func keyThatIsNotKnownToBeOursStays(_ mode: mode_t) throws {
    let folder = try TemporaryDirectory()
    try shared("one", folder).open()
    let key = try folder.read("key/device.key")
    let other = try sample.copy()
    try DataFolder.copy(other.files(), to: folder("two"))
    for name in ["keybag.1", "latchkey.lock"] { #expect(unlink(folder("two/" + name)) == 0) }
    #expect(chmod(folder("key/device.key"), mode) == 0)
    let outcome = try #require(try shared("two", folder).eraseEverything())
    #expect(outcome.isDeviceKeyForeign)
    #expect(chmod(folder("key/device.key"), 0o600) == 0)
    #expect(try folder.read("key/device.key") == key)
    try shared("one", folder).open()
  }

  /// The header of a keychain contains the erasure of another keychain or database. The next call must not erase this
  /// keychain.
  @Test func interruptedErasureTouchesNoOtherStore() throws {
    let store = try sample.copy()
    let header = try store.folder.read("latchkey.lock")
    let other = RowIdentifier(high: 1, low: 2)
    let names = ["device.key", "keybag.1", "keychain.db"]
    let before = try names.map { try store.folder.read($0) }
    // The header names another keychain, or the job in the header names another database.
    for isOtherVault in [true, false] {
      try store.folder.changeState { state in
        if isOtherVault { state.vaultID = other }
        state.job = .erase(from: other)
      }
      for _ in 0..<2 { #expect(store.status() == -25291) }
      #expect(try names.map { try store.folder.read($0) } == before)
      store.keychain.close()
      try store.folder.write(header, to: "latchkey.lock")
    }
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  private func shared(_ data: String, _ folder: TemporaryDirectory) -> LocalKeychain {
    LocalKeychain(StoreLocation(dataDirectory: folder(data), keyDirectory: folder("key")))
  }

  /// A second hard link to the key may be a person's copy. The erasure does not destroy the content of the key, and
  /// reports that the key still exists.
  @Test func furtherNameOfAKeyKeepsItAndIsReported() throws {
    let store = try sample.copy()
    let key = try store.folder.read("device.key")
    #expect(link(store.folder("device.key"), store.folder("copy")) == 0)
    #expect(try store.keychain.eraseEverything()?.mayKeysLiveOn == true)
    #expect(try store.folder.read("copy") == key)
    #expect(!store.exists("device.key"))
  }

  @Test func whatCannotBeRemovedDoesNotKeepItFromItsEnd() throws {
    let store = try sample.copy()
    for name in ["keychain.db.damaged-kept", "keybag.1.tmp-0123456789abcdef"] {
      #expect(mkdir(store.folder(name), 0o700) == 0)
    }
    #expect(try store.keychain.eraseEverything() != nil)
    #expect(
      store.folder.names() == [
        "keybag.1.tmp-0123456789abcdef", "keychain.db.damaged-kept", "latchkey.lock",
      ])
    try store.add(.generic("new"))
    rmdir(store.folder("keychain.db.damaged-kept"))
    rmdir(store.folder("keybag.1.tmp-0123456789abcdef"))
  }

  /// An erasure does not begin if it would fail in the middle.
  @Test(.enabled(if: geteuid() != 0)) func nothingIsBegunWhereNothingCanBeRemoved() throws {
    let store = try sample.copy()
    store.keychain.close()
    chmod(store.folder.path, 0o500)
    #expect(throws: KeychainError.self) { try store.keychain.eraseEverything() }
    chmod(store.folder.path, 0o700)
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  /// An erasure also overwrites a key that other users could read.
  @Test func keyWithWideRightsIsOverwritten() throws {
    let store = try sample.copy()
    chmod(store.folder("device.key"), 0o644)
    #expect(try store.keychain.eraseEverything()?.mayKeysLiveOn == false)
  }

  @Test(arguments: ["device.key", "keybag.1"]) func bytesOfTheKeysAreOverwritten(
    _ name: String
  ) throws {
    let store = try sample.copy()
    let before = try store.folder.read(name)
    let file = open(store.folder(name), O_RDONLY)
    defer { close(file) }
    #expect(try store.keychain.eraseEverything()?.mayKeysLiveOn == false)
    var after = [UInt8](repeating: 0, count: before.count)
    #expect(pread(file, &after, after.count, 0) == before.count)
    // The second copy of the key begins in the middle of the file.
    for place in [0, before.count / 2] {
      #expect(after[place..<place + 64] != before[place..<place + 64])
    }
  }

  // MARK: Interruption

  @Test(
    arguments: [
      .erasureNamed, .deviceKeyDestroyed, .keybagsDestroyed, .databaseRemoved, .litterRemoved,
      .erased,
    ] as [Step])
  func failureAtAStepIsFinishedByTheNextCall(_ step: Step) throws {
    let store = try sample.copy()
    // Another process has the store open during the erasure.
    let other = TestKeychain(reopening: store)
    #expect(try other.count(of: sample.items) == sample.items.count)
    try interrupt(store, at: step)
    try expectNewStore(other, "\(step)")
    #expect(store.folder.names().allSatisfy { !$0.contains("damaged") })
  }

  /// A repair must not remove the job of an erasure from the header. Only the completion of the erasure may remove the
  /// job.
  @Test func repairDoesNotReviveWhatIsBeingErased() throws {
    let store = try sample.copy()
    try interrupt(store, at: .erasureNamed)
    #expect(
      try store.keychain.verify().damages.map(\.reason).contains { $0.contains("an erasure") })
    #expect(try store.keychain.repair() == nil)
    try expectNewStore(store)
  }

  private func interrupt(_ store: TestKeychain, at step: Step) throws {
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try TestKeychain(reopening: store, onStep: interruption.done).keychain.eraseEverything()
    }
    #expect(interruption.isDead)
  }
}

/// Creates a data folder with the files of a store, without the device key.
private enum DataFolder {
  static func copy(_ files: [String: [UInt8]], to path: String) throws {
    mkdir(path, 0o700)
    for (name, content) in files where name != "device.key" {
      let file = open("\(path)/\(name)", O_WRONLY | O_CREAT, 0o600)
      defer { close(file) }
      guard write(file, content, content.count) == content.count else {
        throw TestKeychain.Failure(reason: "cannot write \(name)")
      }
    }
  }
}
