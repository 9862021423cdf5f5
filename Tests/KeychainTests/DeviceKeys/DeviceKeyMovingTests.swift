import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that export and import the device key, and move the device key between a file and a credential.
@Suite("Moving the device key") struct DeviceKeyMovingTests {
  private let store: TestKeychain
  private let items: [SampleItem]
  private let elsewhere: TemporaryDirectory

  init() throws {
    let sample = try SampleStore.small.get()
    store = try sample.copy()
    items = sample.items
    elsewhere = try TemporaryDirectory()
  }

  private func isWhole(_ keychain: TestKeychain) throws -> Bool {
    try keychain.count(of: items) == items.count
  }

  @Test("An exported key has the bytes of the file, has mode 0600, and never replaces another file")
  func export() throws {
    let copy = elsewhere("copy")
    try store.keychain.exportDeviceKey(to: copy)
    #expect(try elsewhere.read("copy") == store.folder.read("device.key"))
    var status = stat()
    #expect(lstat(copy, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    try elsewhere.write([1], to: "other")
    #expect(symlink(elsewhere("nowhere"), elsewhere("link")) == 0)
    for name in ["copy", "other", "link"] {
      #expect(code { try store.keychain.exportDeviceKey(to: elsewhere(name)) } == .notAvailable)
    }
    #expect(try elsewhere.read("other") == [1])
    #expect(!elsewhere.names().contains("nowhere"))
    #expect(
      code { try store.keychain.exportDeviceKey(to: elsewhere("no/such/folder")) } == .notAvailable)
    let empty = try TestKeychain()
    #expect(code { try empty.keychain.exportDeviceKey(to: elsewhere("new")) } == .notAvailable)
    #expect(!empty.exists("keychain.db"))
  }

  @Test("The temporary file of an interrupted removal is overwritten by the next call") func litter()
    throws
  {
    let left = "device.key.tmp-0123456789abcdef"
    let key = try store.folder.read("device.key")
    for (name, call) in [
      ("opening", { _ = try store.count(of: items) }),
      ("a removal", { _ = try? store.keychain.removeDeviceKeyFile(copy: nil) }),
    ] {
      store.keychain.close()
      try store.folder.write(key, to: left)
      let file = open(store.folder(left), O_RDONLY)
      defer { close(file) }
      try call()
      #expect(!store.exists(left), "\(name)")
      var bytes = [UInt8](repeating: 0, count: key.count)
      #expect(pread(file, &bytes, bytes.count, 0) == bytes.count)
      #expect(bytes != key, "\(name)")
    }
  }

  @Test("A key that does not open the keychain is not exported") func foreignKey() throws {
    let other = try SampleStore.standard.get()
    store.keychain.close()
    try store.folder.write(other.files["device.key"] ?? [], to: "device.key")
    #expect(code { try store.keychain.exportDeviceKey(to: elsewhere("copy")) } == .notAvailable)
    #expect(elsewhere.names().isEmpty)
  }

  @Test("The device key can be moved from the file to a credential and back") func thereAndBack() throws {
    try store.keychain.exportDeviceKey(to: elsewhere(DeviceKeyCredential.name))
    // The file of the device key is not a second copy of the key.
    #expect(code { _ = try store.keychain.removeDeviceKeyFile(copy: nil) } == .notAvailable)
    let service = TestKeychain(reopening: store, credentials: elsewhere)
    #expect(try service.keychain.removeDeviceKeyFile(copy: nil))
    #expect(!store.exists("device.key"))
    #expect(try isWhole(service))
    #expect(
      code { _ = try TestKeychain(reopening: store).secrets(items[0].query) } == .notAvailable)
    let back = TestKeychain(reopening: store)
    #expect(try back.keychain.importDeviceKey(from: elsewhere(DeviceKeyCredential.name)))
    #expect(try isWhole(back))
    #expect(try !back.keychain.importDeviceKey(from: elsewhere(DeviceKeyCredential.name)))
  }

  @Test("The file of the key is removed only if a copy opens the keychain") func remove() throws {
    try store.keychain.exportDeviceKey(to: elsewhere("copy"))
    let file = try store.folder.read("device.key")
    try elsewhere.write([UInt8](repeating: 0, count: 8192), to: "zeros")
    try elsewhere.write((0..<32).map { UInt8($0) }, to: "other")
    #expect(link(store.folder("device.key"), elsewhere("same")) == 0)
    #expect(symlink(elsewhere("copy"), elsewhere("link")) == 0)
    for name in ["zeros", "other", "same", "link", "missing"] {
      #expect(
        code { _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere(name)) } == .notAvailable,
        "\(name)")
      #expect(try store.folder.read("device.key") == file)
    }
    // The file has a second hard link, so its content is not overwritten. The result reports that the content was not
    // overwritten.
    #expect(try !store.keychain.removeDeviceKeyFile(copy: elsewhere("copy")))
    #expect(!store.exists("device.key"))
    #expect(
      code { _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere("copy")) } == .notAvailable)
  }

  @Test("The removal of a key file on disk requires a copy on disk")
  func inMemory() throws {
    let memory = "/dev/shm"
    let mounts = String(
      decoding: try TemporaryDirectory.readFile("/proc/self/mounts"), as: UTF8.self
    ).split(separator: "\n").map { $0.split(separator: " ") }
    let inMemory = mounts.filter { $0[2] == "tmpfs" }.map { $0[1] }
    try #require(inMemory.contains("/dev/shm"), "needs /dev/shm, a file system in memory")
    try #require(
      !inMemory.contains("/tmp") && !inMemory.contains("/"), "needs /tmp on a disk, not in memory")
    let folder = "\(memory)/latchkey-test-\(UInt64.random(in: 0 ... .max))"
    #expect(mkdir(folder, 0o700) == 0)
    defer { for path in ["\(folder)/copy", "\(folder)/device.key", folder] { Glibc.remove(path) } }
    try store.keychain.exportDeviceKey(to: "\(folder)/copy")
    let error = #expect(throws: KeychainError.self) {
      _ = try store.keychain.removeDeviceKeyFile(copy: "\(folder)/copy")
    }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("in memory") == true)
    #expect(store.exists("device.key"))
    store.keychain.close()

    let keychain = LocalKeychain(
      StoreLocation(dataDirectory: store.folder.path, keyDirectory: folder))
    #expect(try keychain.importDeviceKey(from: "\(folder)/copy"))
    #expect(try keychain.removeDeviceKeyFile(copy: "\(folder)/copy"))
  }

  @Test("Only the key of this keychain can be imported, and an import changes no other file")
  func importing()
    throws
  {
    try store.keychain.exportDeviceKey(to: elsewhere("copy"))
    try elsewhere.write((0..<32).map { UInt8($0) }, to: "other")
    try elsewhere.write(try SampleStore.standard.get().files["device.key"] ?? [], to: "foreign")
    try elsewhere.write([1, 2, 3], to: "short")
    try elsewhere.write(try elsewhere.read("copy"), to: "open")
    #expect(chmod(elsewhere("open"), 0o644) == 0)
    _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere("copy"))
    let before = try store.files()
    for name in ["other", "foreign", "short", "open", "missing"] {
      #expect(
        code { _ = try store.keychain.importDeviceKey(from: elsewhere(name)) } == .notAvailable,
        "\(name)")
      #expect(try store.files() == before)
    }
    #expect(try store.keychain.importDeviceKey(from: elsewhere("copy")))
    #expect(try isWhole(store))
  }

  @Test("An import does not replace another key file") func occupied() throws {
    try store.keychain.exportDeviceKey(to: elsewhere("copy"))
    store.keychain.close()
    try store.folder.write([UInt8](repeating: 7, count: 8192), to: "device.key")
    #expect(
      code { _ = try store.keychain.importDeviceKey(from: elsewhere("copy")) } == .notAvailable)
    #expect(try store.folder.read("device.key") == [UInt8](repeating: 7, count: 8192))
  }

  @Test("An import of a credential of 32 bytes creates a key file") func raw() throws {
    try elsewhere.write((0..<32).map { UInt8($0) }, to: DeviceKeyCredential.name)
    let service = try TestKeychain(credentials: elsewhere)
    try service.add(.generic("one"))
    service.keychain.close()
    let person = TestKeychain(reopening: service)
    #expect(try person.keychain.importDeviceKey(from: elsewhere(DeviceKeyCredential.name)))
    #expect(try person.count(of: [.generic("one")]) == 1)
    #expect(try person.folder.read("device.key").count == 8192)
  }

  @Test("A key on paper can be imported, and the import creates the key folder") func paper() throws {
    let text = try store.keychain.deviceKeyOnPaper().withUnsafeBytes { Array($0) }
    store.keychain.close()
    let location = StoreLocation(dataDirectory: store.folder.path, keyDirectory: elsewhere("key"))
    let keychain = LocalKeychain(location)
    var reader = DeviceKeyPaper.Reader()
    for line in text.split(separator: 10) {
      try Array(line).withUnsafeBytes { try reader.take($0) }
    }
    #expect(try keychain.importDeviceKey(reader.key()))
    #expect(unlink(store.folder("device.key")) == 0)
    #expect(try isWhole(TestKeychain(keychain, in: store.folder)))
    #expect(try elsewhere.read("key/device.key").count == 8192)
  }

  @Test("Without a keychain, a key cannot be imported, and no file is created") func noKeychain()
    throws
  {
    try store.keychain.exportDeviceKey(to: elsewhere("copy"))
    let folder = elsewhere("none")
    let keychain = LocalKeychain(StoreLocation(home: folder))
    #expect(code { _ = try keychain.importDeviceKey(from: elsewhere("copy")) } == .notAvailable)
    #expect(!elsewhere.names().contains("none"))
  }
}
