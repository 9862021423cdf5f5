import KeychainCrypto
import KeychainModel
import Testing

/// A locked key ring does not have the class keys that the lock state makes unusable.
@Suite struct KeyRingLockTests {
  private let bench: KeybagWorkbench
  private let keybag: Keybag

  private static let always: Set<Accessibility> = [.always, .alwaysThisDeviceOnly]
  private static let afterFirstUnlock =
    always.union([.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly])

  init() throws {
    bench = try KeybagWorkbench()
    keybag = try bench.createProtected()
  }

  private func expect(
    _ ring: KeyRing, _ open: Set<Accessibility>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(ring.openClasses == open, sourceLocation: sourceLocation)
    let suite = try ring.makeCipherSuite()
    for entry in keybag.entries {
      let isOpen = open.contains(entry.accessibility)
      #expect(
        ring.status(of: entry.keyID) == (isOpen ? .usable : .locked),
        sourceLocation: sourceLocation)
      #expect(
        ring.usableKeys.contains { $0.keyID == entry.keyID } == isOpen,
        sourceLocation: sourceLocation)
      #expect(ring.activeKeyID(for: entry.accessibility) == entry.keyID)
      for cipher in [suite.metadataCipher, suite.secretCipher] {
        if isOpen {
          _ = try cipher(entry.keyID)
        } else {
          let error = #expect(throws: KeychainError.self, sourceLocation: sourceLocation) {
            _ = try cipher(entry.keyID)
          }
          #expect(error?.code == .interactionNotAllowed, sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test func deviceKeyOpensTheIndexAndWhatIsAlwaysReadable() throws {
    let (locked, unlocked) = (try bench.ring(keybag), try bench.ring(keybag, "1234"))
    #expect(locked.hasPasscode)
    try expect(locked, Self.always)
    for keyID: UInt32 in [3, 6] { #expect(try bench.haveSameKey(keyID, unlocked, locked)) }
    #expect(
      try locked.makeCipherSuite().index().value { $0.append("x") }
        == unlocked.makeCipherSuite().index().value { $0.append("x") })
  }

  @Test func passcodeOpensEverything() throws {
    try expect(bench.ring(keybag, "1234"), Set(Accessibility.allCases))
  }

  @Test func withoutPasscodeEverythingIsOpenAndNothingCanBeLocked() throws {
    let ring = try bench.ring(bench.create())
    #expect(!ring.hasPasscode)
    #expect(ring.openClasses == Set(Accessibility.allCases))
    let error = #expect(throws: KeychainError.self) { _ = try ring.locked(to: .locked) }
    #expect(error?.code == .notAvailable)
  }

  @Test func lockingTakesKeysAway() throws {
    let ring = try bench.ring(keybag, "1234")
    try expect(ring.locked(to: .unlocked), Set(Accessibility.allCases))
    let locked = try ring.locked(to: .locked)
    try expect(locked, Self.afterFirstUnlock)
    for keyID: UInt32 in [2, 3, 5, 6] { #expect(try bench.haveSameKey(keyID, ring, locked)) }
    try expect(ring.locked(to: .beforeFirstUnlock), Self.always)
    // Locking a ring to a less strict state does not restore removed keys.
    try expect(locked.locked(to: .unlocked), Self.afterFirstUnlock)
    try expect(locked.locked(to: .beforeFirstUnlock), Self.always)
    try expect(ring, Set(Accessibility.allCases))
  }

  @Test func lockedRingMeetsAChangedKeybag() throws {
    let locked = try bench.ring(keybag, "1234").locked(to: .locked)
    let key = try bench.key(keybag)
    let changed = try keybag.changingPasscode(
      from: key, to: bench.newKey("5678"), deviceKey: bench.deviceKey, random: bench.random)
    let next = try KeyRing(changed, deviceKey: bench.deviceKey, keeping: [locked])
    #expect(next.generation == 3)
    try expect(next, Self.afterFirstUnlock)
    for keyID: UInt32 in [2, 3, 5, 6] { #expect(try bench.haveSameKey(keyID, locked, next)) }
  }

  @Test func newAndDestroyedKeysAreNotKept() throws {
    let locked = try bench.ring(keybag, "1234").locked(to: .locked)
    let key = try bench.key(keybag)
    let changed = try keybag.rotatingKey(
      for: .afterFirstUnlock, deviceKey: bench.deviceKey, passcodeKey: key, random: bench.random
    ).destroyingKey(5, deviceKey: bench.deviceKey, random: bench.random)
    let next = try KeyRing(changed, deviceKey: bench.deviceKey, keeping: [locked])
    #expect(next.status(of: 2) == .usable)
    let new = try #require(changed.activeKeyID(for: .afterFirstUnlock))
    #expect(next.status(of: new) == .locked)
    #expect(next.status(of: 5) == .destroyed)
    #expect(!next.openClasses.contains(.afterFirstUnlock))
  }

  @Test func keysOfAnotherStoreOrALaterKeybagAreNotKept() throws {
    let other = try KeybagWorkbench(seed: 2)
    let foreign = try other.createProtected()
    let ring = try KeyRing(
      keybag, deviceKey: bench.deviceKey, keeping: [other.ring(foreign, "1234")])
    try expect(ring, Self.always)

    let later = try keybag.rotatingKey(
      for: .always, deviceKey: bench.deviceKey, random: bench.random)
    try expect(
      KeyRing(keybag, deviceKey: bench.deviceKey, keeping: [bench.ring(later, "1234")]),
      Self.always)
  }
}
