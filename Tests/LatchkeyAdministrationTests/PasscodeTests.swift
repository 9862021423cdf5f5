import Keychain
import KeychainModel
import LatchkeyAdministration
import TestSupport
import Testing

/// Passcode and locking through the public functions, with the real kernel.
@Suite struct PasscodeTests {
  private let folder: TemporaryDirectory
  private let administration: KeychainAdministration

  init() throws {
    folder = try TemporaryDirectory()
    administration = try KeychainAdministration(home: folder.path)
  }

  private func status(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return 0
    } catch {
      return (error as? AdministrationError)?.status
    }
  }

  private func add(_ accessible: String) throws {
    _ = try LocalKeychain(StoreLocation(home: folder.path)).perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("s \(accessible)"), .accessible: .string(accessible),
          ]), secret: [1])), as: .tool)
  }

  @Test func passcodeFromTheFirstToTheLast() throws {
    #expect(try administration.lockStatus().hasPasscode == false)
    #expect(status { try administration.lock() } == -25291)
    #expect(
      status { try administration.setAutomaticLocking(after: 5, whenSuspended: false) } == -25291)
    #expect(
      status { try administration.setAutomaticLocking(after: 0, whenSuspended: false) } == -50)
    #expect(status { _ = try KeychainPasscode("") } == -50)

    let passcode = try KeychainPasscode("one")
    try administration.setPasscode(passcode)
    defer { _ = try? administration.eraseEverything(confirming: administration.databasePath) }
    #expect(status { try administration.setPasscode(passcode) } == -50)
    #expect(try administration.lockStatus().state == .unlocked)
    try add("akpu")
    try administration.setAutomaticLocking(after: 1000, whenSuspended: true)
    let lock = try administration.lockStatus()
    #expect(lock.timeout == 1000 && lock.locksWhenSuspended && lock.state == .unlocked)

    try administration.lock()
    // After `lock`, this process has no keys. This also applies on a machine whose kernel cannot store keys.
    #expect(try administration.lockStatus().state == .locked)
    #expect(throws: KeychainError.self) { try add("ak") }
    #expect(status { try administration.unlock(KeychainPasscode("two")) } == -25293)
    try administration.unlock(passcode)
    try add("ak")

    try administration.changePasscode(from: passcode, to: KeychainPasscode("two"))
    #expect(status { try administration.removePasscode(passcode) } == -25293)
    try administration.removePasscode(KeychainPasscode("two"))
    #expect(try administration.verify().deadCount == 1)
  }
}
