import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainCrypto

@Suite struct DeviceKeyTests {
  private let temporary: TemporaryDirectory
  private let file: DeviceKeyFile
  private let random = TestRandom()

  init() throws {
    temporary = try TemporaryDirectory()
    file = DeviceKeyFile(in: try ProtectedDirectory.openOrCreate(temporary.path))
  }

  /// The derivation is part of the format, so the key of a keychain of a service never changes.
  @Test func keysOfKeychainsAreDerivedAsDocumented() throws {
    let machine = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
    let vaultID = try #require(RowIdentifier(Array(0..<16)))
    let key = try machine.withUnsafeBytes { try DeviceKey(vaultID: vaultID, bytes: $0) }
    // Python: HKDF-SHA-256 without salt, info = b"latchkey device key of a keychain" + bytes(range(16)) + b"12345"
    let expected = bytes("fb773d8844a665d8f89796cb1c78f3b13a0b39f7f309281f35303b2038f8b6e8")
    let derived = try key.derived(forKeychain: "12345")
    #expect(derived.vaultID == vaultID)
    #expect(try derived.withBytes { Array($0) } == expected)
  }

  @Test func missingKeyIsNil() throws { #expect(try file.load() == nil) }

  @Test func keyComesBack() throws {
    let key = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    let keybag = try Keybag.create(deviceKey: key, random: random)
    try file.create(key)
    let loaded = try #require(try file.load())
    #expect(loaded.vaultID == key.vaultID)
    _ = try KeyRing(keybag, deviceKey: loaded)
  }

  @Test func existingKeyIsNeverReplaced() throws {
    try file.create(try DeviceKey(vaultID: random.makeIdentifier(), random: random))
    let before = try temporary.read(DeviceKeyFile.name)
    let error = #expect(throws: KeychainError.self) {
      try file.create(try DeviceKey(vaultID: random.makeIdentifier(), random: random))
    }
    #expect(error?.code == .notAvailable)
    #expect(try temporary.read(DeviceKeyFile.name) == before)
    #expect(temporary.names() == [DeviceKeyFile.name])
  }

  @Test func anyDamagedByteIsRepairedFromTheOtherCopy() throws {
    let key = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    let keybag = try Keybag.create(deviceKey: key, random: random)
    try file.create(key)
    let whole = try temporary.read(DeviceKeyFile.name)
    for index in Array(0..<96) + Array(4096..<4192) {
      try temporary.write(flipped(whole, index), to: DeviceKeyFile.name)
      _ = try KeyRing(keybag, deviceKey: try #require(try file.load()))
    }
    #expect(try file.repair())
    #expect(try temporary.read(DeviceKeyFile.name) == whole)
    #expect(try file.repair() == false)
  }

  @Test func damageOfBothCopiesIsRefused() throws {
    try file.create(try DeviceKey(vaultID: random.makeIdentifier(), random: random))
    let whole = try temporary.read(DeviceKeyFile.name)
    try temporary.write(flipped(flipped(whole, 40), 4096 + 50), to: DeviceKeyFile.name)
    let error = #expect(throws: KeychainError.self) { _ = try file.load() }
    #expect(error?.code == .notAvailable)
  }
}
