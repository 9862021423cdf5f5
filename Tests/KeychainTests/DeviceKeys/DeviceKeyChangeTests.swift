import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// Changing the device key of a store.
@Suite("Changing the device key") struct DeviceKeyChangeTests {
  private func change(_ keychain: LocalKeychain, _ step: DeviceKeyChange.Step, _ code: Passcode?) {
    // A call that fails because the store was replaced is made again; the dead make none.
    var isDead = false
    try? keychain.changeDeviceKey(code) { (done) throws(KeychainError) in
      if done == step { isDead = true }
      if isDead { throw KeychainError(.inputOutput, "killed") }
    }
  }

  @Test("Every item stays, the old key opens nothing, and processes that are open go on")
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
    #expect(try store.folder.read("latchkey.lock").isEmpty)
    #expect(try store.keychain.verify().isIntact)
    store.keychain.closeStore()
    other.keychain.closeStore()
    try store.folder.write(old, to: "device.key")
    #expect(TestKeychain(reopening: store).status() == KeychainError.Code.notAvailable.rawValue)
  }

  @Test("With a passcode it takes that, and keeps it") func withPasscode() throws {
    let machine = try TestMachine()
    let process = machine.process()
    try TestKeychain(process, in: machine.folder).add(.generic("ak"))
    try process.setPasscode(passcode("1234"))
    let files = try TestKeychain(process, in: machine.folder).files()
    for (code, wrong) in [
      (KeychainError.Code.interactionNotAllowed, nil),
      (.authenticationFailed, try passcode("no")),
    ] {
      let error = #expect(throws: KeychainError.self) { try process.changeDeviceKey(wrong) }
      #expect(error?.code == code)
    }
    #expect(try machine.folder.read("keybag") == files["keybag"])
    #expect(try machine.folder.read("device.key") == files["device.key"])
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

  @Test("The passcode that it takes unlocks nothing") func whileLocked() throws {
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

  @Test("A process that dies at any step leaves a store that opens as it was, or with the new key")
  func killedAtEachStep() throws {
    let sample = try SampleStore.small.get()
    for step in DeviceKeyChange.Step.allCases {
      let store = try sample.copy()
      let old = try store.folder.read("device.key")
      change(store.keychain, step, nil)
      store.keychain.closeStore()
      let later = TestKeychain(reopening: store)
      #expect(try later.count(of: sample.items) == sample.items.count, "\(step)")
      #expect(!later.exists("device.key.next"), "\(step)")
      #expect(try later.folder.read("latchkey.lock").isEmpty, "\(step)")
      let isChanged = try later.folder.read("device.key") != old
      #expect(isChanged == [.replaced, .inPlace, .cleared].contains(step), "\(step)")
      #expect(try later.keychain.verify().isIntact, "\(step)")
      #expect(try later.keychain.changeDeviceKey(), "\(step)")
      #expect(try later.count(of: sample.items) == sample.items.count, "\(step)")
    }
  }

  @Test("Who reads keybag and device key between their replacements opens the store anew")
  func readInBetween() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let other = TestKeychain(reopening: store)
    let open = try other.keychain.withStore { (store, _) throws(KeychainError) in store }
    let finder = other.keychain.finder(nil)
    var causes: [KeychainError.Cause?] = []
    var seen: [DeviceKeyChange.Step] = []
    try store.keychain.changeDeviceKey(nil) { (step) throws(KeychainError) in
      guard step == .replaced || step == .inPlace else { return }
      seen.append(step)
      do throws(KeychainError) { _ = try open.currentKeys() } catch { causes.append(error.cause) }
      do throws(KeychainError) { _ = try open.findKeys(finder) } catch {
        causes.append(error.cause)
      }
    }
    #expect(causes == [.storeReplaced, .storeReplaced])
    #expect(seen == [.replaced, .inPlace])
    #expect(try other.keychain.lockStatus().state == .unlocked)
    #expect(try other.count(of: sample.items) == sample.items.count)
  }

  /// What a kill leaves, without a process that goes on and tidies up.
  @Test("The files that a kill leaves between the steps are made whole by the next opening")
  func filesInBetween() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    #expect(store.status() == 0)
    let before = try store.files()
    _ = try store.keychain.changeDeviceKey()
    store.keychain.closeStore()
    let after = try store.files()
    let storeID = try store.keybag().storeID
    let marker = Array("rekeying \(storeID)\n".utf8)
    let (oldKey, newKey) = (before["device.key"], after["device.key"])
    let states: [(name: String, keybag: [UInt8]?, key: [UInt8]?, next: [UInt8]?, isNew: Bool)] = [
      ("marked", before["keybag"], oldKey, nil, false),
      ("half written", before["keybag"], oldKey, [1, 2, 3], false),
      ("saved", before["keybag"], oldKey, newKey, false),
      ("replaced", after["keybag"], oldKey, newKey, true),
      ("key lost", after["keybag"], nil, newKey, true),
      ("in place", after["keybag"], newKey, newKey, true),
      ("next destroyed", after["keybag"], newKey, nil, true),
    ]
    for state in states {
      var files = state.isNew ? after : before
      files["keybag"] = state.keybag
      files["device.key"] = state.key
      files["device.key.next"] = state.next
      files["latchkey.lock"] = marker
      files["keychain.db-shm"] = nil
      let killed = try TestKeychain(files)
      #expect(try killed.count(of: sample.items) == sample.items.count, "\(state.name)")
      #expect(!killed.exists("device.key.next"), "\(state.name)")
      #expect(try killed.folder.read("latchkey.lock").isEmpty, "\(state.name)")
      #expect(
        try killed.folder.read("device.key") == (state.isNew ? newKey : oldKey), "\(state.name)")
    }
    // With neither key nothing is touched.
    var files = after
    files["device.key"] = oldKey
    files["latchkey.lock"] = marker
    let lost = try TestKeychain(files)
    #expect(lost.status() == KeychainError.Code.notAvailable.rawValue)
    #expect(try lost.folder.read("device.key") == oldKey)
    #expect(try lost.folder.read("latchkey.lock") == marker)
    try lost.folder.write(newKey ?? [], to: "device.key")
    #expect(lost.status() == 0)
  }

  @Test("Erasing a store in between destroys both keys") func erased() throws {
    let store = try SampleStore.small.get().copy()
    #expect(store.status() == 0)
    store.keychain.closeStore()
    let storeID = try store.keybag().storeID
    try store.folder.write(try store.folder.read("device.key"), to: "device.key.next")
    try store.folder.write(Array("rekeying \(storeID)\n".utf8), to: "latchkey.lock")
    _ = try store.keychain.eraseEverything()
    #expect(!store.exists("device.key.next"))
    #expect(!store.exists("device.key"))
  }

  @Test("A device key that is a credential is not changed") func credential() throws {
    let folder = try TemporaryDirectory()
    try folder.write((0..<32).map { UInt8($0) }, to: DeviceKeyCredential.name)
    let store = try TestKeychain(credentials: folder)
    try store.add(.generic("one"))
    let before = try store.folder.read("keybag")
    let error = #expect(throws: KeychainError.self) { try store.keychain.changeDeviceKey() }
    #expect(error?.code == .notAvailable)
    #expect(try store.folder.read("keybag") == before)
  }

  @Test("Two processes that change it at once leave a key that opens") func atOnce() async throws {
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

  @Test("A leaked key and a copy of the keybag open no row after changing the key and rotating")
  func leaked() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    #expect(store.status() == 0)
    store.keychain.closeStore()
    let leaked = try store.files()
    _ = try store.keychain.changeDeviceKey()
    _ = try store.keychain.rotateKeys()
    store.keychain.closeStore()
    var files = try store.files()
    files["keybag"] = leaked["keybag"]
    files["device.key"] = leaked["device.key"]
    files["keychain.db-shm"] = nil
    let attacker = try TestKeychain(files)
    #expect(try attacker.keychain.acceptKeybag())
    #expect(try attacker.count(of: sample.items) == 0)
    files["keybag"] = try store.files()["keybag"]
    let other = try TestKeychain(files)
    #expect(other.status() == KeychainError.Code.notAvailable.rawValue)
  }
}

extension TestKeychain {
  fileprivate func heldAuthentication() throws -> AuthenticationPublicKey? {
    try keychain.withStore { (store, _) throws(KeychainError) in store.ring.authentication }
  }
}
