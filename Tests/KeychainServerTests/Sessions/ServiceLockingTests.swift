import Foundation
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import KeychainServer

/// Tests of the lockings that the service begins itself. No program makes a call.
@Suite struct ServiceLockingTests {
  private let folder: TemporaryDirectory
  private let machine: TestMachine
  private let clock: TestMachineClock
  private let peer = Peer(Caller(accessGroups: ["login"]))

  init() throws {
    folder = try TemporaryDirectory()
    machine = try TestMachine()
    clock = machine.clock
    mkdir(folder("state"), 0o700)
  }

  /// The keychains of one process of the service.
  private struct Process {
    let keychains: ServedKeychains
    let tickets: MemoryTickets
    let cache: KeyCache

    /// Whether keys that locking revokes are in the memory of the process.
    func hasUnlockedKeys(_ vaultID: RowIdentifier) -> Bool {
      tickets.ticket(.whenUnlocked, of: vaultID) != nil || cache.keys(of: vaultID)?.validity != nil
    }
  }

  /// - Parameter tickets: The tickets that an earlier process handed over.
  private func process(_ tickets: MemoryTickets = MemoryTickets()) -> Process {
    let cache = KeyCache()
    let context = UnlockContext(authority: tickets, cache: cache, clock: clock, cost: machine.context().cost)
    let keychains = ServedKeychains(folder("state"), accounts: TestService.accounts, context: context)
    keychains.adopt(tickets)
    return Process(keychains: keychains, tickets: tickets, cache: cache)
  }

  /// An unlocked keychain with an item.
  private func keychain(_ name: StoreName, in process: Process) throws -> (ServedKeychain, RowIdentifier) {
    let served = try process.keychains.keychain(name)
    _ = try served.keychain.send(Call(TestItem.addition("a", [1], "login")), from: peer)
    _ = try served.keychain.send(Call(.changePasscode(from: nil, to: try passcode("correct"))), from: peer)
    let vaultID = try #require(
      try Vault(served.keychain.location.vault, context: machine.context()).openBesideDatabase()?.keybag.vaultID)
    #expect(process.hasUnlockedKeys(vaultID))
    return (served, vaultID)
  }

  private func handOver(_ process: Process) throws -> MemoryTickets {
    process.keychains.close()
    return try process.tickets.bytesToHandOver.withUnsafeBytes { try MemoryTickets(handedOver: $0) }
  }

  private func isReadable(_ served: ServedKeychain) throws -> Bool {
    do throws(KeychainError) {
      return try served.keychain.send(Call(TestItem.search("a", "login")), from: peer).items().count == 1
    } catch {
      guard error.code == .interactionNotAllowed else { throw error }
      return false
    }
  }

  @Test func theKeysOfAKeychainAreForgottenInTime() throws {
    let process = process()
    let (served, vaultID) = try keychain(.user(1), in: process)
    let (_, other) = try keychain(.user(2), in: process)
    _ = try served.keychain.send(Call(.set(LockSettings(timeout: 60))), from: peer)
    try served.findKeys()
    clock.pass(seconds: 59)
    process.keychains.forgetEndedKeys()
    #expect(process.hasUnlockedKeys(vaultID))
    clock.pass(seconds: 1)
    process.keychains.forgetEndedKeys()
    #expect(!process.hasUnlockedKeys(vaultID))
    #expect(process.hasUnlockedKeys(other))
    #expect(try !isReadable(served))
  }

  @Test func theKeysOfAKeychainAreForgottenAfterASleep() throws {
    let process = process()
    let (served, vaultID) = try keychain(.user(1), in: process)
    _ = try served.keychain.send(Call(.set(LockSettings(locksWhenSuspended: true))), from: peer)
    try served.findKeys()
    process.keychains.forgetEndedKeys()
    #expect(process.hasUnlockedKeys(vaultID))
    clock.sleep(seconds: 5)
    process.keychains.forgetEndedKeys()
    #expect(!process.hasUnlockedKeys(vaultID))
  }

  /// The server itself looks at the times of the keychains, and new settings apply at once.
  @Test func theServerLocksKeychainsInTime() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let correct = try passcode("correct")
    try keychain.add("a", [1])
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    let proof = try keychain.send(Call(.provePasscode(correct)), from: TestItem.peer).handle()
    let served = try #require(service.keychains?.usedKeychain(ofUser: geteuid()))
    let vaultID = try #require(
      try Vault(served.keychain.location.vault, context: machine.context()).openBesideDatabase()?.keybag.vaultID)
    #expect(service.hasUnlockedKeys(vaultID))
    _ = try keychain.send(Call(.set(LockSettings(timeout: 1)), person: proof), from: TestItem.peer)
    let deadline = Deadline.after(.seconds(20))
    while service.hasUnlockedKeys(vaultID), deadline.remaining > .zero { usleep(20_000) }
    #expect(!service.hasUnlockedKeys(vaultID))
    #expect(throws: KeychainError.self) { try keychain.secret("a") }
  }

  /// A handed-over keychain locks itself in time, although no program uses it after the restart.
  @Test func theTimeGoesOnAfterARestart() throws {
    let first = process()
    let (served, vaultID) = try keychain(.user(1), in: first)
    _ = try served.keychain.send(Call(.set(LockSettings(timeout: 60))), from: peer)
    let second = process(try handOver(first))
    #expect(second.hasUnlockedKeys(vaultID))
    clock.pass(seconds: 60)
    second.keychains.forgetEndedKeys()
    #expect(!second.hasUnlockedKeys(vaultID))
  }

  /// Nobody watches the sessions during a restart, so the users with handed-over keys are compared with the sessions.
  @Test func theUsersWithHandedOverKeysAreKnown() throws {
    let first = process()
    _ = try keychain(.user(1), in: first)
    _ = try keychain(.unit("mail.service"), in: first)
    #expect(first.keychains.takeUsersWithAdoptedKeys().isEmpty)
    let second = process(try handOver(first))
    #expect(second.keychains.takeUsersWithAdoptedKeys() == [1])
    #expect(second.keychains.takeUsersWithAdoptedKeys().isEmpty)
  }

  /// The question whether a keychain stays unlocked delays no other keychain.
  @Test func anExemptKeychainStaysUnlocked() throws {
    let process = process()
    let (first, own) = try keychain(.user(1), in: process)
    let (second, other) = try keychain(.user(2), in: process)
    let (locker, asked, mayAnswer) = (KeychainLocker(), Semaphore(), Semaphore())
    locker.lock(first) {
      asked.signal()
      return mayAnswer.wait(until: .after(.seconds(20)))
    }
    #expect(asked.wait(until: .after(.seconds(20))))
    #expect(locker.lock([second], until: .after(.seconds(20))))
    #expect(!process.hasUnlockedKeys(other))
    mayAnswer.signal()
    // A locking without a question is not left out.
    #expect(process.hasUnlockedKeys(own))
    locker.lock(first)
    let deadline = Deadline.after(.seconds(20))
    while process.hasUnlockedKeys(own), deadline.remaining > .zero { usleep(20_000) }
    #expect(!process.hasUnlockedKeys(own))
  }

  /// The machine sleeps in time, also when another process keeps the files of a keychain.
  @Test func aSleepWaitsForNoKeychainInUse() throws {
    let process = process()
    let (held, own) = try keychain(.user(1), in: process)
    let (free, other) = try keychain(.user(2), in: process)
    let directory = try #require(try ProtectedDirectory.open(held.keychain.location.dataDirectory))
    let lock = try FileLock(StoreLocation.lockName, in: directory)
    try lock.lock(.exclusive, timeout: .seconds(10))
    let (locker, begin) = (KeychainLocker(), ContinuousClock.now)
    #expect(!locker.lock([held, free], until: .after(.seconds(1))))
    let time = ContinuousClock.now - begin
    #expect(time >= .seconds(1) && time < .seconds(10), "\(time)")
    #expect(!process.hasUnlockedKeys(other))
    lock.unlock()
    #expect(locker.lock([held], until: .after(.seconds(20))))
    #expect(!process.hasUnlockedKeys(own))
  }

  /// The table of events in docs/service.md.
  @Test func theTimeOfASleepIsThatOfThePage() throws {
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(folder)/docs/service.md", encoding: .utf8)
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| the machine goes to sleep |") })
    #expect(row.contains("until they are locked, 4 seconds at most"))
    #expect(SessionWatcher.sleepTime == .seconds(4))
  }

  @Test func aRestartDoesNotUndoALocking() throws {
    let first = process()
    let (served, vaultID) = try keychain(.user(1), in: first)
    let early = try first.tickets.bytesToHandOver.withUnsafeBytes { try MemoryTickets(handedOver: $0) }
    served.lock()
    #expect(!first.hasUnlockedKeys(vaultID))
    let second = process(try handOver(first))
    #expect(try !isReadable(second.keychains.keychain(.user(1))))
    // Tickets from before the locking open nothing.
    let third = process(early)
    #expect(try !isReadable(third.keychains.keychain(.user(1))))
  }

  @Test func aSleepLocksTheKeychainsOfUsers() throws {
    let process = process()
    let (first, _) = try keychain(.user(1), in: process)
    let (_, _) = try keychain(.unit("mail.service"), in: process)
    #expect(process.keychains.unlockedKeychainsOfUsers.map { ObjectIdentifier($0) } == [ObjectIdentifier(first)])
    first.lock()
    #expect(process.keychains.unlockedKeychainsOfUsers.isEmpty)
  }

  @Test func aKeychainWithoutAPasscodeStaysOpen() throws {
    let served = try process().keychains.keychain(.user(1))
    served.lock()
    _ = try served.keychain.send(Call(TestItem.addition("a", [1], "login")), from: peer)
    served.lock()
    #expect(try isReadable(served))
  }

  /// A locking of a locked keychain counts, too, because a program may be unlocking the keychain.
  @Test func noLockingIsLeftOut() throws {
    let process = process()
    let (served, vaultID) = try keychain(.user(1), in: process)
    func lockID() throws -> RowIdentifier? {
      try Vault(served.keychain.location.vault, context: machine.context()).openBesideDatabase()?.state.lockID
    }
    served.lock()
    let locked = try lockID()
    served.lock()
    #expect(try lockID() != locked)
    _ = try served.keychain.send(Call(.unlock(try passcode("correct"))), from: peer)
    #expect(process.hasUnlockedKeys(vaultID))
    served.lock()
    #expect(!process.hasUnlockedKeys(vaultID))
  }

  @Test func aKeychainIsLockedAlthoughItsFilesAreDamaged() throws {
    let process = process()
    let (served, vaultID) = try keychain(.user(1), in: process)
    let path = served.keychain.location.dataDirectory + "/latchkey.lock"
    let file = open(path, O_WRONLY)
    let zeros = [UInt8](repeating: 0, count: 16384)
    #expect(write(file, zeros, zeros.count) == zeros.count)
    close(file)
    served.lock()
    #expect(!process.hasUnlockedKeys(vaultID))
  }

  @Test func manyKeychainsAreLockedTogether() throws {
    let process = process()
    var keychains: [ServedKeychain] = []
    for user in 1...12 { keychains.append(try keychain(.user(UInt32(user)), in: process).0) }
    #expect(KeychainLocker().lock(keychains, until: .after(.seconds(20))))
    #expect(process.keychains.unlockedKeychainsOfUsers.isEmpty)
  }
}
