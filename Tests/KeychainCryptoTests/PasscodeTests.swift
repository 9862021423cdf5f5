import CTestSupport
import Glibc
import KeychainCrypto
import KeychainModel
import Testing

/// Setting, changing and removing the passcode of a keybag.
@Suite struct PasscodeTests {
  private let bench: KeybagWorkbench

  init() throws { bench = try KeybagWorkbench() }

  private var deviceKey: DeviceKey { bench.deviceKey }

  // MARK: The passcode

  @Test func passcodeHasOneByteToOneMebibyte() throws {
    for count in [0, (1 << 20) + 1] {
      let error = #expect(throws: KeychainError.self) {
        _ = try Passcode(String(repeating: "a", count: count))
      }
      #expect(error?.code == .parameter)
    }
    for count in [1, 1 << 20] {
      let passcode = String(repeating: "a", count: count)
      let keybag = try bench.createProtected(passcode)
      _ = try bench.key(keybag, passcode)
      #expect(throws: KeychainError.self) { _ = try bench.key(keybag, passcode.dropLast() + "b") }
    }
  }

  @Test func bytesAreTakenAsTheyAre() throws {
    // These passcodes have different bytes, although some of them look similar.
    let passcodes = ["\u{E9}", "e\u{301}", "a", "A", "a ", " a", "a\u{0}", "a\u{0}b", "a\n"]
    for passcode in passcodes {
      let keybag = try bench.createProtected(passcode)
      for other in passcodes {
        let isRight = (try? bench.key(keybag, other)) != nil
        #expect(isRight == (Array(passcode.utf8) == Array(other.utf8)), "\(passcode) \(other)")
      }
    }
  }

  @Test func forkedChildHasNoPasscode() throws {
    let keybag = try bench.createProtected()
    let passcode = try Passcode("1234")
    let key = try bench.key(keybag)
    let other = try DeviceKey(vaultID: deviceKey.vaultID, random: bench.random)
    let child = lk_test_fork(60)
    if child == 0 {
      var failures: Int32 = 0
      func expect(_ bit: Int32, _ condition: Bool) { if !condition { failures |= 1 << bit } }
      let random = bench.random
      expect(0, (try? PasscodeKey(new: passcode, deviceKey: other, random: random)) == nil)
      expect(1, (try? keybag.passcodeKey(passcode, deviceKey: deviceKey)) == nil)
      expect(2, (try? KeyRing(keybag, deviceKey: deviceKey, passcodeKey: key)) == nil)
      _exit(failures)
    }
    #expect(lk_test_wait(child) == 0)
    _ = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: key)
  }

  // MARK: Setting

  @Test func settingKeepsAllKeysAndAddsOne() throws {
    let before = try bench.create()
    let keybag = try bench.createProtected()
    #expect(!before.hasPasscode)
    #expect(keybag.hasPasscode)
    let next = try before.settingPasscode(
      bench.newKey("1234"), deviceKey: deviceKey, random: bench.random)
    #expect(next.generation == 2)
    let added = try #require(next.activeKeyID(for: .whenPasscodeSetThisDeviceOnly))
    #expect(next.entries.map(\.keyID) == [1, 2, 3, 4, 5, 6, added])
    #expect(added >= 7 && next.nextKeyID == added + 1)
    let (old, new) = (try bench.ring(before), try bench.ring(next, "1234"))
    for keyID: UInt32 in 1...6 { #expect(try bench.haveSameKey(keyID, old, new)) }
    #expect(
      try old.makeCipherSuite().index().value { $0.append("x") }
        == new.makeCipherSuite().index().value { $0.append("x") })
    #expect(try bench.load(bench.payload(next)) == next)
  }

  @Test func settingTwiceIsRefused() throws {
    let keybag = try bench.createProtected()
    let error = #expect(throws: KeychainError.self) {
      _ = try keybag.settingPasscode(
        bench.newKey("5678"), deviceKey: deviceKey, random: bench.random)
    }
    #expect(error?.code == .parameter)
  }

  @Test func samePasscodeGivesAnotherKeyEachTime() throws {
    let (one, two) = (try bench.newKey("1234"), try bench.newKey("1234"))
    #expect(one.parameters != two.parameters)
    let keybag = try bench.create().settingPasscode(
      one, deviceKey: deviceKey, random: bench.random)
    _ = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: one)
    let error = #expect(throws: KeychainError.self) {
      _ = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: two)
    }
    #expect(error?.code == .authenticationFailed)
  }

  @Test func costIsTheRecommendedOneUnlessSaidOtherwise() throws {
    let key = try PasscodeKey(new: Passcode("1"), deviceKey: deviceKey, random: bench.random)
    #expect(key.parameters.cost == .recommended)
  }

  // MARK: The wrong passcode, and none

  @Test func wrongPasscodeIsNotAnAlteredKeybag() throws {
    let keybag = try bench.createProtected()
    for wrong in ["1235", "123", "12345", "1234\u{0}"] {
      let error = #expect(throws: KeychainError.self) { _ = try bench.key(keybag, wrong) }
      #expect(error?.code == .authenticationFailed)
    }
    let other = try DeviceKey(vaultID: deviceKey.vaultID, random: bench.random)
    let error = #expect(throws: KeychainError.self) {
      _ = try keybag.passcodeKey(Passcode("1234"), deviceKey: other)
    }
    #expect(error?.code == .notAvailable)
  }

  @Test func withoutPasscodeThereIsNothingToGive() throws {
    let keybag = try bench.create()
    let key = try bench.newKey("1234")
    let random = bench.random
    for change in [
      { _ = try bench.key(keybag) },
      { _ = try keybag.removingPasscode(key, deviceKey: deviceKey, random: random) },
      { _ = try keybag.changingPasscode(from: key, to: key, deviceKey: deviceKey, random: random) },
    ] {
      #expect(#expect(throws: KeychainError.self) { try change() }?.code == .notAvailable)
    }
    let error = #expect(throws: KeychainError.self) {
      _ = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: key)
    }
    #expect(error?.code == .authenticationFailed)
  }

  @Test func keyOfAnotherStoreIsRefused() throws {
    let other = try DeviceKey(vaultID: bench.random.makeIdentifier(), random: bench.random)
    let key = try PasscodeKey(
      new: Passcode("1234"), deviceKey: other, cost: .quick, random: bench.random)
    let error = #expect(throws: KeychainError.self) {
      _ = try bench.create().settingPasscode(key, deviceKey: deviceKey, random: bench.random)
    }
    #expect(error?.code == .authenticationFailed)
    let keybag = try bench.createProtected()
    #expect(throws: KeychainError.self) {
      _ = try keybag.passcodeKey(Passcode("1234"), deviceKey: other)
    }
  }

  // MARK: Changing

  @Test func changingKeepsAllKeys() throws {
    let before = try bench.createProtected()
    let (old, new) = (try bench.key(before), try bench.newKey("correct horse"))
    let keybag = try before.changingPasscode(
      from: old, to: new, deviceKey: deviceKey, random: bench.random)
    #expect(keybag.generation == 3)
    #expect(keybag.nextKeyID == before.nextKeyID)
    let (one, two) = (try bench.ring(before, "1234"), try bench.ring(keybag, "correct horse"))
    for keyID in before.entries.map(\.keyID) {
      #expect(try bench.haveSameKey(keyID, one, two))
    }
    for attempt in [
      { _ = try bench.key(keybag, "1234") },
      { _ = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: old) },
      {
        _ = try keybag.changingPasscode(
          from: old, to: new, deviceKey: deviceKey, random: bench.random)
      },
      { _ = try keybag.removingPasscode(old, deviceKey: deviceKey, random: bench.random) },
    ] {
      #expect(#expect(throws: KeychainError.self) { try attempt() }?.code == .authenticationFailed)
    }
  }

  /// A key from a wrong passcode is rejected, even if it has the current salt.
  @Test func changingNeedsTheRightPasscode() throws {
    let keybag = try bench.createProtected()
    // The random source determines the salt, so both passcodes get the same salt.
    let (one, two) = (TestRandom(seed: 9), TestRandom(seed: 9))
    let right = try PasscodeKey(
      new: Passcode("1234"), deviceKey: deviceKey, cost: .quick, random: one)
    let wrong = try PasscodeKey(
      new: Passcode("4321"), deviceKey: deviceKey, cost: .quick, random: two)
    #expect(right.parameters == wrong.parameters)
    let next = try keybag.changingPasscode(
      from: bench.key(keybag), to: right, deviceKey: deviceKey, random: bench.random)
    for attempt in [
      { _ = try KeyRing(next, deviceKey: deviceKey, passcodeKey: wrong) },
      { _ = try next.removingPasscode(wrong, deviceKey: deviceKey, random: bench.random) },
      {
        _ = try next.changingPasscode(
          from: wrong, to: right, deviceKey: deviceKey, random: bench.random)
      },
      {
        _ = try next.rotatingKey(
          for: .always, deviceKey: deviceKey, passcodeKey: wrong, random: bench.random)
      },
    ] {
      #expect(#expect(throws: KeychainError.self) { try attempt() }?.code == .authenticationFailed)
    }
  }

  // MARK: Removing, and the class that needs a passcode

  @Test func removingDestroysEveryKeyOfTheClassThatNeedsAPasscode() throws {
    let random = bench.random
    let first = try bench.createProtected()
    let key = try bench.key(first)
    let rotated = try first.rotatingKey(
      for: .whenPasscodeSetThisDeviceOnly, deviceKey: deviceKey, passcodeKey: key, random: random)
    let retired = try #require(first.activeKeyID(for: .whenPasscodeSetThisDeviceOnly))
    let active = try #require(rotated.activeKeyID(for: .whenPasscodeSetThisDeviceOnly))
    #expect(rotated.entry(of: retired)?.state == .retired)
    #expect(active > retired)
    let removed = try rotated.removingPasscode(key, deviceKey: deviceKey, random: random)
    #expect(!removed.hasPasscode)
    #expect(removed.generation == 4)
    #expect(removed.entry(of: retired)?.state == .destroyed)
    #expect(removed.entry(of: active)?.state == .destroyed)
    #expect(removed.activeKeyID(for: .whenPasscodeSetThisDeviceOnly) == nil)
    let (before, after) = (try bench.ring(rotated, "1234"), try bench.ring(removed))
    for keyID: UInt32 in 1...6 { #expect(try bench.haveSameKey(keyID, before, after)) }
    for keyID in [retired, active] { #expect(after.status(of: keyID) == .destroyed) }

    // The IDs of destroyed keys are never used again.
    let again = try removed.settingPasscode(
      bench.newKey("1234"), deviceKey: deviceKey, random: random)
    let third = try #require(again.activeKeyID(for: .whenPasscodeSetThisDeviceOnly))
    #expect(third > active)
    #expect(again.entry(of: retired)?.state == .destroyed)
    #expect(try bench.load(bench.payload(again)) == again)
    #expect(try bench.ring(again, "1234").status(of: active) == .destroyed)
  }

  @Test func withoutPasscodeTheClassGetsNoKey() throws {
    let error = #expect(throws: KeychainError.self) {
      _ = try bench.create().rotatingKey(
        for: .whenPasscodeSetThisDeviceOnly, deviceKey: deviceKey, random: bench.random)
    }
    #expect(error?.code == .notAvailable)
  }

  @Test func keyThatProvesThePasscodeIsNotDestroyedAlone() throws {
    let keybag = try bench.createProtected()
    let keyID = try #require(keybag.activeKeyID(for: .whenPasscodeSetThisDeviceOnly))
    let error = #expect(throws: KeychainError.self) {
      _ = try keybag.destroyingKey(keyID, deviceKey: deviceKey, random: bench.random)
    }
    #expect(error?.code == .parameter)
  }

  // MARK: Other changes while a passcode is set

  @Test func rotatingNeedsThePasscodeOfTheClassOnly() throws {
    let keybag = try bench.createProtected()
    let key = try bench.key(keybag)
    for accessibility in Accessibility.allCases {
      let isAlwaysReadable = [.always, .alwaysThisDeviceOnly].contains(accessibility)
      func rotate(_ key: PasscodeKey?) throws -> Keybag {
        try keybag.rotatingKey(
          for: accessibility, deviceKey: deviceKey, passcodeKey: key, random: bench.random)
      }
      if isAlwaysReadable {
        let next = try rotate(nil)
        let keyID = try #require(next.activeKeyID(for: accessibility))
        #expect(try bench.ring(next).status(of: keyID) == .usable)
      } else {
        let error = #expect(throws: KeychainError.self) { _ = try rotate(nil) }
        #expect(error?.code == .interactionNotAllowed)
      }
      let next = try rotate(key)
      let new = try #require(next.activeKeyID(for: accessibility))
      #expect(new >= keybag.nextKeyID)
      let (before, after) = (try bench.ring(keybag, "1234"), try bench.ring(next, "1234"))
      for keyID in keybag.entries.map(\.keyID) {
        #expect(try bench.haveSameKey(keyID, before, after))
      }
    }
  }

  @Test func destroyingTakesTheDeviceKeyAlone() throws {
    let keybag = try bench.createProtected()
    let next = try keybag.destroyingKey(1, deviceKey: deviceKey, random: bench.random)
    #expect(next.entry(of: 1)?.state == .destroyed)
    let ring = try bench.ring(next, "1234")
    #expect(ring.status(of: 1) == .destroyed)
    #expect(try bench.haveSameKey(2, bench.ring(keybag, "1234"), ring))
  }

  @Test func fullKeybagTakesNoPasscode() throws {
    var keybag = try bench.create()
    while keybag.entries.count < 4096 {
      keybag = try keybag.rotatingKey(for: .always, deviceKey: deviceKey, random: bench.random)
    }
    let key = try bench.newKey("1234")
    let error = #expect(throws: KeychainError.self) {
      _ = try keybag.settingPasscode(key, deviceKey: deviceKey, random: bench.random)
    }
    #expect(error?.code == .notAvailable)
  }
}
