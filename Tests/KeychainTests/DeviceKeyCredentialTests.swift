import Glibc
import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of a device key that a process receives as a credential. Systemd or another program creates the folder of the
/// credential.
@Suite struct DeviceKeyCredentialTests {
  private let sample: SampleStore
  private let item = SampleItem.generic("under a credential")

  init() throws { sample = try SampleStore.standard.get() }

  private static let name = "latchkey.device-key"
  private static let randomKey = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }

  /// A folder of credentials with the permissions that systemd sets.
  private func credentials(
    _ content: [UInt8], mode: mode_t = 0o400, folderMode: mode_t = 0o500
  ) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(content, to: Self.name, mode: mode)
    chmod(folder.path, folderMode)
    return folder
  }

  // MARK: A new store

  @Test func randomBytesAreTheKeyOfANewStore() throws {
    let folder = try credentials(Self.randomKey)
    let store = try TestKeychain(credentials: folder)
    try store.add(item)
    #expect(!store.exists("device.key"))
    store.keychain.close()
    #expect(
      try TestKeychain(reopening: store, credentials: folder).count(of: [item]) == 1)
    #expect(try store.keychain.verify().isIntact)
    // The same credential can be the device key of several stores.
    #expect(try TestKeychain(credentials: folder).count(of: [item]) == 0)
  }

  @Test func storeMadeUnderACredentialDoesNotOpenWithout() throws {
    let store = try TestKeychain(credentials: credentials(Self.randomKey))
    try store.add(item)
    store.keychain.close()
    try expectRefusal(
      TestKeychain(reopening: store), ["the device key is missing", "credential"])
  }

  @Test func copyOfAFileMakesNoNewStore() throws {
    let file = try #require(sample.files["device.key"])
    let store = try TestKeychain(credentials: credentials(file))
    try expectRefusal(store, ["there is no keychain", "made elsewhere"])
  }

  @Test func lostFilesAreNotMadeAnewBesideADeviceKey() throws {
    let store = try TestKeychain(["device.key": #require(sample.files["device.key"])])
    try expectRefusal(
      TestKeychain(reopening: store, credentials: credentials(Self.randomKey)),
      ["latchkey.lock"])
  }

  @Test(arguments: [.creationNamed, .deviceKeyMade, .keybagMade] as [Step])
  func creationThatWasKilledBeginsAgain(_ step: Step) throws {
    let folder = try credentials(Self.randomKey)
    // An interrupted process without the credential began the creation. Depending on the step, the file of the device
    // key exists or does not exist.
    let empty = try TestKeychain()
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try TestKeychain(reopening: empty, onStep: interruption.done).keychain.open()
    }
    let store = TestKeychain(reopening: empty, credentials: folder)
    try store.add(item)
    #expect(!store.exists("device.key"))
    store.keychain.close()
    #expect(try TestKeychain(reopening: store, credentials: folder).count(of: [item]) == 1)
  }

  // MARK: A store that is there

  @Test func copyOfTheFileOpensItsStore() throws {
    let file = try #require(sample.files["device.key"])
    let store = try sample.copy { $0["device.key"] = nil }
    let passed = TestKeychain(reopening: store, credentials: try credentials(file))
    #expect(try passed.count(of: sample.items) == sample.items.count)
    try passed.add(item)
    #expect(!passed.exists("device.key"))
    #expect(try passed.keychain.verify().isIntact)
  }

  @Test func keyOfTheFileAloneOpensItsStore() throws {
    let file = try #require(sample.files["device.key"])
    let store = try sample.copy { $0["device.key"] = nil }
    let passed = TestKeychain(reopening: store, credentials: try credentials(Array(file[32..<64])))
    #expect(try passed.count(of: sample.items) == sample.items.count)
  }

  @Test func oneWholeCopyIsEnough() throws {
    var file = try #require(sample.files["device.key"])
    file[20] ^= 1
    let store = try sample.copy { $0["device.key"] = nil }
    let passed = TestKeychain(reopening: store, credentials: try credentials(file))
    #expect(try passed.count(of: sample.items) == sample.items.count)
  }

  @Test func credentialCountsAndTheFileDoesNot() throws {
    let file = try #require(sample.files["device.key"])
    let foreign = try TestKeychain()
    #expect(foreign.status() == 0)
    let other = try foreign.folder.read("device.key")

    let beside = TestKeychain(
      reopening: try sample.copy { $0["device.key"] = other }, credentials: try credentials(file))
    #expect(try beside.count(of: sample.items) == sample.items.count)
    #expect(try beside.folder.read("device.key") == other)

    // The file must not replace the credential, although the file would open the store.
    try expectRefusal(
      TestKeychain(reopening: try sample.copy(), credentials: credentials(other)),
      ["not the one of the keybag", Self.name, "device.key is not used"])
  }

  @Test func keyOfAnotherStoreIsRefused() throws {
    let store = try sample.copy { $0["device.key"] = nil }
    try expectRefusal(
      TestKeychain(reopening: store, credentials: credentials(Self.randomKey)),
      ["not the one of the keybag", Self.name])
  }

  @Test func credentialsWithoutADeviceKeyChangeNothing() throws {
    let folder = try TemporaryDirectory()
    try folder.write([1], to: "another.credential")
    let store = TestKeychain(reopening: try sample.copy(), credentials: folder)
    #expect(try store.count(of: sample.items) == sample.items.count)
    let new = try TestKeychain(credentials: folder)
    #expect(new.status() == 0)
    #expect(new.exists("device.key"))
  }

  // MARK: Invalid credentials

  @Test(arguments: [0, 1, 31, 33, 64, 4096, 8191, 8193, 20_000])
  func otherSizesAreRefused(_ count: Int) throws {
    let store = try TestKeychain(
      credentials: credentials((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
    try expectRefusal(store, [Self.name, "has \(count) byte"])
  }

  @Test func contentThatIsNoKeyIsRefused() throws {
    for content in [[UInt8](repeating: 0, count: 32), [UInt8](repeating: 65, count: 8192)] {
      try expectRefusal(try TestKeychain(credentials: credentials(content)), [Self.name])
    }
    var file = try #require(sample.files["device.key"])
    file[20] ^= 1
    file[4096 + 20] ^= 1
    let store = TestKeychain(reopening: try sample.copy(), credentials: try credentials(file))
    try expectRefusal(store, ["both its copies are damaged"])
  }

  @Test(arguments: [mode_t(0o404), 0o402, 0o420, 0o410, 0o401, 0o466])
  func fileThatIsOpenToOthersIsRefused(_ mode: mode_t) throws {
    let store = try TestKeychain(credentials: credentials(Self.randomKey, mode: mode))
    try expectRefusal(store, [Self.name, "open to others"])
  }

  /// The group permissions of a file with an access control list are the mask of the list. Group permissions are
  /// accepted only for files of root.
  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func rightOfTheGroupIsForFilesOfRoot() throws {
    let folder = try credentials(Self.randomKey, mode: 0o440)
    #expect(try TestKeychain(credentials: folder).status() == 0)
    chown(folder(Self.name), 0, 12345)
    chmod(folder(Self.name), 0o440)
    try expectRefusal(try TestKeychain(credentials: folder), ["open to others"])
    chown(folder(Self.name), 12345, 0)
    try expectRefusal(try TestKeychain(credentials: folder), ["belongs to user 12345"])
  }

  @Test(arguments: [mode_t(0o720), 0o702, 0o777])
  func folderThatOthersMayWriteIsRefused(_ mode: mode_t) throws {
    let store = try TestKeychain(credentials: credentials(Self.randomKey, folderMode: mode))
    try expectRefusal(store, ["open to others"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func folderOfAnotherUserIsRefused() throws {
    let folder = try credentials(Self.randomKey)
    chown(folder.path, 12345, 12345)
    try expectRefusal(try TestKeychain(credentials: folder), ["belongs to user 12345"])
  }

  @Test func whatIsNoFileIsRefused() throws {
    let target = try TemporaryDirectory()
    try target.write(Self.randomKey, to: "key", mode: 0o400)
    let links = try TemporaryDirectory()
    symlink(target("key"), links(Self.name))
    try expectRefusal(try TestKeychain(credentials: links), ["symbolic link"])

    let dangling = try TemporaryDirectory()
    symlink("/nowhere", dangling(Self.name))
    try expectRefusal(try TestKeychain(credentials: dangling), ["symbolic link"])

    let folders = try TemporaryDirectory()
    mkdir(folders(Self.name), 0o700)
    try expectRefusal(try TestKeychain(credentials: folders), ["not a regular file"])

    let pipes = try TemporaryDirectory()
    mkfifo(pipes(Self.name), 0o400)
    try expectRefusal(try TestKeychain(credentials: pipes), ["not a regular file"])
  }

  @Test func folderThatCannotBeSearchedIsRefused() throws {
    let folder = try TemporaryDirectory()
    try folder.write([1], to: "file")
    symlink(folder.path, folder("link"))
    let expected = [
      folder("absent"): "No such file", folder("file"): "not a folder",
      folder("link"): "not a folder",
      folder("link/"): "not a folder", "relative": "absolute path",
    ]
    for (path, words) in expected {
      let store = try TestKeychain()
      let keychain = LocalKeychain(
        StoreLocation(home: store.folder.path, credentialsDirectory: path))
      try expectRefusal(TestKeychain(keychain, in: store.folder), [words])
    }
  }

  /// Expects that the store refuses the credential and changes no file.
  private func expectRefusal(_ store: TestKeychain, _ words: [String]) throws {
    var before = try store.files()
    for _ in 0..<2 {
      let error = #expect(throws: KeychainError.self) { try store.add(item) }
      #expect(error?.code == .notAvailable)
      for word in words { #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")") }
    }
    var after = try store.files()
    // SQLite may create the files that it needs for reading.
    for name in ["keychain.db-shm", "keychain.db-wal"]
    where [nil, []].contains(before[name]) || name.hasSuffix("-shm") {
      #expect(name.hasSuffix("-shm") || [nil, []].contains(after[name]))
      before[name] = nil
      after[name] = nil
    }
    if !before.keys.contains("latchkey.lock") {
      // The calls created the file `latchkey.lock`, because they lock this file. The file must not contain a vault
      // identifier.
      #expect(try store.folder.vaultFiles().header()?.read()?.state.vaultID == nil)
      after["latchkey.lock"] = nil
    }
    #expect(after == before)
  }
}
