import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport

extension Passcode {
  convenience init(_ text: String) throws(KeychainError) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    defer { bytes.deallocate() }
    _ = bytes.initialize(from: text.utf8)
    try self.init(UnsafeRawBufferPointer(bytes))
  }
}

/// A device key and a keybag file, and the changes that an attacker who knows the format could make.
struct KeybagWorkbench {
  let temporary: TemporaryDirectory
  let file: KeybagFile
  let random: TestRandom
  let deviceKey: DeviceKey

  init(seed: UInt64 = 1) throws {
    random = TestRandom(seed: seed)
    temporary = try TemporaryDirectory()
    file = KeybagFile(in: try ProtectedDirectory.openOrCreate(temporary.path))
    deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
  }

  func create() throws(KeychainError) -> Keybag {
    try Keybag.create(deviceKey: deviceKey, random: random)
  }

  func newKey(_ passcode: String) throws(KeychainError) -> PasscodeKey {
    try PasscodeKey(new: Passcode(passcode), deviceKey: deviceKey, cost: .quick, random: random)
  }

  /// Creates a keybag with a passcode. The generation of the keybag is 2.
  func createProtected(_ passcode: String = "1234") throws(KeychainError) -> Keybag {
    try create().settingPasscode(newKey(passcode), deviceKey: deviceKey, random: random)
  }

  func key(_ keybag: Keybag, _ passcode: String = "1234") throws(KeychainError) -> PasscodeKey {
    try keybag.passcodeKey(Passcode(passcode), deviceKey: deviceKey)
  }

  /// Returns the bytes of the authentication key in a keybag.
  func authenticationKey(
    _ keybag: Keybag, _ passcode: String = "1234"
  ) throws(KeychainError) -> [UInt8] {
    try keybag.authenticationKey(key(keybag, passcode), deviceKey: deviceKey).withBytes {
      Array($0)
    }
  }

  func ring(_ keybag: Keybag, _ passcode: String? = nil) throws(KeychainError) -> KeyRing {
    try KeyRing(
      keybag, deviceKey: deviceKey,
      passcodeKey: passcode.map { passcode throws(KeychainError) in try key(keybag, passcode) })
  }

  /// Writes a keybag to its file, and returns the payload of the file.
  func payload(_ keybag: Keybag) throws -> [UInt8] {
    if try file.load() == nil { try file.create(keybag) } else { try file.replace(keybag) }
    let content = try temporary.read(KeybagFile.name)
    let count = content[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    return Array(content[16..<16 + count])
  }

  /// Writes a file with this payload, and loads the keybag from the file.
  func load(_ payload: [UInt8]) throws -> Keybag? {
    let codec = TwoCopyCodec(
      magic: "LKKEYBAG", version: 1, checksum: SHA256Digest.digest(of:into:))
    let content = try payload.withUnsafeBytes { try codec.encode($0).withUnsafeBytes { Array($0) } }
    try temporary.write(content, to: KeybagFile.name)
    return try file.load()
  }

  /// The bytes of the device key, read from its file as another program would read them.
  func deviceKeyBytes() throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    try DeviceKeyFile(in: ProtectedDirectory.openOrCreate(folder.path)).create(deviceKey)
    return Array(try folder.read(DeviceKeyFile.name)[32..<64])
  }

  /// Returns whether two key rings have the same key for a key ID.
  func haveSameKey(_ keyID: UInt32, _ one: KeyRing, _ other: KeyRing) throws -> Bool {
    let nonce = try SealingNonce(random: random)
    let sealed = try one.makeCipherSuite().secretCipher(keyID).seal([1, 2, 3], nonce, [])
    return try other.makeCipherSuite().secretCipher(keyID).open(sealed, nonce, []) == [1, 2, 3]
  }
}
