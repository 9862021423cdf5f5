import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@Suite struct KeybagTests {
  private let temporary: TemporaryDirectory
  private let directory: ProtectedDirectory
  private let file: KeybagFile
  private let random = TestRandom()
  private let deviceKey: DeviceKey

  init() throws {
    temporary = try TemporaryDirectory()
    directory = try ProtectedDirectory.openOrCreate(temporary.path)
    file = KeybagFile(in: directory)
    deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
  }

  @Test func newKeybagHasKeysForAllClassesThatNeedNoPasscode() throws {
    let keybag = try makeKeybag()
    #expect(keybag.vaultID == deviceKey.vaultID)
    #expect(keybag.generation == 1)
    #expect(keybag.entries.map(\.keyID) == [1, 2, 3, 4, 5, 6])
    #expect(keybag.nextKeyID == 7)
    for accessibility in Accessibility.allCases {
      let hasKey = accessibility != .whenPasscodeSetThisDeviceOnly
      #expect((keybag.activeKeyID(for: accessibility) != nil) == hasKey, "\(accessibility)")
    }
  }

  @Test func keybagComesBackFromItsFile() throws {
    #expect(try file.load() == nil)
    #expect(try file.status() == nil)
    let keybag = try makeKeybag()
    try file.create(keybag)
    #expect(try file.load() == keybag)
    #expect(throws: KeychainError.self) { try file.create(keybag) }
    let status = try file.status()
    let next = try keybag.rotatingKey(for: .always, deviceKey: deviceKey, random: random)
    try file.replace(next)
    #expect(try file.load() == next)
    #expect(try file.status() != status)
  }

  @Test func replacedKeybagIsErased() throws {
    try file.create(try makeKeybag())
    let before = try temporary.read(KeybagFile.name)
    let old = open(temporary(KeybagFile.name), O_RDONLY)
    defer { close(old) }
    try file.replace(makeKeybag())
    var buffer = [UInt8](repeating: 1, count: 8192)
    #expect(pread(old, &buffer, buffer.count, 0) == 8192)
    // The old file was overwritten with random bytes. A few random bytes may equal the old bytes by chance.
    #expect(zip(buffer, before).count { $0 == $1 } < 200)
  }

  @Test func rotatingRetiresTheOldKey() throws {
    let keybag = try makeKeybag()
    let old = try #require(keybag.activeKeyID(for: .always))
    let next = try keybag.rotatingKey(for: .always, deviceKey: deviceKey, random: random)
    #expect(next.generation == 2)
    #expect(next.entry(of: old)?.state == .retired)
    let new = try #require(next.activeKeyID(for: .always))
    #expect(new >= 7)
    #expect(next.nextKeyID == new + 1)

    let before = try KeyRing(keybag, deviceKey: deviceKey).makeCipherSuite()
    let after = try KeyRing(next, deviceKey: deviceKey).makeCipherSuite()
    let nonce = try SealingNonce(random: random)
    let sealed = try before.secretCipher(old).seal([1, 2, 3], nonce, [])
    #expect(try after.secretCipher(old).open(sealed, nonce, []) == [1, 2, 3])
    #expect(try after.secretCipher(new).open(sealed, nonce, []) == nil)
    #expect(
      try before.index().value { $0.append("x") } == after.index().value { $0.append("x") })
  }

  @Test("Two changes of the same keybag give their new keys different IDs") func linesOfAKeybag() throws {
    let keybag = try makeKeybag()
    let passcodeKey = try PasscodeKey(
      new: Passcode("1234"), deviceKey: deviceKey, cost: .quick, random: random)
    var given: Set<UInt32> = Set(keybag.entries.map(\.keyID))
    for _ in 0..<3 {
      let next = [
        try keybag.rotatingKeys(deviceKey: deviceKey, random: random),
        try keybag.rotatingKey(for: .always, deviceKey: deviceKey, random: random),
        try keybag.settingPasscode(passcodeKey, deviceKey: deviceKey, random: random),
      ]
      for next in next {
        let new = next.entries.map(\.keyID).filter { keybag.entry(of: $0) == nil }
        #expect(!new.isEmpty)
        #expect(given.isDisjoint(with: new))
        #expect(new.allSatisfy { $0 >= keybag.nextKeyID && $0 < next.nextKeyID })
        given.formUnion(new)
      }
    }
  }

  @Test func destroyedKeysAreRemembered() throws {
    let keybag = try makeKeybag()
    let next = try keybag.destroyingKey(3, deviceKey: deviceKey, random: random)
    #expect(next.entry(of: 3)?.state == .destroyed)
    #expect(next.nextKeyID == 7)
    try file.create(next)
    #expect(try file.load() == next)
    let ring = try KeyRing(next, deviceKey: deviceKey)
    #expect(ring.status(of: 3) == .destroyed)
    #expect(ring.status(of: 2) == .usable)
    #expect(ring.status(of: 7) == .unknown)
    #expect(throws: KeychainError.self) {
      _ = try keybag.destroyingKey(7, deviceKey: deviceKey, random: random)
    }
  }

  @Test func anyDamagedByteOfTheFileIsRepairedFromTheOtherCopy() throws {
    let keybag = try makeKeybag()
    try file.create(keybag)
    let whole = try temporary.read(KeybagFile.name)
    for index in whole.indices where index % 3 == 0 || index % 4096 < 16 {
      try temporary.write(flipped(whole, index), to: KeybagFile.name)
      guard try file.load() == keybag else {
        Issue.record("byte \(index)")
        return
      }
    }
    #expect(try file.repair())
    #expect(try temporary.read(KeybagFile.name) == whole)
  }

  /// An attacker who can write the file and compute its checksum changes one byte.
  @Test func anyForgedByteIsRefused() throws {
    try file.create(try makeKeybag().destroyingKey(2, deviceKey: deviceKey, random: random))
    let payload = try payload()
    for index in payload.indices {
      try forge(flipped(payload, index))
      let error = #expect(throws: KeychainError.self, "byte \(index)") {
        let keybag = try #require(try file.load())
        let key = try deviceKey(for: keybag.vaultID)
        _ = try KeyRing(keybag, deviceKey: key)
      }
      guard error?.code == .notAvailable else {
        Issue.record("byte \(index): \(String(describing: error))")
        return
      }
    }
  }

  @Test func anyForgedLengthIsRefused() throws {
    try file.create(try makeKeybag())
    let payload = try payload()
    for length in payload.indices {
      try forge(Array(payload[..<length]))
      #expect(throws: KeychainError.self) { _ = try file.load() }
    }
    try forge(payload + [0])
    let error = #expect(throws: KeychainError.self) { _ = try file.load() }
    #expect(error?.code == .notAvailable)
  }

  @Test func entriesOfAnotherGenerationDoNotFit() throws {
    let keybag = try makeKeybag()
    try file.create(keybag)
    let old = try payload()
    try file.replace(try keybag.rotatingKey(for: .always, deviceKey: deviceKey, random: random))
    let new = try payload()
    // The forged keybag has the entries of the new keybag and the index key of the old keybag.
    try forge(Array(new.dropLast(72) + old.suffix(72)))
    #expect(throws: KeychainError.self) {
      _ = try KeyRing(try #require(try file.load()), deviceKey: deviceKey)
    }
  }

  @Test func laterVersionsAreRefused() throws {
    try file.create(try makeKeybag())
    try forge(try payload(), version: 2)
    let error = #expect(throws: KeychainError.self) { _ = try file.load() }
    #expect(error?.code == .notAvailable)
  }

  private func makeKeybag() throws -> Keybag {
    try Keybag.create(deviceKey: deviceKey, random: random)
  }

  /// Returns the test's device key with the given vault identifier. A keybag with a forged vault identifier passes the
  /// first checks only with this device key.
  private func deviceKey(for vaultID: RowIdentifier) throws -> DeviceKey {
    if vaultID == deviceKey.vaultID { return deviceKey }
    let keys = try TemporaryDirectory()
    let keyFile = DeviceKeyFile(in: try ProtectedDirectory.openOrCreate(keys.path))
    try keyFile.create(deviceKey)
    let content = try keys.read(DeviceKeyFile.name)
    return try content[32..<64].withUnsafeBytes { try DeviceKey(vaultID: vaultID, bytes: $0) }
  }

  private func payload() throws -> [UInt8] {
    let content = try temporary.read(KeybagFile.name)
    let count = content[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    return Array(content[16..<16 + count])
  }

  private func forge(_ payload: [UInt8], version: UInt32 = 1) throws {
    let codec = TwoCopyCodec(
      magic: "LKKEYBAG", version: version, checksum: SHA256Digest.digest(of:into:))
    let content = try payload.withUnsafeBytes { try codec.encode($0).withUnsafeBytes { Array($0) } }
    try temporary.write(content, to: KeybagFile.name)
  }
}
