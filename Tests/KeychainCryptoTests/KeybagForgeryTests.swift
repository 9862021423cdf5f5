import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainCrypto

/// An attacker who knows the file format changes a keybag with a passcode. The attacker does not know the passcode.
@Suite struct KeybagForgeryTests {
  private let bench: KeybagWorkbench

  init() throws { bench = try KeybagWorkbench() }

  private var deviceKey: DeviceKey { bench.deviceKey }

  /// Opens a forged keybag with the device key and the passcode of the owner.
  private func open(_ payload: [UInt8], _ passcode: String = "1234") throws {
    let keybag = try #require(try bench.load(payload))
    _ = try bench.ring(keybag, keybag.hasPasscode ? passcode : nil)
  }

  @Test func anyForgedByteIsRefused() throws {
    let keybag = try bench.createProtected().destroyingKey(
      2, deviceKey: deviceKey, random: bench.random)
    let payload = try bench.payload(keybag)
    try open(payload)
    for index in payload.indices {
      for bits: UInt8 in [0x01, 0x5A] {
        var forged = payload
        forged[index] ^= bits
        let error = #expect(throws: KeychainError.self, "byte \(index)") { try open(forged) }
        guard error?.code == .notAvailable else {
          Issue.record("byte \(index): \(String(describing: error))")
          return
        }
      }
    }
  }

  @Test func anyForgedLengthIsRefused() throws {
    let payload = try bench.payload(bench.createProtected())
    for length in payload.indices {
      #expect(throws: KeychainError.self) { _ = try bench.load(Array(payload[..<length])) }
    }
    #expect(throws: KeychainError.self) { _ = try bench.load(payload + [0]) }
  }

  /// Each argument is the offset of a parameter and a value out of bounds. The offsets are: type 24, version 28, passes
  /// 32, KiB 36, lanes 40.
  @Test(
    arguments: [
      (24, 1), (24, 0), (28, 0x10), (32, 0), (32, 65), (32, .max), (36, 7), (36, 262_145),
      (36, .max), (40, 0), (40, 17), (40, .max), (40, 2),
    ] as [(Int, UInt32)])
  func parametersOutOfBoundsAreRefusedBeforeAnyWork(_ offset: Int, _ number: UInt32) throws {
    var payload = try bench.payload(bench.createProtected())
    payload.replaceSubrange(
      offset..<offset + 4, with: withUnsafeBytes(of: number.littleEndian) { Array($0) })
    // The forged keybag is rejected when it is loaded. Loading derives no key.
    let error = #expect(throws: KeychainError.self) { _ = try bench.load(payload) }
    #expect(error?.code == .notAvailable)
  }

  /// The forged cost is within the bounds. The forged keybag is rejected before a key is derived.
  @Test func alteredCostIsRefusedBeforeAnyWork() throws {
    var payload = try bench.payload(bench.createProtected())
    payload.replaceSubrange(32..<40, with: [16, 0, 0, 0, 0, 0, 4, 0])
    let keybag = try #require(try bench.load(payload))
    let time = processorTime {
      let error = #expect(throws: KeychainError.self) { _ = try bench.key(keybag) }
      #expect(error?.code == .notAvailable)
    }
    // A derivation with 16 passes over 256 MiB would take several seconds.
    #expect(time < .seconds(1))
  }

  @Test("An attacker who knows the device key cannot insert another authentication key")
  func foreignAuthenticationKey() throws {
    let keybag = try bench.createProtected()
    let other = try KeybagWorkbench(seed: 9).createProtected()
    let entry = try #require(keybag.authentication)
    let foreign = try #require(other.authentication)
    let forged = [
      AuthenticationEntry(
        generation: entry.generation, publicKey: foreign.publicKey, wrappedKey: entry.wrappedKey),
      AuthenticationEntry(
        generation: entry.generation, publicKey: foreign.publicKey, wrappedKey: foreign.wrappedKey),
    ]
    for entry in forged {
      var indexKey = WipedBytes(count: 32)
      let wrapper = try indexKey.withUnsafeMutableBytes { buffer throws(KeychainError) in
        try KeyWrapper(
          opening: keybag, deviceKey: deviceKey, passcodeKey: nil, indexKey: buffer)
      }
      let altered = try indexKey.withUnsafeBytes { bytes throws(KeychainError) in
        try Keybag.sealed(
          keybag.vaultID, keybag.protection, generation: keybag.generation,
          nextKeyID: keybag.nextKeyID, keybag.entries, entry, wrapper, bytes, bench.random)
      }
      let error = #expect(throws: KeychainError.self) { _ = try bench.ring(altered, "1234") }
      #expect(error?.code == .notAvailable)
      #expect(throws: KeychainError.self) {
        let key = try bench.newKey("5678")
        _ = try altered.changingPasscode(
          from: bench.key(altered), to: key, deviceKey: deviceKey, random: bench.random)
      }
    }
  }

  @Test func passcodeCannotBeEditedAway() throws {
    let plain = try bench.payload(bench.create())
    let payload = try bench.payload(bench.createProtected())
    // The forged keybag `header` claims that it has no passcode (protection 1), and has no passcode parameters. The
    // forged keybag `withoutLast` in addition has no key of the class that requires a passcode.
    var header = payload
    header.replaceSubrange(0..<8, with: plain[0..<8])
    header.removeSubrange(24..<60)
    #expect(throws: KeychainError.self) { try open(header) }
    var withoutLast = header
    withoutLast[36] = 6  // the number of entries
    let entries = 24 + 16
    // Removes the key of the last class, and the authentication key.
    withoutLast.removeSubrange(entries + 6 * 80..<entries + 7 * 80 + 112)
    let keybag = try #require(try bench.load(withoutLast))
    #expect(!keybag.hasPasscode)
    let error = #expect(throws: KeychainError.self) { _ = try bench.ring(keybag) }
    #expect(error?.code == .notAvailable)
  }

  @Test func passcodeCannotBeEditedIn() throws {
    let plain = try bench.payload(bench.create())
    let payload = try bench.payload(bench.createProtected())
    // Copies the parameters and the last entry of a keybag with a passcode into a keybag without a passcode.
    var forged = Array(payload[0..<60]) + plain[24...]
    forged[72] = 7
    forged.insert(contentsOf: payload[76 + 6 * 80..<76 + 7 * 80 + 112], at: 76 + 6 * 80)
    #expect(throws: KeychainError.self) { try open(forged) }
  }

  @Test func keybagsCannotBeMixed() throws {
    let one = try bench.createProtected()
    let two = try one.changingPasscode(
      from: bench.key(one), to: bench.newKey("5678"), deviceKey: deviceKey, random: bench.random)
    let (old, new) = (try bench.payload(one), try bench.payload(two))
    #expect(old.count == new.count)
    // Copies each part of one keybag into the other keybag. The parts are the header, the parameters, the generation,
    // the entries, the authentication key and the index key.
    let end = 76 + 7 * 80
    let entries =
      (0..<7).map { 76 + $0 * 80..<76 + ($0 + 1) * 80 }
      + [end..<end + 8, end + 8..<end + 40, end + 40..<end + 112]
    let parts = [0..<24, 24..<60, 60..<76] + entries + [old.count - 72..<old.count]
    for part in parts where old[part] != new[part] {
      for (base, other) in [(old, new), (new, old)] {
        var mixed = base
        mixed.replaceSubrange(part, with: other[part])
        for passcode in ["1234", "5678"] {
          let error = #expect(throws: KeychainError.self, "\(part)") { try open(mixed, passcode) }
          #expect(error?.code == .notAvailable)
        }
      }
    }
  }

  @Test func passcodeAndItsClassGoTogether() throws {
    var payload = try bench.payload(bench.createProtected())
    let plain = try bench.payload(bench.create())
    // The forged keybag has no passcode, but has the class 12, which requires a passcode, in the place of the class 11.
    var forged = plain
    let last = 40 + 5 * 80
    #expect(forged[last] == Accessibility.alwaysThisDeviceOnly.rawValue)
    forged[last] = Accessibility.whenPasscodeSetThisDeviceOnly.rawValue
    for state: UInt8 in [1, 2] {
      forged[last + 1] = state
      #expect(throws: KeychainError.self) { _ = try bench.load(forged) }
    }
    // The forged keybag has a passcode, but has no current key of the class 12, which requires a passcode.
    let class12 = 76 + 6 * 80
    for (accessibility, state) in [(12, 2), (7, 2)] as [(UInt8, UInt8)] {
      (payload[class12], payload[class12 + 1]) = (accessibility, state)
      #expect(throws: KeychainError.self) { _ = try bench.load(payload) }
    }
  }

  @Test func changesEndWithTheLastGeneration() throws {
    func atTheEnd(_ keybag: Keybag, _ offset: Int) throws -> Keybag {
      var payload = try bench.payload(keybag)
      payload.replaceSubrange(offset..<offset + 8, with: [UInt8](repeating: 0xFF, count: 8))
      return try #require(try bench.load(payload))
    }
    let random = bench.random
    let open = try bench.createProtected()
    let (plain, protected) = (try atTheEnd(bench.create(), 24), try atTheEnd(open, 60))
    #expect(protected.generation == .max)
    let key = try bench.key(open)
    for change in [
      { _ = try plain.settingPasscode(key, deviceKey: deviceKey, random: random) },
      {
        _ = try protected.changingPasscode(from: key, to: key, deviceKey: deviceKey, random: random)
      },
      { _ = try protected.removingPasscode(key, deviceKey: deviceKey, random: random) },
      { _ = try protected.rotatingKey(for: .always, deviceKey: deviceKey, random: random) },
      { _ = try protected.destroyingKey(1, deviceKey: deviceKey, random: random) },
    ] {
      let error = #expect(throws: KeychainError.self) { try change() }
      #expect(error?.reason == "the keybag was changed too often")
    }
  }
}
