import Foundation
import LockTestSupport
import Security
import ServiceTestSupport
import Testing

/// Tests items that require a passcode (specification: secitem 5.3; compatibility: D32, D33).
@Suite("Items that need a passcode") struct PasscodeItemTests {
  private let item =
    Query.generic("s", "a").secret("x")
    + [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]

  @Test("Without a passcode, an add gives -25291. With a passcode, the item is stored.") func without() throws {
    let machine = try TestMachine()
    let process = machine.served()
    let keychain = TestKeychain(process, in: machine.folder)
    #expect(keychain.add(item).status == unavailable)
    try process.setPasscode("1234")
    #expect(keychain.add(item).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
  }

  @Test("After the removal of the passcode, no process finds the item. A new item needs a new passcode.")
  func removed() throws {
    let machine = try TestMachine()
    let process = machine.served()
    let keychain = TestKeychain(process, in: machine.folder)
    try process.setPasscode("1234")
    #expect(keychain.add(item).status == ok)
    let other = TestKeychain(machine.served(), in: machine.folder)
    #expect(other.secret(.generic("s")) == "x")
    #expect(other.add(.generic("t").secret("y")).status == ok)

    try process.removePasscode("1234")
    for process in [keychain, other, TestKeychain(machine.served(), in: machine.folder)] {
      #expect(process.find(.generic("s")).status == notFound)
      #expect(process.find(.generic("s") + [kSecReturnData: true]).status == notFound)
      #expect(process.update(.generic("s"), [kSecAttrComment: "c"]) == notFound)
      #expect(process.secret(.generic("t")) == "y")
    }
    #expect(keychain.add(item).status == unavailable)

    // The removal of the passcode has made the item unreadable. A new passcode does not make the item readable again,
    // and an equal item can be added.
    try process.setPasscode("1234")
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.add(item).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
    #expect(try process.administration(proving: "1234").verify().isIntact)
  }

  @Test("A verification counts dead items separately, and a purge deletes dead items") func dead() throws {
    let machine = try TestMachine()
    let process = machine.served()
    let keychain = TestKeychain(process, in: machine.folder)
    try process.setPasscode("1234")
    #expect(keychain.add(item).status == ok)
    try process.removePasscode("1234")
    #expect(try process.administration.verify().deadCount == 1)
    // The item stays dead. A person proves the new passcode to purge it.
    try process.setPasscode("5678")
    let administration = try process.administration(proving: "5678")
    #expect(try administration.verify().deadCount == 1)
    #expect(try administration.purge().deadCount == 1)
    #expect(try administration.verify().deadCount == 0)
  }
}
