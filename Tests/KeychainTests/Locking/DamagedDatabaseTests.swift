import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// A database that was damaged while the store is locked: what is in it is read to repair it, and the passcode still
/// gives the keys.
@Suite("A damaged database and a locked store") struct DamagedDatabaseTests {
  private let machine: TestMachine

  init() throws {
    machine = try Self.locked(.generic("ak"))
    try TestKeychain(machine.process(), in: machine.folder).damageHeader()
  }

  private static func locked(_ item: SampleItem) throws -> TestMachine {
    let machine = try TestMachine()
    let first = machine.process()
    try first.setPasscode(passcode("1234"))
    try TestKeychain(first, in: machine.folder).add(item)
    try first.lock()
    return machine
  }

  private let isLocked = KeychainError.Code.interactionNotAllowed

  private func status(_ process: LocalKeychain) -> Int32 {
    TestKeychain(process, in: machine.folder).status()
  }

  @Test("Whether it is locked is known, and that it has a passcode") func known() throws {
    let process = machine.process()
    #expect(status(process) == isLocked.rawValue)
    #expect(try process.hasPasscode())
    #expect(try process.canBeLocked())
    let status = try process.lockStatus()
    #expect(status.hasPasscode)
    #expect(status.state == .locked)
  }

  @Test("Asking for it keeps no call beside it waiting") func askedForBesideCalls() throws {
    try machine.folder.write([], to: "keychain.db")
    let process = LocalKeychain(
      StoreLocation(home: machine.folder.path), clock: SystemClock(), random: SystemRandom(),
      patience: .seconds(3), locking: machine.context(), onChange: { _ in })
    let statuses = Guarded<[Int32]>([])
    let machine = machine
    let locked = isLocked.rawValue
    let threads = DispatchGroup()
    for index in 0..<8 {
      threads.enter()
      Thread.detachNewThread {
        defer { threads.leave() }
        for _ in 0..<10 {
          let status =
            index < 3
            ? (try? process.lockStatus())?.state == .locked ? locked : 0
            : TestKeychain(process, in: machine.folder).status()
          statuses.withLock { $0.append(status) }
        }
      }
    }
    threads.wait()
    #expect(statuses.withLock { $0 } == Array(repeating: locked, count: 80))
  }

  /// The first call after a repair that may have lost items says so.
  private func repairing(_ call: () throws -> Void) throws {
    do {
      try call()
    } catch let error as KeychainError {
      #expect(error.code == .notAvailable && error.reason.contains("items were lost"))
      try call()
    }
  }

  @Test("The passcode repairs it, a wrong one does not") func unlock() throws {
    let process = machine.process()
    let error = #expect(throws: KeychainError.self) { try process.unlock(passcode("5678")) }
    #expect(error?.code == .authenticationFailed)
    #expect(status(process) == isLocked.rawValue)
    try repairing { try process.unlock(passcode("1234")) }
    #expect(status(process) == 0)
    #expect(status(machine.process()) == 0)
    #expect(try process.verify().isIntact)
  }

  @Test("An empty file is one, too") func emptyFile() throws {
    try machine.folder.write([], to: "keychain.db")
    let process = machine.process()
    #expect(status(process) == isLocked.rawValue)
    try repairing { try process.unlock(passcode("1234")) }
    #expect(try process.lockStatus().state == .unlocked)
  }

  @Test("So do a change of the passcode and a rotation of the keys", arguments: [false, true])
  func others(isRotation: Bool) throws {
    let process = machine.process()
    try repairing {
      if isRotation {
        #expect(try process.rotateKeys(passcode("1234"))?.destroyedKeyCount ?? 0 > 0)
      } else {
        try process.changePasscode(from: passcode("1234"), to: passcode("5678"))
      }
    }
    #expect(status(machine.process()) == 0)
  }

  @Test("What is locked can be locked, and what is unlocked is for every process")
  func lock() throws {
    try machine.process().lock()
    let (process, other) = (machine.process(), machine.process())
    try repairing { try process.unlock(passcode("1234")) }
    #expect(status(other) == 0)
    let keychain = TestKeychain(process, in: machine.folder)
    try keychain.damageHeader()
    try process.lock()
    #expect(machine.custody.count == 1)
    for each in [process, other, machine.process()] {
      #expect(status(each) == isLocked.rawValue)
      #expect(try each.lockStatus().state == .locked)
    }
    try repairing { try other.unlock(passcode("1234")) }
    #expect(status(process) == 0)
  }

  @Test("A database that says it is another's is repaired when the passcode opens its rows")
  func damagedIdentifier() throws {
    let machine = try Self.locked(.generic("ak"))
    let later = machine.process()
    try TestKeychain(later, in: machine.folder)
      .execute("UPDATE store SET uuid = zeroblob(16)")
    #expect(TestKeychain(later, in: machine.folder).status() == isLocked.rawValue)
    #expect(try later.lockStatus().state == .locked)
    try repairing { try later.unlock(passcode("1234")) }
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == 0)
    #expect(try later.verify().isIntact)
  }

  @Test("A damaged identifier in the state is made anew by the first unlocking")
  func damagedState() throws {
    for call in 0..<2 {
      let machine = try Self.locked(.generic("ak"))
      var state = try machine.folder.read("state")
      state[12] ^= 1
      try machine.folder.write(state, to: "state")
      let later = machine.process()
      if call == 0 {
        try later.unlock(passcode("1234"))
      } else {
        try later.changePasscode(from: passcode("1234"), to: passcode("5678"))
      }
      #expect(TestKeychain(machine.process(), in: machine.folder).status() == 0)
    }
  }

  @Test("A version number that is too great is repaired when asked for, with the passcode")
  func damagedVersion() throws {
    let machine = try Self.locked(.generic("ak"))
    let later = machine.process()
    try TestKeychain(later, in: machine.folder).execute(
      "PRAGMA user_version = \(StoreSchema.version | 1 << 20)")
    let newer = KeychainError.Code.notAvailable
    #expect(TestKeychain(later, in: machine.folder).status() == newer.rawValue)
    for (given, code) in [
      (nil, isLocked), (try passcode("5678"), KeychainError.Code.authenticationFailed),
    ] {
      let error = #expect(throws: KeychainError.self) { try later.repair(given) }
      #expect(error?.code == code)
    }
    #expect(try later.repair(passcode("1234")))
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == isLocked.rawValue)
    try later.unlock(passcode("1234"))
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == 0)
    #expect(try later.verify().isIntact)
  }

  @Test("Locking while damage is met in the middle of a call is not undone")
  func lockedInTheMiddle() throws {
    let process = machine.process()
    try repairing { try process.unlock(passcode("1234")) }
    let (keychain, other) = (TestKeychain(process, in: machine.folder), machine.process())
    let right = try passcode("1234")
    var calls = 0
    let error = #expect(throws: KeychainError.self) {
      try process.repairing(with: right) { (_) throws(KeychainError) in
        calls += 1
        try other.lock()
        try? keychain.damageHeader()
        try process.open()
      }
    }
    #expect(calls == 1)
    #expect(error?.code == isLocked)
    #expect(machine.custody.count == 1)
    #expect(try machine.process().lockStatus().state == .locked)
  }

  @Test("Nor one that comes between a repair and what the passcode was given for")
  func lockedAfterTheRepair() throws {
    let (process, other) = (machine.process(), machine.process())
    let right = try passcode("1234")
    try other.lock()
    var calls = 0
    let error = #expect(throws: KeychainError.self) {
      try process.repairing(with: right) { (given) throws(KeychainError) in
        calls += 1
        if calls > 1 {
          // Repairs it.
          try? process.open()
          try other.lock()
        }
        _ = try KeyRotation(keychain: process, onProgress: { _, _ in }).run(right, given)
      }
    }
    #expect(calls == 2)
    #expect(error?.code == isLocked)
    #expect(try machine.process().lockStatus().state == .locked)
  }

  @Test(
    "An older keybag beside it is accepted with the passcode that it had",
    arguments: ["application_id = 1", "user_version = 513"])
  func olderKeybag(damage: String) throws {
    let machine = try TestMachine()
    let first = machine.process()
    try first.setPasscode(passcode("1234"))
    try TestKeychain(first, in: machine.folder).add(.generic("ak"))
    let older = try machine.folder.read("keybag")
    try first.changePasscode(from: passcode("1234"), to: passcode("5678"))
    try first.lock()
    try TestKeychain(first, in: machine.folder).execute("PRAGMA \(damage)")
    try machine.folder.write(older, to: "keybag")
    let later = machine.process()
    #expect(throws: KeychainError.self) { try later.unlock(passcode("1234")) }
    let error = #expect(throws: KeychainError.self) { try later.acceptKeybag() }
    #expect(error?.code == isLocked)
    #expect(throws: KeychainError.self) { try later.acceptKeybag(passcode("5678")) }
    #expect(try later.acceptKeybag(passcode("1234")))
    try repairing { try later.unlock(passcode("1234")) }
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == 0)
  }

  @Test("A missing keybag is said to be missing") func missingKeybag() throws {
    #expect(unlink(machine.folder("keybag")) == 0)
    let error = #expect(throws: KeychainError.self) { try machine.process().canBeLocked() }
    #expect(error?.reason.contains("keybag is missing") == true)
    #expect(try !TestMachine().process().canBeLocked())
  }
}
