import Glibc
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// A database that was damaged while the store is locked: what is in it is read to repair it, and the passcode still
/// gives the keys.
@Suite("A damaged database and a locked store") struct DamagedDatabaseTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
    let first = machine.process()
    try first.setPasscode(passcode("1234"))
    try TestKeychain(first, in: machine.folder).add(.generic("ak"))
    try first.lock()
    let keychain = TestKeychain(first, in: machine.folder)
    try keychain.damageHeader()
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
}
