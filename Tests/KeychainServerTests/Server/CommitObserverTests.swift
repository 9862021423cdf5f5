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

@Suite struct CommitObserverTests {
  /// The call of the observer needs as much stack after many commits as after the first ones.
  @Test func observerIsCalledWithTheSameStackAfterEachCommit() throws {
    let folder = try TemporaryDirectory()
    mkdir(folder("state"), 0o700)
    let machine = try TestMachine()
    let keychains = ServedKeychains(
      folder("state"), accounts: TestService.accounts,
      context: UnlockContext(
        authority: MemoryTickets(), cache: KeyCache(), clock: SystemBootClock(), cost: machine.context().cost))
    let addresses = ForkSafeMutex<[UInt]>([])
    keychains.observe { _ in
      var local = 0
      let address = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
      addresses.withLock { $0.append(address) }
    }
    let keychain = try keychains.keychain(.user(1)).keychain
    let peer = Peer(Caller(accessGroups: ["login"]))
    for index in 0..<100 { _ = try keychain.send(Call(TestItem.addition("\(index)", [1], "login")), from: peer) }
    let found = addresses.withLock { $0 }
    #expect(found.count == 100)
    // The first commit also makes the keychain.
    #expect(Set(found.dropFirst()).count == 1)
  }
}
