import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of a change of a store's device key.
@Suite("Changing the device key") struct DeviceKeyChangeTests {
  @Test("All items stay, the old key opens nothing, and open processes continue")
  func changed() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let old = try store.folder.read("device.key")
    let other = TestKeychain(reopening: store)
    #expect(try other.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.changeDeviceKey())
    #expect(try store.folder.read("device.key") != old)
    for keychain in [store, other, TestKeychain(reopening: store)] {
      #expect(try keychain.count(of: sample.items) == sample.items.count)
    }
    try other.add(.generic("later"))
    #expect(try store.count(of: [.generic("later")]) == 1)
    #expect(!store.exists("device.key.next"))
    #expect(try store.folder.headerState().job == nil)
    #expect(try store.keychain.verify().isIntact)
    store.keychain.close()
    other.keychain.close()
    try store.folder.write(old, to: "device.key")
    #expect(TestKeychain(reopening: store).status() == KeychainError.Code.notAvailable.rawValue)
  }

  @Test("A change requires the passcode, and the passcode stays the same") func withPasscode() throws {
    let machine = try TestMachine()
    let process = machine.process()
    try TestKeychain(process, in: machine.folder).add(.generic("ak"))
    try process.setPasscode(passcode("1234"))
    let (keybag, key) = (
      try machine.folder.keybagBytes(), try machine.folder.read("device.key")
    )
    for (code, wrong) in [
      (KeychainError.Code.interactionNotAllowed, nil),
      (.authenticationFailed, try passcode("no")),
    ] {
      let error = #expect(throws: KeychainError.self) { try process.changeDeviceKey(wrong) }
      #expect(error?.code == code)
    }
    #expect(try machine.folder.keybagBytes() == keybag)
    #expect(try machine.folder.read("device.key") == key)
    #expect(try process.changeDeviceKey(passcode("1234")))
    #expect(TestKeychain(process, in: machine.folder).status() == 0)
    try process.lock()
    machine.custody.clear()
    let later = machine.process()
    try later.unlock(passcode("1234"))
    #expect(TestKeychain(later, in: machine.folder).status() == 0)
    try later.changePasscode(from: passcode("1234"), to: passcode("new"))
    let proof = try later.authenticationKey(for: passcode("new"))
    #expect(try proof.publicKey == TestKeychain(later, in: machine.folder).heldAuthentication())
    #expect(try TestMachine().process().changeDeviceKey() == false)
  }

  @Test("The passcode of a change does not unlock the store") func whileLocked() throws {
    let machine = try TestMachine()
    let process = machine.process()
    try TestKeychain(process, in: machine.folder).add(.generic("ak"))
    try process.setPasscode(passcode("1234"))
    try process.lock()
    #expect(try process.changeDeviceKey(passcode("1234")))
    for each in [process, machine.process()] {
      #expect(
        TestKeychain(each, in: machine.folder).status()
          == KeychainError.Code.interactionNotAllowed.rawValue)
    }
    try process.unlock(passcode("1234"))
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == 0)
  }

  private static let steps: [Step] = [
    .derived, .settled, .deviceKeyPrepared, .keybagNamed, .keybagWritten, .committed,
    .deviceKeyReplaced, .published,
  ]

  @Test(
    "After an interruption at any step, the store opens with the old or the new key",
    arguments: steps)
  func interrupted(_ step: Step) throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let old = try store.folder.read("device.key")
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try TestKeychain(reopening: store, onStep: interruption.done).keychain.changeDeviceKey()
    }
    #expect(interruption.isDead)
    let later = TestKeychain(reopening: store)
    #expect(try later.count(of: sample.items) == sample.items.count)
    #expect(!later.exists("device.key.next"))
    #expect(try later.folder.headerState().job == nil)
    #expect(try later.folder.vaultFiles().keybags.numbers().count == 1)
    let isChanged = try later.folder.read("device.key") != old
    #expect(
      isChanged
        == [.committed, .deviceKeyReplaced, .published].contains(step))
    #expect(try later.keychain.verify().isIntact)
    #expect(try later.keychain.changeDeviceKey())
    #expect(try later.count(of: sample.items) == sample.items.count)
  }

  /// The test creates the files that exist after a kill, before any process completes the change.
  @Test("The next opening completes a change that was interrupted between two steps")
  func filesInBetween() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    #expect(store.status() == 0)
    store.keychain.close()
    let before = try store.files()
    _ = try store.keychain.changeDeviceKey()
    store.keychain.close()
    let after = try store.files()
    let (oldKey, newKey) = (before["device.key"], after["device.key"])
    let states: [(name: String, key: [UInt8]?, next: [UInt8]?, isNew: Bool)] = [
      ("named", oldKey, nil, false),
      ("half written", oldKey, [1, 2, 3], false),
      ("prepared", oldKey, newKey, false),
      ("committed", oldKey, newKey, true),
      ("key lost", nil, newKey, true),
      ("replaced", newKey, newKey, true),
      ("next destroyed", newKey, nil, true),
    ]
    func killed(_ key: [UInt8]?, _ next: [UInt8]?, isNew: Bool) throws -> TestKeychain {
      var files = isNew ? after : before
      files["device.key"] = key
      files["device.key.next"] = next
      files["keychain.db-shm"] = nil
      let killed = try TestKeychain(files)
      guard next != nil, !isNew else { return killed }
      // In this state, the header records the change, and the next key is not yet stored.
      try killed.folder.changeState { state in
        let number = (state.keybag?.number ?? 0) + 1
        state.pending = KeybagReference(number: number, digest: [UInt8](repeating: 7, count: 32))
      }
      return killed
    }
    for state in states {
      let killed = try killed(state.key, state.next, isNew: state.isNew)
      #expect(try killed.count(of: sample.items) == sample.items.count, "\(state.name)")
      #expect(!killed.exists("device.key.next"), "\(state.name)")
      #expect(try killed.folder.headerState().job == nil, "\(state.name)")
      #expect(
        try killed.folder.read("device.key") == (state.isNew ? newKey : oldKey), "\(state.name)")
    }
    // If the new key is missing, the call changes nothing.
    let lost = try killed(oldKey, nil, isNew: true)
    for _ in 0..<2 { #expect(lost.status() == KeychainError.Code.notAvailable.rawValue) }
    #expect(try lost.folder.read("device.key") == oldKey)
    lost.keychain.close()
    try lost.folder.write(newKey ?? [], to: "device.key")
    #expect(lost.status() == 0)
  }

  @Test("An erasure during a change destroys both keys") func erased() throws {
    let store = try SampleStore.small.get().copy()
    #expect(store.status() == 0)
    store.keychain.close()
    try store.folder.write(try store.folder.read("device.key"), to: "device.key.next")
    _ = try store.keychain.eraseEverything()
    #expect(!store.exists("device.key.next"))
    #expect(!store.exists("device.key"))
  }

  @Test("A device key that is a credential is not changed") func credential() throws {
    let folder = try TemporaryDirectory()
    try folder.write((0..<32).map { UInt8($0) }, to: DeviceKeyCredential.name)
    let store = try TestKeychain(credentials: folder)
    try store.add(.generic("one"))
    let before = try store.folder.keybagBytes()
    let error = #expect(throws: KeychainError.self) { try store.keychain.changeDeviceKey() }
    #expect(error?.code == .notAvailable)
    #expect(try store.folder.keybagBytes() == before)
  }

  @Test("Two simultaneous changes leave a key that opens the store") func atOnce() async throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { _ = try? TestKeychain(reopening: store).keychain.changeDeviceKey() }
      }
    }
    #expect(try TestKeychain(reopening: store).count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.verify().isIntact)
  }

  @Test("A leaked key and keybag open no row after a change of the key and a rotation")
  func leaked() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    #expect(store.status() == 0)
    store.keychain.close()
    let leaked = try store.files()
    _ = try store.keychain.changeDeviceKey()
    _ = try store.keychain.rotateKeys()
    store.keychain.close()
    var files = try store.files()
    let name = try store.folder.keybagName()
    files[name] = leaked["keybag.1"]
    files["device.key"] = leaked["device.key"]
    files["keychain.db-shm"] = nil
    let attacker = try TestKeychain(files)
    #expect(attacker.status() == KeychainError.Code.notAvailable.rawValue)
    #expect(try attacker.keychain.acceptOlder())
    #expect(try attacker.count(of: sample.items) == 0)
    // The old device key does not open the new keybag either.
    files[name] = try store.folder.keybagBytes()
    let other = try TestKeychain(files)
    #expect(other.status() == KeychainError.Code.notAvailable.rawValue)
    #expect(throws: KeychainError.self) { try other.keychain.acceptOlder() }
  }
}

extension TestKeychain {
  fileprivate func heldAuthentication() throws -> AuthenticationPublicKey? {
    try keychain.read { (session) throws(KeychainError) in session.sealer.ring.authentication }
  }
}
