import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import Vault

@Suite struct UnlockAuthorityTests {
  private let vaultID: RowIdentifier
  private let ring: KeyRing
  private let unlocked: KeyRing
  private let keybag: KeybagReference
  private let lockID = RowIdentifier(high: 4, low: 5)
  private let boot = RowIdentifier(high: 6, low: 7)
  private let validity = UnlockValidity(time: 1, suspended: 2, settingsNumber: 3)

  init() throws {
    let random = SystemRandom()
    let deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    let cost = try #require(Argon2Cost(passes: 1, memory: 8, lanes: 1))
    let text = Array("1234".utf8)
    let passcode = try text.withUnsafeBytes { try Passcode($0) }
    let key = try PasscodeKey(new: passcode, deviceKey: deviceKey, cost: cost, random: random)
    let protected = try Keybag.create(deviceKey: deviceKey, random: random)
      .settingPasscode(key, deviceKey: deviceKey, random: random)
    vaultID = deviceKey.vaultID
    ring = try KeyRing(protected, deviceKey: deviceKey)
    unlocked = try KeyRing(protected, deviceKey: deviceKey, passcodeKey: key)
    keybag = KeybagReference(number: 2, digest: try protected.digest())
  }

  private func binding(
    _ purpose: KeyTicket.Purpose, keybag: KeybagReference? = nil, lockID: RowIdentifier? = nil,
    boot: RowIdentifier? = nil
  ) -> [UInt8] {
    purpose.binding(keybag ?? self.keybag, boot ?? self.boot, lockID ?? self.lockID)
  }

  private func ticket(_ purpose: KeyTicket.Purpose) throws -> [UInt8] {
    try KeyTicket.make(
      purpose, of: unlocked, validity: validity, binding: binding(purpose), random: SystemRandom())
  }

  private func opens(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, _ binding: [UInt8]) throws
    -> Bool
  {
    guard
      let found = try KeyTicket.redeem(
        ticket, for: purpose, ring, binding: binding, accepts: { $0 == validity })
    else { return false }
    return purpose.classes.isSubset(of: found.ring.openClasses)
  }

  @Test func ticketOpensUnderItsCircumstancesAndNoOthers() throws {
    let other = RowIdentifier(high: 99, low: 98)
    var changed = keybag
    changed.digest[31] ^= 1
    for purpose in KeyTicket.Purpose.allCases {
      let ticket = try ticket(purpose)
      #expect(try opens(ticket, purpose, binding(purpose)))
      #expect(try !opens(ticket, purpose, binding(purpose, keybag: changed)))
      #expect(try !opens(ticket, purpose, binding(purpose, boot: other)))
      #expect(try !opens(ticket, purpose, []))
      // Locking invalidates the ticket for `whenUnlocked`. The ticket for `afterFirstUnlock` stays valid.
      let isLeft = purpose == .afterFirstUnlock
      #expect(try opens(ticket, purpose, binding(purpose, lockID: other)) == isLeft)
    }
    let first = try ticket(.afterFirstUnlock)
    #expect(try !opens(first, .whenUnlocked, binding(.afterFirstUnlock)))
  }

  /// Calls `body` with the path of a new folder on a memory file system.
  private func withMemoryFolder(_ body: (String) throws -> Void) throws {
    try withFolder(in: "/dev/shm", body)
  }

  private func withFolder(in parent: String, _ body: (String) throws -> Void) throws {
    var template = Array("\(parent)/latchkey-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let path = String(cString: made)
    defer {
      for name in TemporaryDirectory.names(path) { unlink(path + "/" + name) }
      rmdir(path)
    }
    try body(path)
  }

  @Test func filesInMemoryKeepTickets() throws {
    try withMemoryFolder { path in
      let authority = UnlockFiles(path)
      #expect(authority.ticket(.whenUnlocked, of: vaultID) == nil)
      for purpose in KeyTicket.Purpose.allCases {
        let ticket = try ticket(purpose)
        try authority.publish(ticket, purpose, of: vaultID, seconds: nil)
        #expect(UnlockFiles(path).ticket(purpose, of: vaultID) == ticket)
      }
      let next = try ticket(.whenUnlocked)
      try authority.publish(next, .whenUnlocked, of: vaultID, seconds: 5)
      #expect(authority.ticket(.whenUnlocked, of: vaultID) == next)
      try authority.revoke(.whenUnlocked, of: vaultID)
      try authority.revoke(.whenUnlocked, of: vaultID)
      #expect(authority.ticket(.whenUnlocked, of: vaultID) == nil)
      #expect(authority.ticket(.afterFirstUnlock, of: vaultID) != nil)
      #expect(TemporaryDirectory.names(path).count == 1)
      // A ticket file that other users may read is rejected.
      let name = path + "/" + TemporaryDirectory.names(path)[0]
      #expect(chmod(name, 0o644) == 0)
      #expect(authority.ticket(.afterFirstUnlock, of: vaultID) == nil)
    }
  }

  /// Tickets must never be written to a disk.
  @Test func folderOnADiskIsRefused() throws {
    // The folder /var/tmp is on a disk, because its files survive a restart of the machine (hier(7)).
    try withFolder(in: "/var/tmp") { path in
      let error = #expect(throws: KeychainError.self) {
        try UnlockFiles(path).publish([1], .whenUnlocked, of: vaultID, seconds: nil)
      }
      #expect(error?.code == .notAvailable)
      #expect(error?.reason.contains("memory file system") == true)
      #expect(TemporaryDirectory.names(path).isEmpty)
    }
  }

  @Test func folderOpenToOthersIsRefused() throws {
    try withMemoryFolder { path in
      #expect(chmod(path, 0o755) == 0)
      #expect(throws: KeychainError.self) {
        try UnlockFiles(path).publish([1], .whenUnlocked, of: vaultID, seconds: nil)
      }
    }
    #expect(throws: KeychainError.self) {
      try UnlockFiles("relative").publish([1], .whenUnlocked, of: vaultID, seconds: nil)
    }
  }

  /// Where the kernel refuses keyrings, tickets are in files. A process without `XDG_RUNTIME_DIR` finds and revokes the
  /// tickets of a process with the variable.
  @Test func filesReplaceARefusedKeyring() throws {
    try withMemoryFolder { one in
      try withMemoryFolder { two in
        let keyring = RefusingKeyring()
        let ticket = try ticket(.whenUnlocked)
        for folders in [[one, two], [two, one]] {
          let other = KeyringOrFiles(keyring, folders: folders.reversed())
          try KeyringOrFiles(keyring, folders: folders).publish(ticket, .whenUnlocked, of: vaultID, seconds: nil)
          #expect(TemporaryDirectory.names(folders[0]).count == 1)
          #expect(other.ticket(.whenUnlocked, of: vaultID) == ticket)
          try other.revoke(.whenUnlocked, of: vaultID)
          #expect(other.ticket(.whenUnlocked, of: vaultID) == nil)
          #expect(TemporaryDirectory.names(folders[0]).isEmpty)
        }
        // A folder that others can enter does not keep the tickets in the other folder.
        try KeyringOrFiles(keyring, folders: [two]).publish(ticket, .whenUnlocked, of: vaultID, seconds: nil)
        #expect(chmod(one, 0o755) == 0)
        #expect(throws: KeychainError.self) {
          try KeyringOrFiles(keyring, folders: [one, two]).revoke(.whenUnlocked, of: vaultID)
        }
        #expect(TemporaryDirectory.names(two).isEmpty)
      }
    }
  }
}

private struct RefusingKeyring: UnlockAuthority {
  private static var refusal: KeychainError { KeychainError(.notAvailable, "the kernel refuses keyrings") }

  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? { nil }
  func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)
  {
    throw Self.refusal
  }
  func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {}
}
