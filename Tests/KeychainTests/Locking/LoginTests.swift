import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Logins of a user whose passcode is the login password.
@Suite struct LoginTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let deadline = Deadline.after(.seconds(10))

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    try TestKeychain(keychain, in: machine.folder).add(.generic("ak"))
  }

  private var client: KeychainClient { KeychainClient(keychain, as: Caller(accessGroups: ["a"])) }

  /// The body of a packet, as pam_latchkey.so builds it.
  private static func body(
    _ operation: UInt8, _ user: String, _ password: String = "", _ newPassword: String = ""
  ) -> [UInt8] {
    var body = [operation]
    for text in [user, password, newPassword] {
      let bytes = Array(text.utf8)
      body += [UInt8(bytes.count & 0xff), UInt8(bytes.count >> 8)] + bytes
    }
    return body
  }

  private func event(_ operation: UInt8, _ password: String = "", _ newPassword: String = "") throws -> Login.Event {
    try Self.body(operation, "person", password, newPassword).withUnsafeBytes { try Login(LoginPacket($0)).event }
  }

  private func logIn(_ password: String) throws -> LoginPassword {
    try keychain.logIn(try event(1, password), until: deadline)
  }

  private func follow(_ password: String) throws {
    _ = try client.setPasscode(try passcode(password), isLoginPassword: true)
    try client.lock()
  }

  @Test func aLoginDoesNothingToAKeychainWithAPasscodeOfItsOwn() throws {
    #expect(try logIn("one") == .separate)
    try client.setPasscode(passcode("one"))
    try client.lock()
    #expect(try logIn("one") == .separate)
    #expect(try client.lockStatus().state == .locked)
    #expect(try client.lockStatus().login == .separate)
  }

  @Test func aLoginUnlocksWithTheLoginPassword() throws {
    try follow("one")
    #expect(try client.lockStatus().login == .same)
    #expect(try logIn("one") == .same)
    #expect(try client.lockStatus().state == .unlocked)
  }

  /// Twenty wrong logins delay no attempt, and a delay after wrong attempts delays no login.
  @Test func aWrongLoginIsNoAttempt() throws {
    try follow("one")
    for _ in 0..<20 { #expect(try logIn("stale") == .differs) }
    #expect(try client.lockStatus().login == .differs)
    #expect(try client.lockStatus().state == .locked)
    try client.requirePasscodeAttempt()
    for _ in 0..<7 { _ = try? client.unlock(try passcode("wrong")) }
    #expect(throws: KeychainError.self) { try client.requirePasscodeAttempt() }
    #expect(try logIn("one") == .same)
    #expect(try client.lockStatus() == LockStatus(hasPasscode: true, state: .unlocked, settings: .init(), login: .same))
    // A login does not end the delay for programs that try passcodes.
    #expect(throws: KeychainError.self) { try client.requirePasscodeAttempt() }
  }

  @Test func aChangeOfTheLoginPasswordChangesThePasscode() throws {
    try follow("one")
    let change = try event(2, "one", "two")
    #expect(try keychain.logIn(change, until: deadline) == .same)
    #expect(try client.lockStatus().login == .same)
    // The same report again finds the new passcode.
    #expect(try keychain.logIn(change, until: deadline) == .same)
    #expect(try keychain.logIn(try event(2, "unknown", "three"), until: deadline) == .differs)
    #expect(try client.lockStatus().login == .differs)
    try client.lock()
    #expect(try logIn("two") == .same)
    try client.unlock(passcode("two"))
  }

  @Test func aReplacedLoginPasswordDiffers() throws {
    #expect(try keychain.logIn(try event(3), until: deadline) == .separate)
    try follow("one")
    #expect(try keychain.logIn(try event(3), until: deadline) == .differs)
    #expect(try client.lockStatus().login == .differs)
    #expect(try client.lockStatus().state == .locked)
  }

  /// Every other change of the passcode makes it a password of its own. A change of the device key is none.
  @Test func anotherPasscodeIsSeparate() throws {
    try follow("one")
    _ = try client.changeDeviceKey(try passcode("one"))
    #expect(try client.lockStatus().login == .same)
    try client.changePasscode(from: passcode("one"), to: passcode("one"))
    #expect(try client.lockStatus().login == .separate)
    #expect(try logIn("one") == .separate)
    try client.changePasscode(from: passcode("one"), to: passcode("two"), isLoginPassword: true)
    #expect(try client.lockStatus().login == .same)
    try client.removePasscode(passcode("two"))
    #expect(try client.lockStatus().login == .separate)
    #expect(try logIn("two") == .separate)
  }

  @Test func aDamagedRecordIsNone() throws {
    try follow("one")
    let name = "\(keychain.location.dataDirectory)/login-password"
    var content = Array(try TemporaryDirectory.readFile(name))
    content[8] = 9
    try StateFile("login-password", in: keychain.location.dataDirectory).replace(content)
    #expect(try client.lockStatus().login == .separate)
    #expect(try logIn("one") == .separate)
  }

  @Test func malformedPacketsAreRefused() throws {
    let good = Self.body(1, "person", "one")
    for bad in [
      [], [1], Array(good.dropLast()), good + [0], Self.body(4, "person", "one"), Self.body(1, "", "one"),
      Self.body(1, "person"), Self.body(2, "person", "one"), Self.body(3, "person", "one"),
      Self.body(1, "person", "one", "two"), Self.body(1, "a\0b", "one"),
      Self.body(1, String(repeating: "x", count: 256), "one"), Self.body(1, "p", String(repeating: "x", count: 1025)),
    ] {
      #expect(throws: KeychainError.self) { try bad.withUnsafeBytes { _ = try LoginPacket($0).operation } }
    }
    let longest = Self.body(
      2, String(repeating: "x", count: 255), String(repeating: "y", count: 1024), String(repeating: "z", count: 1024))
    #expect(longest.count == LoginPacket.largestByteCount)
    try longest.withUnsafeBytes { bytes in
      let packet = try LoginPacket(bytes)
      #expect(packet.user.utf8.count == 255 && packet.password.count == 1024 && packet.newPassword.count == 1024)
    }
  }
}
