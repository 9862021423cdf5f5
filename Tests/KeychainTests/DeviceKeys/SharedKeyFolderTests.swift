import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Synchronization
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of several data folders with one folder for their device keys. A keychain does not change the files of other
/// keychains.
@Suite("A key folder that several data folders share") struct SharedKeyFolderTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let litter = "device.key.tmp-0123456789abcdef"
  private static let item = SampleItem.generic("kept")

  private func keychain(_ data: String) -> TestKeychain {
    TestKeychain(
      LocalKeychain(
        StoreLocation(dataDirectory: folder(data), keyDirectory: folder("key"))), in: folder)
  }

  private func job() throws -> Job? {
    let files = try VaultLocation(dataDirectory: folder("a"), keyDirectory: folder("key")).open()
    return try #require(try files.header()?.read()).state.job
  }

  private func keyDirectory() throws -> ProtectedDirectory { try .openOrCreate(folder("key")) }

  /// The files in the key folder.
  private func keyFiles() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in TemporaryDirectory.names(folder("key")) {
      files[name] = try folder.read("key/\(name)")
    }
    return files
  }

  @Test("Temporary files in the key folder stay while another process changes the key folder")
  func litter() throws {
    try keychain("a").add(Self.item)
    let key = try folder.read("key/device.key")
    try folder.write(key, to: "key/\(Self.litter)")
    let descriptor = open(folder("key/\(Self.litter)"), O_RDONLY)
    defer { close(descriptor) }
    let calls: [(String, () -> Void)] = [
      ("a call", { _ = keychain("b").status() }),
      ("a call of the owner", { #expect(keychain("a").status() == 0) }),
      ("a removal", { _ = try? keychain("b").keychain.removeDeviceKeyFile(copy: nil) }),
      ("an erasure", { _ = try? keychain("b").keychain.eraseEverything() }),
    ]
    let lock = try DirectoryLock(try keyDirectory(), timeout: .zero)
    for (name, call) in calls {
      call()
      #expect(try folder.read("key/\(Self.litter)") == key, "\(name)")
    }
    _ = consume lock
    #expect(keychain("a").status() == 0)
    #expect(TemporaryDirectory.names(folder("key")) == ["device.key"])
    var bytes = [UInt8](repeating: 0, count: key.count)
    #expect(pread(descriptor, &bytes, bytes.count, 0) == bytes.count)
    #expect(bytes != key)
    #expect(try keychain("a").count(of: [Self.item]) == 1)
  }

  @Test("Files with other names in the key folder stay") func otherNames() throws {
    try keychain("a").add(Self.item)
    // The key folder may also be the data folder of another keychain. In this test, that keychain is creating its
    // keybag.
    try folder.write([1], to: "key/keybag.tmp-0123456789abcdef")
    #expect(keychain("a").status() == 0)
    _ = keychain("b").status()
    #expect(try folder.read("key/keybag.tmp-0123456789abcdef") == [1])
  }

  @Test("An interrupted change of the key does not replace the device key of another keychain")
  func interruptedChange() throws {
    let store = keychain("a")
    try store.add(Self.item)
    _ = try store.keychain.changeDeviceKey()
    store.keychain.close()
    let other = try #require(try SampleStore.standard.get().files["device.key"])
    #expect(rename(folder("key/device.key"), folder("key/device.key.next")) == 0)
    try folder.write(other, to: "key/device.key")
    // Even an unreadable `device.key` may belong to another keychain, so no call replaces this file. Until the file is
    // moved away, `device.key.next` opens the keychain.
    let next = try folder.read("key/device.key.next")
    try folder.write(other, to: "key/device.key")
    #expect(try keychain("a").count(of: [Self.item]) == 1)
    for present in [other, other.map { ~$0 }] {
      try folder.write(present, to: "key/device.key")
      #expect(throws: KeychainError.self) { try keychain("a").keychain.changeDeviceKey() }
      #expect(try folder.read("key/device.key") == present)
      #expect(try folder.read("key/device.key.next") == next)
    }
    #expect(unlink(folder("key/device.key")) == 0)
    #expect(try keychain("a").count(of: [Self.item]) == 1)
    #expect(TemporaryDirectory.names(folder("key")) == ["device.key"])
  }

  @Test("The next device key of another keychain is not used for an interrupted change")
  func keyOfAnotherChange() throws {
    let store = keychain("a")
    try store.add(Self.item)
    store.keychain.close()
    let other = try #require(try SampleStore.standard.get().files["device.key"])
    try folder.write(other, to: "key/device.key.next")
    #expect(try keychain("a").count(of: [Self.item]) == 1)
    #expect(try folder.read("key/device.key.next") == other)
    #expect(try job() == nil)
    #expect(try keychain("a").keychain.eraseEverything() != nil)
    #expect(try folder.read("key/device.key.next") == other)
    #expect(TemporaryDirectory.names(folder("key")) == ["device.key.next"])
  }

  @Test("An erasure destroys the keys of a change if only the header identifies the keychain")
  func erasureOfAnInterruptedChange() throws {
    let store = keychain("a")
    try store.add(Self.item)
    store.keychain.close()
    let key = try folder.read("key/device.key")
    for name in ["keybag.1", "keychain.db"] { try folder.write([1, 2], to: "a/\(name)") }
    try folder.write(key, to: "key/device.key.next")
    let outcome = try #require(try keychain("a").keychain.eraseEverything())
    #expect(!outcome.isDeviceKeyForeign)
    #expect(TemporaryDirectory.names(folder("key")) == [])
  }

  @Test("A change of the key does not replace the next device key of another keychain")
  func changeBesideAnotherChange() throws {
    let store = keychain("a")
    try store.add(Self.item)
    let other = try #require(try SampleStore.standard.get().files["device.key"])
    try folder.write(other, to: "key/device.key.next")
    let before = try keyFiles()
    let error = #expect(throws: KeychainError.self) { _ = try store.keychain.changeDeviceKey() }
    #expect(error?.reason.contains("another keychain") == true)
    #expect(try keyFiles() == before)
    #expect(try job() == nil)
    #expect(try store.count(of: [Self.item]) == 1)
    #expect(unlink(folder("key/device.key.next")) == 0)
    #expect(try store.keychain.changeDeviceKey())
    #expect(try store.count(of: [Self.item]) == 1)
  }

  @Test("The device key is not removed while a change of the key is unfinished")
  func removalOfAKeyThatIsChanged() throws {
    let store = keychain("a")
    try store.add(Self.item)
    try store.keychain.exportDeviceKey(to: folder("copy"))
    store.keychain.close()
    try folder.write(try folder.read("key/device.key"), to: "key/device.key.next")
    let error = #expect(throws: KeychainError.self) {
      try keychain("a").keychain.removeDeviceKeyFile(copy: folder("copy"))
    }
    #expect(error?.reason.contains("interrupted") == true)
    #expect(try keychain("a").count(of: [Self.item]) == 1)
    #expect(try keychain("a").keychain.removeDeviceKeyFile(copy: folder("copy")))
  }

  @Test("A call with a damaged copy of the key does not wait for a process that changes the key folder")
  func damagedCopy() throws {
    try prepare(.repair)
    let damaged = try keyFiles()
    let lock = try DirectoryLock(try keyDirectory(), timeout: .zero)
    let begin = ContinuousClock.now
    #expect(try keychain("a").count(of: [Self.item]) == 1)
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(try keyFiles() == damaged)
    _ = consume lock
    #expect(try keychain("a").count(of: [Self.item]) == 1)
    #expect(try keyFiles() != damaged)
  }

  @Test(
    "An erasure and a change of the key wait for the process that holds the lock of the key folder",
    arguments: [false, true])
  func folderThatIsKept(_ erases: Bool) throws {
    let store = keychain("a")
    try store.add(Self.item)
    let directory = try keyDirectory()
    let before = try keyFiles()
    let lock = try DirectoryLock(directory, timeout: .zero)
    let work = BackgroundWork {
      let keychain = keychain("a").keychain
      if erases { _ = try keychain.eraseEverything() } else { _ = try keychain.changeDeviceKey() }
    }
    #expect(work.waits())
    #expect(try keyFiles() == before)
    _ = consume lock
    try work.end()
    #expect(try keyFiles() != before)
    #expect(try keyFiles().isEmpty == erases)
  }

  enum Change: CaseIterable { case create, replace, repair, remove, createAgain }

  private func prepare(_ change: Change) throws {
    guard change != .create else { return }
    guard change != .createAgain else {
      let interruption = Interruption(at: .deviceKeyMade)
      let keychain = LocalKeychain(
        keychain("a").keychain.location, clock: SystemClock(), random: SystemRandom(),
        onStep: interruption.done)
      #expect(throws: KeychainError.self) { try keychain.open() }
      return
    }
    let store = keychain("a")
    try store.add(Self.item)
    if change == .remove { try store.keychain.exportDeviceKey(to: folder("copy")) }
    store.keychain.close()
    if change == .repair {
      var bytes = try folder.read("key/device.key")
      bytes[20] ^= 1
      try folder.write(bytes, to: "key/device.key")
    }
  }

  private func make(_ change: Change) throws {
    let store = keychain("a")
    switch change {
    case .create, .repair, .createAgain: try store.keychain.open()
    case .replace: #expect(try store.keychain.changeDeviceKey())
    case .remove: #expect(try store.keychain.removeDeviceKeyFile(copy: folder("copy")))
    }
  }

  @Test(
    "Each change of a device key waits while another process changes the key folder",
    arguments: Change.allCases.filter { $0 != .repair })
  func waiting(_ change: Change) throws {
    try prepare(change)
    let directory = try keyDirectory()
    let before = try keyFiles()
    let lock = try DirectoryLock(directory, timeout: .zero)
    let work = BackgroundWork { try make(change) }
    #expect(work.waits())
    #expect(try keyFiles() == before)
    _ = consume lock
    try work.end()
    #expect(try keyFiles() != before)
  }
}
