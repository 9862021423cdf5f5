import KeychainCrypto
import KeychainModel
import Testing

/// A keybag that can be opened with a password alone, without a device key.
@Suite struct PortableKeysTests {
  private let bench: KeybagWorkbench
  private let vaultID: RowIdentifier
  private let keys: PortableKeys
  private let keybag: Keybag

  init() throws {
    bench = try KeybagWorkbench()
    vaultID = try bench.random.makeIdentifier()
    keys = try Self.keys("sesame", vaultID, bench)
    keybag = try Keybag.create(deviceKey: keys.deviceKey, random: bench.random)
      .settingPasscode(keys.passcodeKey, deviceKey: keys.deviceKey, random: bench.random)
  }

  private static func keys(
    _ password: String, _ vaultID: RowIdentifier, _ bench: KeybagWorkbench
  ) throws(KeychainError) -> PortableKeys {
    try PortableKeys(new: Passcode(password), vaultID: vaultID, cost: .quick, random: bench.random)
  }

  @Test func passwordAloneOpensEveryKey() throws {
    #expect(keybag.hasPasscode)
    let loaded = try #require(try bench.load(try bench.payload(keybag)))
    #expect(loaded == keybag)
    let found = try PortableKeys(Passcode("sesame"), opening: loaded)
    let ring = try KeyRing(loaded, deviceKey: found.deviceKey, passcodeKey: found.passcodeKey)
    #expect(ring.openClasses == Set(Accessibility.allCases))
    let own = try KeyRing(keybag, deviceKey: keys.deviceKey, passcodeKey: keys.passcodeKey)
    for entry in loaded.entries { #expect(try bench.haveSameKey(entry.keyID, ring, own)) }
  }

  @Test func wrongPasswordOpensNothing() throws {
    let error = #expect(throws: KeychainError.self) {
      _ = try PortableKeys(Passcode("Sesame"), opening: keybag)
    }
    #expect(error?.code == .authenticationFailed)
    #expect(error?.failureCause == .passcodeWrong)
    // The device key of another store does not open the keybag.
    #expect(try !keybag.isOpened(by: DeviceKey(vaultID: vaultID, random: bench.random)))
  }

  @Test func keybagsOfOtherProtectionsAreRefused() throws {
    for other in [try bench.create(), try bench.createProtected("sesame")] {
      let error = #expect(throws: KeychainError.self) {
        _ = try PortableKeys(Passcode("sesame"), opening: other)
      }
      #expect(error?.code == .notAvailable)
    }
  }

  /// The protection number of a keybag is authenticated together with every key. Therefore, a keybag with a changed
  /// protection number cannot be opened.
  @Test func protectionCannotBeExchanged() throws {
    var payload = try bench.payload(keybag)
    #expect(payload[0] == 3)
    payload[0] = 2
    let changed = try #require(try bench.load(payload))
    #expect(try !changed.isOpened(by: keys.deviceKey))
  }

  @Test func passwordIsChanged() throws {
    let next = try Self.keys("open", vaultID, bench)
    let changed = try keybag.changingDeviceKey(
      from: keys.deviceKey, to: next.deviceKey, passcodeKey: keys.passcodeKey,
      newPasscodeKey: next.passcodeKey, random: bench.random)
    #expect(throws: KeychainError.self) {
      _ = try PortableKeys(Passcode("sesame"), opening: changed)
    }
    let found = try PortableKeys(Passcode("open"), opening: changed)
    let ring = try KeyRing(changed, deviceKey: found.deviceKey, passcodeKey: found.passcodeKey)
    let old = try KeyRing(keybag, deviceKey: keys.deviceKey, passcodeKey: keys.passcodeKey)
    for entry in changed.entries { #expect(try bench.haveSameKey(entry.keyID, ring, old)) }
  }
}
