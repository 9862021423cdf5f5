import Foundation
import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// An earlier copy of the keybag that was put in place of a newer one.
@Suite("Earlier keybag") struct KeybagAgeTests {
  private let refused = KeychainError.Code.notAvailable.rawValue

  private func recorded(_ folder: TemporaryDirectory) throws -> UInt64 {
    try StoreSchema.keybagGeneration(of: Connection(path: folder("keychain.db")))
  }

  /// A locked keychain, and its keybag from before the passcode.
  private func withPasscode() throws -> (TestMachine, TestKeychain, older: [UInt8]) {
    let machine = try TestMachine()
    let first = TestKeychain(machine.process(), in: machine.folder)
    try first.add(.generic("one"))
    let older = try machine.folder.read("keybag")
    try first.keychain.setPasscode(passcode("1"))
    try first.keychain.lock()
    return (machine, first, older)
  }

  @Test(
    "One from before the passcode switches nothing off: every call is refused, and loses nothing")
  func beforeThePasscode() throws {
    let (machine, _, older) = try withPasscode()
    let newer = try machine.folder.read("keybag")
    try machine.folder.write(older, to: "keybag")

    let later = TestKeychain(machine.process(), in: machine.folder)
    #expect(later.status() == refused)
    #expect(
      reason { try later.add(.generic("two")) }?.contains("older than the database remembers")
        == true)
    #expect(reason { try later.delete(.generic("one")) }?.contains("older") == true)
    #expect(reason { try later.keychain.setPasscode(passcode("2")) }?.contains("older") == true)
    #expect(reason { _ = try later.keychain.rotateKeys() }?.contains("older") == true)
    #expect(reason { _ = try later.keychain.changeDeviceKey() }?.contains("older") == true)
    #expect(try machine.folder.read("keybag") == older)
    let report = try later.keychain.verify()
    #expect(report.obstacle?.code == .notAvailable)
    #expect(report.damages.contains { $0.reason.contains("older than the database remembers") })

    try machine.folder.write(newer, to: "keybag")
    let restored = TestKeychain(machine.process(), in: machine.folder)
    #expect(restored.status() == KeychainError.Code.interactionNotAllowed.rawValue)
    try restored.keychain.unlock(passcode("1"))
    #expect(try restored.count(of: [.generic("one"), .generic("two")]) == 1)
    #expect(try restored.keychain.verify().isIntact)
  }

  @Test("One with the passcode of before a change is refused, and takes no password")
  func earlierPasscode() throws {
    let machine = try TestMachine()
    let first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("one"))
    try first.setPasscode(passcode("old"))
    let older = try machine.folder.read("keybag")
    try first.changePasscode(from: passcode("old"), to: passcode("new"))
    try first.lock()
    try machine.folder.write(older, to: "keybag")
    let later = machine.process()
    #expect(reason { try later.unlock(passcode("old")) }?.contains("older") == true)
    #expect(try recorded(machine.folder) == 3)
  }

  @Test("Processes that have the store open notice it at their next write, and change nothing")
  func openProcess() throws {
    let store = try SampleStore.small.get().copy()
    #expect(store.status() == 0)
    let older = try store.folder.read("keybag")
    _ = try store.keychain.rotateKeys()
    #expect(store.status() == 0)
    try store.folder.write(older, to: "keybag")
    #expect(reason { try store.add(.generic("new")) }?.contains("older") == true)
    #expect(reason { _ = try store.keychain.rotateKeys() }?.contains("older") == true)
    #expect(try store.folder.read("keybag") == older)
  }

  @Test("The change of an open store looks at the file once more, while nobody else can write")
  func changeOfAnOpenStore() throws {
    let store = try SampleStore.small.get().copy()
    let older = try store.folder.read("keybag")
    _ = try store.keychain.rotateKeys()
    let message = reason {
      try store.keychain.withStore { (open, deadline) throws(KeychainError) in
        do {
          try store.folder.write(older, to: "keybag")
        } catch {
          throw KeychainError(.unexpected, "the keybag could not be written")
        }
        let (keybag, _) = try open.currentKeys()
        _ = try open.changeKeybag(
          from: keybag, until: deadline, onStep: { (_) throws(KeychainError) in },
          to: { (_) throws(KeychainError) in throw KeychainError(.unexpected, "it was changed") },
          keys: { (_) throws(KeychainError) in })
      }
    }
    #expect(message?.contains("older than the database remembers") == true)
  }

  @Test("Once it is accepted the store works with it; what is under newer keys is named, not lost")
  func accepted() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    try store.add(.generic("before"))
    let older = try store.folder.read("keybag")
    _ = try store.keychain.rotateKeys()
    let newer = try store.folder.read("keybag")
    store.keychain.closeStore()
    try store.folder.write(older, to: "keybag")

    let later = TestKeychain(reopening: store)
    #expect(try later.keychain.acceptKeybag())
    #expect(try !later.keychain.acceptKeybag())
    #expect(later.status() == 0)
    #expect(try later.count(of: sample.items) == 0)
    #expect(try !later.keychain.verify().isIntact)
    #expect(try later.keychain.verify().obstacle == nil)
    #expect(reason { try later.add(.generic("before")) } != nil)
    try later.add(.generic("with the older one"))
    #expect(try later.count(of: [.generic("with the older one")]) == 1)

    try store.folder.write(newer, to: "keybag")
    let restored = TestKeychain(reopening: store)
    #expect(try restored.count(of: sample.items) == sample.items.count)
    #expect(try restored.count(of: [.generic("before")]) == 1)
  }

  @Test(
    "Accepting changes nothing where the keybag is not older, files are missing, or none are there")
  func nothingToAccept() throws {
    #expect(try !TestKeychain().keychain.acceptKeybag())
    let store = try SampleStore.small.get().copy()
    #expect(try !store.keychain.acceptKeybag())
    let keybag = try store.folder.read("keybag")
    try FileManager.default.removeItem(atPath: store.folder("keybag"))
    #expect(reason { _ = try store.keychain.acceptKeybag() }?.contains("keybag is missing") == true)
    // One of another store.
    let other = try TestKeychain()
    try other.add(.generic("one"))
    try store.folder.write(try other.folder.read("keybag"), to: "keybag")
    #expect(reason { _ = try store.keychain.acceptKeybag() } != nil)
    try store.folder.write(keybag, to: "keybag")
    #expect(store.status() == 0)
  }

  @Test("A change that was interrupted before it was recorded is recorded by the next opening")
  func interrupted() throws {
    let store = try SampleStore.small.get().copy()
    _ = try store.keychain.rotateKeys()
    let generation = try store.keybag().generation
    #expect(generation == 3)
    #expect(try recorded(store.folder) == generation)
    try store.execute("UPDATE store SET keybag = 1")
    #expect(TestKeychain(reopening: store).status() == 0)
    #expect(try recorded(store.folder) == generation)
  }

  @Test("A new store records its keybag") func recordedFromTheBeginning() throws {
    let store = try TestKeychain()
    try store.add(.generic("one"))
    #expect(try recorded(store.folder) == 1)
  }

  @Test("An older database beside a newer keybag opens, and remembers that one")
  func olderDatabase() throws {
    let machine = try TestMachine()
    let first = machine.process()
    let store = TestKeychain(first, in: machine.folder)
    try store.add(.generic("one"))
    first.closeStore()
    let before = try store.files()
    try first.setPasscode(passcode("1"))
    try first.lock()
    first.closeStore()
    for name in ["keychain.db", "keychain.db-wal", "keychain.db-shm"] {
      try? FileManager.default.removeItem(atPath: store.folder(name))
      if let content = before[name] { try store.folder.write(content, to: name) }
    }
    #expect(try recorded(store.folder) == 1)
    let later = machine.process()
    try later.unlock(passcode("1"))
    #expect(try TestKeychain(later, in: machine.folder).count(of: [.generic("one")]) == 1)
    #expect(try recorded(store.folder) == 2)
  }

  @Test(
    "A damaged database is not repaired beside it; beside the right one the repair remembers that")
  func repair() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let older = try store.folder.read("keybag")
    _ = try store.keychain.rotateKeys()
    let newer = try store.folder.read("keybag")
    try store.execute("DROP INDEX genp_agrp")
    try store.folder.write(older, to: "keybag")
    let later = TestKeychain(reopening: store)
    #expect(later.status() == refused)
    #expect(reason { _ = try later.keychain.repair() }?.contains("older") == true)
    #expect(try later.keychain.verify().setAside.isEmpty)
    try store.folder.write(newer, to: "keybag")
    let restored = TestKeychain(reopening: store)
    #expect(try restored.count(of: sample.items) == sample.items.count)
    #expect(try !restored.keychain.verify().setAside.isEmpty)
    #expect(try recorded(store.folder) == 3)
  }

  @Test(
    "Nor is one whose identifier or header is damaged, until it is accepted",
    arguments: [true, false])
  func repairOfADamagedRecord(isIdentifier: Bool) throws {
    let (machine, first, older) = try withPasscode()
    if isIdentifier { try first.execute("UPDATE store SET uuid = zeroblob(16)") }
    first.keychain.closeStore()
    try machine.folder.write(older, to: "keybag")
    if !isIdentifier { try first.damageHeader() }
    let later = TestKeychain(machine.process(), in: machine.folder)
    #expect(later.status() == refused)
    #expect(reason { _ = try later.keychain.repair() }?.contains("older") == true)
    #expect(try later.keychain.verify().setAside.isEmpty)
    #expect(try later.keychain.acceptKeybag())
    _ = later.status()
    #expect(later.status() == 0)
  }

  @Test("One beside a version number that is too great is accepted with a repair")
  func repairOfAVersion() throws {
    let store = try TestKeychain()
    try store.add(.generic("one"))
    let older = try store.folder.read("keybag")
    try store.keychain.setPasscode(passcode("1"))
    try store.execute("PRAGMA user_version = \(StoreSchema.version | 1 << 14)")
    try store.folder.write(older, to: "keybag")
    let later = TestKeychain(reopening: store)
    #expect(reason { _ = try later.keychain.repair() }?.contains("older") == true)
    #expect(try later.keychain.acceptKeybag())
    #expect(try later.count(of: [.generic("one")]) == 1)
  }

  @Test(
    "A row whose key number was damaged into that of a destroyed key is kept when an equal one comes"
  )
  func damagedKeyNumber() throws {
    let store = try TestKeychain()
    try store.add(.generic("one"))
    let keyID = try #require(try store.rows().first?.keyID)
    _ = try store.keychain.rotateKeys()
    try store.execute("UPDATE genp SET key_id = \(keyID)")
    try store.add(.generic("one"))
    #expect(try store.count(of: [.generic("one")]) == 1)
    #expect(try store.keychain.verify().quarantined.count == 1)
  }

  @Test("Passcodes of an earlier keybag are refused by processes that have the store open, too")
  func passcodeOfAnOpenProcess() throws {
    let machine = try TestMachine()
    let process = machine.process()
    try TestKeychain(process, in: machine.folder).add(.generic("one"))
    try process.setPasscode(passcode("old"))
    let older = try machine.folder.read("keybag")
    try process.changePasscode(from: passcode("old"), to: passcode("new"))
    let newer = try machine.folder.read("keybag")
    try process.lock()
    let kept = machine.custody.count
    #expect(try process.lockStatus().state != .unlocked)
    try machine.folder.write(older, to: "keybag")
    #expect(reason { try process.unlock(passcode("old")) }?.contains("older") == true)
    #expect(reason { try process.check(passcode("old")) }?.contains("older") == true)
    #expect(reason { _ = try process.authenticationKey(for: passcode("old")) } != nil)
    #expect(reason { _ = try process.rotateKeys(passcode("old")) } != nil)
    try machine.folder.write(newer, to: "keybag")
    #expect(machine.custody.count == kept)
    let later = TestKeychain(machine.process(), in: machine.folder)
    #expect(later.status() == KeychainError.Code.interactionNotAllowed.rawValue)
    #expect(reason { try later.keychain.unlock(passcode("old")) } != nil)
    try later.keychain.unlock(passcode("new"))
  }

  @Test("The passcode that a process was given is not tried on it, nor counted as a wrong one")
  func givenPasscode() throws {
    let machine = try TestMachine()
    let first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("one"))
    try first.setPasscode(passcode("old"))
    let older = try machine.folder.read("keybag")
    try first.changePasscode(from: passcode("old"), to: passcode("new"))
    try first.lock()
    first.closeStore()
    let newer = try machine.folder.read("keybag")
    let elsewhere = try TemporaryDirectory()
    for code in ["old", "new"] { try elsewhere.write(Array(code.utf8), to: code) }

    for code in ["old", "new"] {
      let attempts = try machine.folder.read("attempts")
      try machine.folder.write(older, to: "keybag")
      let service = machine.process(passcodeFile: elsewhere(code))
      let store = TestKeychain(service, in: machine.folder)
      let storeID = try store.keybag().storeID
      for _ in 0..<3 {
        #expect(store.status() == refused)
        _ = try service.verify()
        #expect(service.locking.held.keys(of: storeID) == nil)
      }
      #expect(try machine.folder.read("attempts") == attempts)
      try machine.folder.write(newer, to: "keybag")
      // The file is tried now, by the same process.
      #expect((store.status() == 0) == (code == "new"), "\(code)")
    }
  }

  @Test(
    "Beside a damaged database it is accepted, too, and the database repaired",
    arguments: [
      "DROP INDEX chunk_place", "PRAGMA application_id = 1", "DELETE FROM store",
      "DROP TABLE quarantine",
    ])
  func acceptedBesideDamage(_ damage: String) throws {
    let store = try SampleStore.small.get().copy()
    let older = try store.folder.read("keybag")
    _ = try store.keychain.rotateKeys()
    try store.add(.generic("after"))
    store.keychain.closeStore()
    try store.folder.write(older, to: "keybag")
    try store.execute(damage)
    let later = TestKeychain(reopening: store)
    #expect(try later.keychain.acceptKeybag())
    // Items may be lost in a repair, which the first call says.
    _ = later.status()
    #expect(later.status() == 0)
    #expect(try later.keychain.verify().obstacle == nil)
    #expect(try recorded(store.folder) == 1)
    try later.add(.generic("new"))
    #expect(try later.count(of: [.generic("new")]) == 1)
  }

  /// A keychain with an item, and its keybags from before and after a rotation.
  private func withRotatedKeys(
    _ item: SampleItem
  ) throws -> (TestKeychain, older: [UInt8], newer: [UInt8]) {
    let store = try TestKeychain()
    try store.add(item)
    let older = try store.folder.read("keybag")
    _ = try store.keychain.rotateKeys()
    return (store, older, try store.folder.read("keybag"))
  }

  @Test("Processes that have the store open find what is stored once it is accepted")
  func acceptedBesideAReader() throws {
    let (store, older, _) = try withRotatedKeys(.generic("before"))
    #expect(try store.count(of: [.generic("before")]) == 1)
    try store.folder.write(older, to: "keybag")
    let later = TestKeychain(reopening: store)
    #expect(try later.keychain.acceptKeybag())
    try later.add(.generic("after"))
    #expect(try store.count(of: [.generic("after")]) == 1)
  }

  @Test(
    "One that comes while a repair is interrupted is refused as well",
    arguments: [StoreRepair.Step.marked, .databaseAside, .allAside, .salvaged])
  func besideAnInterruptedRepair(_ step: StoreRepair.Step) throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let older = try store.folder.read("keybag")
    _ = try store.keychain.rotateKeys()
    let newer = try store.folder.read("keybag")
    store.keychain.closeStore()
    try store.execute("DROP INDEX genp_agrp")
    var repair = try StoreRepair(finder: store.keychain.finder(nil))
    repair.onStep = { (reached) throws(KeychainError) in
      if reached == step { throw KeychainError(.inputOutput, "interrupted") }
    }
    #expect(throws: KeychainError.self) { try repair.run() }
    try store.folder.write(older, to: "keybag")
    for _ in 0..<2 { #expect(TestKeychain(reopening: store).status() == refused) }
    try store.folder.write(newer, to: "keybag")
    let restored = TestKeychain(reopening: store)
    #expect(try restored.count(of: sample.items) == sample.items.count)
    #expect(try restored.keychain.verify().isIntact)
  }

  @Test("What passwords are found by is repaired when the newer one is back after a repair")
  func domainsAfterARepair() throws {
    let (store, older, newer) = try withRotatedKeys(.internet("www.example.org"))
    store.keychain.closeStore()
    try store.folder.write(older, to: "keybag")
    try store.execute("DROP INDEX chunk_place")
    let later = TestKeychain(reopening: store)
    #expect(try later.keychain.acceptKeybag())
    later.keychain.closeStore()
    try store.folder.write(newer, to: "keybag")
    let restored = TestKeychain(reopening: store)
    #expect(try !restored.keychain.verify().isIntact)
    #expect(try restored.keychain.repair())
    #expect(try restored.secrets(below: "example.org").count == 1)
    #expect(try restored.keychain.verify().isIntact)
    #expect(try !restored.keychain.repair())
  }

  @Test("A repair that was interrupted goes on once it is accepted") func interruptedRepair() throws
  {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    try store.keychain.setPasscode(passcode("1"))
    store.keychain.closeStore()
    let newer = try store.folder.read("keybag")
    try store.folder.write(try sample.copy().folder.read("keybag"), to: "keybag")
    let marker = Array("repairing keychain.db.damaged-20260101-000000\n".utf8)
    try store.folder.write(marker, to: "latchkey.lock")
    let later = TestKeychain(reopening: store)
    #expect(later.status() == refused)
    #expect(try store.folder.read("latchkey.lock") == marker)
    #expect(try later.keychain.acceptKeybag())
    #expect(try later.count(of: sample.items) == sample.items.count)
    #expect(try store.folder.read("latchkey.lock").isEmpty)
    try store.folder.write(newer, to: "keybag")
    _ = try TestKeychain(reopening: store).keychain.eraseEverything()
  }

  @Test("An opening waits for no writer to record the keybag, and does not fail for it")
  func recordingIsNotWaitedFor() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    #expect(store.status() == 0)
    try store.execute("UPDATE store SET keybag = 0")
    let writer = try Connection(path: store.folder("keychain.db"))
    let clock = ContinuousClock()
    let begin = clock.now
    try writer.write { () throws(KeychainError) in
      _ = TestKeychain(reopening: store).status()
    }
    // A call waits for others for 30 seconds.
    #expect(begin.duration(to: clock.now) < .seconds(25))
    #expect(try recorded(store.folder) == 0)
    #expect(TestKeychain(reopening: store).status() == 0)
    #expect(try recorded(store.folder) == 1)
  }
}
