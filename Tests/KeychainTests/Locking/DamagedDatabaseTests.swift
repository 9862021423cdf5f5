import Dispatch
import Foundation
import Glibc
import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of a database that is damaged while the store is locked. The passcode still unlocks the keys. A repair
/// requires the passcode.
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
  private let isDamaged = KeychainError.Code.notAvailable.rawValue

  private func status(_ process: LocalKeychain) -> Int32 {
    TestKeychain(process, in: machine.folder).status()
  }

  @Test("The lock state and the existence of a passcode are known") func known() throws {
    let process = machine.process()
    #expect(status(process) == isDamaged)
    #expect(try process.client.hasPasscode())
    #expect(try process.canBeLocked())
    let status = try process.lockStatus()
    #expect(status.hasPasscode)
    #expect(status.state == .locked)
  }

  @Test("Reading the lock state does not delay other calls") func askedForBesideCalls() throws {
    try machine.folder.write([], to: "keychain.db")
    let process = machine.process(timeout: .seconds(20))
    let machine = machine
    let statuses = ForkSafeMutex<[Int32]>([])
    let expected = (isLocked.rawValue, isDamaged)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for _ in 0..<10 {
        let status =
          index < 3
          ? (try? process.lockStatus())?.state == .locked ? expected.0 : 0
          : TestKeychain(process, in: machine.folder).status()
        statuses.withLock { $0.append(status) }
      }
    }
    let found = statuses.withLock { $0 }
    #expect(found.count { $0 == expected.0 } == 30)
    #expect(found.count { $0 == expected.1 } == 50)
  }

  @Test("The right passcode unlocks the keys, and a wrong passcode does not") func unlock() throws {
    let process = machine.process()
    #expect(code { try process.unlock(passcode("5678")) } == .authenticationFailed)
    #expect(try process.lockStatus().state == .locked)
    try process.unlock(passcode("1234"))
    for each in [process, machine.process()] {
      #expect(try each.lockStatus().state == .unlocked)
      #expect(status(each) == isDamaged)
    }
    // An unlocked keychain can be repaired without the passcode.
    #expect(try machine.process().repair()?.counts.map(\.missing) == [0, 0, 0, 0])
    for each in [process, machine.process()] { #expect(status(each) == 0) }
    #expect(try process.verify().isIntact)
  }

  @Test("A repair with the passcode leaves the store locked", arguments: [false, true])
  func repair(isEmpty: Bool) throws {
    if isEmpty { try machine.folder.write([], to: "keychain.db") }
    let before = try machine.folder.read("keychain.db")
    for (given, expected) in [(nil, isLocked), ("5678", .authenticationFailed)] {
      let given = try given.map(passcode)
      #expect(code { _ = try machine.process().repair(given) } == expected)
      #expect(try machine.folder.read("keychain.db") == before)
    }
    #expect(try machine.process().repair(passcode("1234")) != nil)
    let process = machine.process()
    if !isEmpty { #expect(status(process) == isLocked.rawValue) }
    #expect(try process.lockStatus().state == .locked)
    try process.unlock(passcode("1234"))
    #expect(status(process) == 0)
    #expect(try process.verify().isIntact)
  }

  @Test(
    "A change of the passcode and a rotation change nothing", arguments: [false, true])
  func others(isRotation: Bool) throws {
    let process = machine.process()
    let keybag = try machine.folder.keybagBytes()
    let error = failure {
      if isRotation {
        _ = try process.rotateKeys(passcode("1234"))
      } else {
        try process.changePasscode(from: passcode("1234"), to: passcode("5678"))
      }
    }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("verify-keychain --repair") == true, "\(error?.reason ?? "")")
    #expect(try machine.folder.keybagBytes() == keybag)
  }

  @Test("An unlocked store can be locked for every process") func lock() throws {
    let (process, other) = (machine.process(), machine.process())
    try process.unlock(passcode("1234"))
    #expect(try other.lockStatus().state == .unlocked)
    try process.lock()
    #expect(machine.custody.count == 1)
    for each in [process, other, machine.process()] {
      #expect(try each.lockStatus().state == .locked)
    }
    #expect(try machine.process().repair(passcode("1234")) != nil)
    for each in [process, other, machine.process()] {
      #expect(status(each) == isLocked.rawValue)
    }
  }

  @Test("An open store can be locked after its database was damaged")
  func lockOfAnOpenStore() throws {
    let machine = try Self.locked(.generic("ak"))
    let (process, other) = (machine.process(), machine.process())
    try process.unlock(passcode("1234"))
    for each in [process, other] {
      #expect(TestKeychain(each, in: machine.folder).status() == 0)
    }
    var database = try machine.folder.read("keychain.db")
    database[0] ^= 0xFF
    try overwrite(database, machine.folder("keychain.db"))
    try process.lock()
    for each in [process, other, machine.process()] {
      #expect(TestKeychain(each, in: machine.folder).status() != 0)
      #expect(try each.lockStatus().state == .locked)
    }
  }

  @Test("A version number that is too great is repaired on request, with the passcode")
  func damagedVersion() throws {
    let machine = try Self.locked(.generic("ak"))
    let later = machine.process()
    try TestKeychain(later, in: machine.folder).execute(
      "PRAGMA user_version = \(StoreSchema.version | 1 << 20)")
    #expect(TestKeychain(later, in: machine.folder).status() == isDamaged)
    for (given, expected) in [(nil, isLocked), ("5678", .authenticationFailed)] {
      let given = try given.map(passcode)
      #expect(code { _ = try later.repair(given) } == expected)
    }
    #expect(try later.repair(passcode("1234")) != nil)
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == isLocked.rawValue)
    try later.unlock(passcode("1234"))
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == 0)
    #expect(try later.verify().isIntact)
  }

  @Test("The error names a missing keybag") func missingKeybag() throws {
    #expect(unlink(machine.folder(try machine.folder.keybagName())) == 0)
    // Without the keybag, it is unknown whether the keychain has a passcode. Locking does not need the keybag.
    #expect(try machine.process().canBeLocked())
    let error = #expect(throws: KeychainError.self) { try machine.process().lockStatus() }
    #expect(error?.reason.contains("the keybag in force is missing") == true)
    #expect(try !TestMachine().process().canBeLocked())
  }
}
