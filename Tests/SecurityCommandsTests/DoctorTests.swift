import Glibc
import Keychain
import KeychainCrypto
import KeychainModel
import Vault
import Synchronization
import TestSupport
import Testing

@testable import SecurityCommands

/// An unlock authority that keeps, rejects or loses its tickets.
private final class FakeCustody: UnlockAuthority {
  enum Manner { case keeps, refuses, loses }

  private let manner: Manner
  private let kept = Mutex<[UInt8]?>(nil)

  init(_ manner: Manner) { self.manner = manner }

  var isEmpty: Bool { kept.withLock { $0 == nil } }

  func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    if manner == .refuses { throw KeychainError(.notAvailable, "the kernel keeps no keys") }
    kept.withLock { $0 = manner == .keeps ? ticket : nil }
  }

  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    kept.withLock { $0 }
  }

  func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    kept.withLock { $0 = nil }
  }
}

@Suite struct DoctorTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func doctor(
    _ words: [Word] = [], in keychain: (any TestedKeychain)? = nil,
    _ custody: FakeCustody.Manner = .keeps,
    environment: [String: String] = [:]
  ) -> (run: ToolRun, lines: [String]) {
    let streams = MemoryStreams()
    let keychain = keychain ?? LocalKeychain(StoreLocation(home: folder("home")))
    let session = CommandSession(streams: streams) { () throws(KeychainError) in keychain.client }
    session.environment = { environment[$0] }
    let custody = FakeCustody(custody)
    session.unlockAuthority = custody
    let run = ToolRun(["doctor"] + words, in: session, streams: streams)
    #expect(custody.isEmpty)
    return (run, run.output.split(separator: "\n").map(String.init))
  }

  private func line(_ subject: String, _ lines: [String]) -> String? {
    lines.first { $0.hasPrefix("ok  \(subject): ") || $0.hasPrefix("fix \(subject): ") }
  }

  @Test func everythingIsRightWhereThereIsNoKeychainYet() {
    let (run, lines) = doctor()
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(lines.count == 11)
    #expect(lines.allSatisfy { $0.hasPrefix("ok  ") }, "\(lines)")
    #expect(line("keychain", lines)?.contains("there is none yet") == true)
    #expect(
      line("access groups", lines)
        == "ok  access groups: they prevent accidents only, because this keychain is not in keychaind")
    #expect(!folder.names().contains("home"))
  }

  private func makeKeychain() -> LocalKeychain {
    let keychain = LocalKeychain(StoreLocation(home: folder("home")))
    let words: [Word] = ["add-generic-password", "-s", "s", "-a", "a", "-w", "x"]
    #expect(ToolRun(words, in: keychain).status == 0)
    return keychain
  }

  @Test func keychainIsOpened() {
    let keychain = makeKeychain()
    let (run, lines) = doctor(in: keychain)
    #expect(run.status == 0, "\(lines)")
    #expect(line("keychain", lines) == "ok  keychain: it opens; no password")
    #expect(line("files", lines)?.hasSuffix("all of them yours alone") == true)
  }

  @Test func everythingThatIsOpenToOthersIsNamedAtOnce() {
    let keychain = makeKeychain()
    #expect(chmod(folder("home/keybag.1"), 0o640) == 0)
    #expect(chmod(folder("home/keychain.db"), 0o604) == 0)
    let (files, lines) = doctor(in: keychain)
    #expect(files.status == 1)
    let wrong = lines.filter { $0.hasPrefix("fix file: ") }
    #expect(wrong.count == 2)
    #expect(wrong.allSatisfy { $0.contains("is open to others") && $0.contains("0600") })
    #expect(chmod(folder("home"), 0o755) == 0)
    let (place, after) = doctor(in: LocalKeychain(StoreLocation(home: folder("home"))))
    #expect(place.status == 1)
    #expect(line("folder", after)?.hasPrefix("fix ") == true)
    #expect(line("folder", after)?.contains("0700") == true)
    #expect(line("keychain", after)?.hasPrefix("fix ") == true)
  }

  @Test func folderAboveThatIsOpenToOthersHasAnInstructionOfItsOwn() {
    #expect(mkdir(folder("above"), 0o700) == 0 && chmod(folder("above"), 0o777) == 0)
    let (run, lines) = doctor(in: LocalKeychain(StoreLocation(home: folder("above/home"))))
    #expect(run.status == 1)
    let line = line("folder", lines)
    #expect(line?.hasPrefix("fix ") == true)
    #expect(line?.contains("chmod go-w") == true, "\(line ?? "")")
    #expect(line?.contains("0700") == false)
  }

  @Test func passwordFileIsRead() {
    var location = StoreLocation(home: folder("home"))
    location.passcodeFile = folder("missing")
    let (run, lines) = doctor(in: LocalKeychain(location))
    #expect(run.status == 1)
    #expect(line("password file", lines)?.contains("LATCHKEY_PASSCODE_FILE names a file") == true)
  }

  @Test func keyringMattersOnlyToAPassword() {
    let (run, lines) = doctor([], in: nil, .refuses)
    #expect(run.status == 0)
    #expect(line("kernel keyring", lines)?.contains("the kernel keeps no keys; without a") == true)
    #expect(doctor([], in: nil, .loses).run.status == 0)
    #expect(
      line("kernel keyring", doctor([], in: nil, .keeps).lines)
        == "ok  kernel keyring: it keeps what an unlocking gives to other processes")
  }

  @Test func entitlementsAreLookedAt() throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>keychain-access-groups</key>
      <array><string>team</string></array></dict></plist>
      """
    try folder.write(Array(list.utf8), to: "app.entitlements")
    try folder.write(Array("no list".utf8), to: "bad")
    let good = doctor([Word(folder("app").utf8)])
    #expect(good.run.status == 0)
    #expect(line("entitlements", good.lines)?.hasSuffix(": access groups team") == true)
    let bad = doctor(environment: ["LATCHKEY_ENTITLEMENTS": folder("bad")])
    #expect(bad.run.status == 1)
    #expect(line("entitlements", bad.lines)?.contains("-34018") == true)
    #expect(doctor(environment: ["LATCHKEY_ENTITLEMENTS": folder("none")]).run.status == 1)
    let none = doctor([Word(folder("other").utf8)])
    #expect(line("entitlements", none.lines)?.hasPrefix("ok  ") == true)
  }

  @Test func placeThatIsNotKnownHasAnInstruction() {
    let streams = MemoryStreams()
    let session = CommandSession(streams: streams) { () throws(KeychainError) in
      throw KeychainError(.notAvailable, "no place for the keychain: HOME is no absolute path")
    }
    session.environment = { _ in nil }
    session.unlockAuthority = FakeCustody(.keeps)
    let run = ToolRun(["doctor"], in: session, streams: streams)
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "fix place: no place for the keychain: HOME is no absolute path. Set LATCHKEY_HOME"))
  }

  @Test func damageIsTold() {
    let keychain = FakeKeychain()
    keychain.change { $0.failures = [KeychainError(.notAvailable, "latchkey.lock is damaged")] }
    let (run, lines) = doctor(in: keychain)
    #expect(run.status == 1)
    #expect(line("keychain", lines)?.contains("latchkey.lock is damaged. verify-keychain") == true)
  }
}
