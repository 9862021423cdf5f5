import KeychainCrypto
import KeychainModel
import Testing

/// The authentication key, which can be derived only with the passcode.
@Suite struct AuthenticationKeyTests {
  private let bench: KeybagWorkbench

  init() throws { bench = try KeybagWorkbench() }

  @Test func itTakesThePasscode() throws {
    #expect(try bench.create().authenticationPublicKey == nil)
    let keybag = try bench.createProtected()
    let right = try bench.authenticationKey(keybag)
    #expect(right.contains { $0 != 0 })
    #expect(throws: KeychainError.self) { _ = try bench.authenticationKey(keybag, "5678") }
    // The other keybag has the same passcode, but its key does not give the authentication key of the first keybag.
    let other = try KeybagWorkbench(seed: 2)
    let foreign = try other.key(other.createProtected())
    let error = #expect(throws: KeychainError.self) {
      _ = try keybag.authenticationKey(foreign, deviceKey: bench.deviceKey)
    }
    #expect(error?.code == .authenticationFailed)
  }

  @Test func itOutlivesAChangeAndNotTheRemoval() throws {
    let keybag = try bench.createProtected()
    let key = try bench.authenticationKey(keybag)
    let changed = try keybag.changingPasscode(
      from: bench.key(keybag), to: bench.newKey("5678"), deviceKey: bench.deviceKey,
      random: bench.random)
    #expect(try bench.authenticationKey(changed, "5678") == key)
    #expect(changed.authenticationPublicKey == keybag.authenticationPublicKey)
    let rotated = try changed.rotatingKey(
      for: .always, deviceKey: bench.deviceKey, random: bench.random)
    #expect(try bench.authenticationKey(rotated, "5678") == key)

    let removed = try rotated.removingPasscode(
      bench.key(rotated, "5678"), deviceKey: bench.deviceKey, random: bench.random)
    #expect(removed.authenticationPublicKey == nil)
    let again = try removed.settingPasscode(
      bench.newKey("1234"), deviceKey: bench.deviceKey, random: bench.random)
    #expect(try bench.authenticationKey(again) != key)
    #expect(again.authenticationPublicKey != keybag.authenticationPublicKey)
  }
}
