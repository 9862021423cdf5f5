import Foundation
import LockTestSupport
import Security
import ServiceTestSupport
import Testing

/// Items that require a passcode (specification: secitem 5.3, D32, D33).
@Suite("Items that need a passcode") struct PasscodeItemTests {
  private let item =
    Query.generic("s", "a").secret("x")
    + [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]

  @Test("Without one: -25291, in add and update; with one they are stored") func without() throws {
    let machine = try TestMachine()
    let process = machine.served()
    let keychain = TestKeychain(process, in: machine.folder)
    #expect(keychain.add(item).status == unavailable)
    try process.setPasscode("1234")
    #expect(keychain.add(item).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
  }

  @Test("When it is removed they are gone, in every process, and an equal item can be added")
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

    // With a new passcode, the old item is still gone, and an equal item can be added.
    try process.setPasscode("1234")
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.add(item).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
    #expect(try process.administration.verify().isIntact)
  }

  @Test("Dead ones are counted apart, and purged") func dead() throws {
    let machine = try TestMachine()
    let process = machine.served()
    let keychain = TestKeychain(process, in: machine.folder)
    try process.setPasscode("1234")
    #expect(keychain.add(item).status == ok)
    try process.removePasscode("1234")
    #expect(try process.administration.verify().deadCount == 1)
    #expect(try process.administration.purge().deadCount == 1)
    #expect(try process.administration.verify().deadCount == 0)
  }
}
