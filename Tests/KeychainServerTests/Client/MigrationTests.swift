import Foundation
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import PropertyLists
import TestSupport
import Testing
import Vault

@testable import KeychainServer

/// Tests of the move of a keychain from the folders of a user to the service.
@Suite struct MigrationTests {
  private let service: TestService
  private let folder: TemporaryDirectory
  private let keychain: LocalKeychain
  private let own: KeychainClient
  private let remote: KeychainClient

  init() throws {
    service = try TestService()
    folder = try TemporaryDirectory()
    let location = StoreLocation(dataDirectory: folder("data"), keyDirectory: folder("key"))
    let machine = try TestMachine()
    keychain = LocalKeychain(location, locking: machine.context())
    own = KeychainClient(keychain, as: .tool)
    remote = KeychainClient(service.keychain(), TestItem.peer, at: location, TrustSettingsStore(location))
  }

  private func add(_ account: String, _ group: String) throws {
    let request = AddRequest(
      .genericPassword, attributes: TestItem.attributes(account, group), secret: Array(account.utf8))
    _ = try own.perform(.add(request))
  }

  @Test func itemsMoveAndFilesAreSetAside() throws {
    for index in 0..<20 { try add("\(index)", "login") }
    try folder.write([1], to: "data/trust-settings.plist")
    let outcome = try ServiceMigration(keychain, to: remote).run()
    #expect(outcome.stored.items == 20)
    #expect(try service.keychain().secret("7") == Array("7".utf8))
    let names = TemporaryDirectory.names(folder("data")) + TemporaryDirectory.names(folder("key"))
    #expect(names.contains("trust-settings.plist"))
    #expect(names.contains("keychain.db.moved-to-keychaind"))
    #expect(names.contains("device.key.moved-to-keychaind"))
    #expect(!names.contains("keychain.db"))
    #expect(TemporaryDirectory.names(folder.path).sorted() == ["data", "key"])
    // The rest of an interrupted move.
    rename(folder("key/device.key.moved-to-keychaind"), folder("key/device.key"))
    #expect(try ServiceMigration(keychain, to: remote).run().stored.items == 0)
    #expect(!TemporaryDirectory.names(folder("key")).contains("device.key"))
  }

  /// A program that was killed after the service stored the keychain, and before the files were set aside, runs again.
  @Test func aMoveOfAKeychainThatTheServiceHasIsFinished() throws {
    try add("a", "login")
    own.close()
    try FileManager.default.copyItem(atPath: folder.path, toPath: service.folder("before"))
    #expect(try ServiceMigration(keychain, to: remote).run().stored.items == 1)
    func restore() throws {
      for name in ["data", "key"] {
        try FileManager.default.removeItem(atPath: folder(name))
        try FileManager.default.copyItem(atPath: service.folder("before/\(name)"), toPath: folder(name))
      }
    }
    try restore()
    try service.keychain().add("later", [1])
    let outcome = try ServiceMigration(keychain, to: remote).run()
    #expect(outcome.stored.isRepeated)
    #expect(!outcome.paths.isEmpty)
    #expect(try service.keychain().secret("a") == Array("a".utf8))
    #expect(try service.keychain().secret("later") == [1])
    // A keychain that changed since is not mixed with the one in the service.
    try restore()
    try add("b", "login")
    #expect(failure { _ = try ServiceMigration(keychain, to: remote).run() }?.code == .notAvailable)
    #expect(try own.countItems() == 2)
  }

  /// The machine has an application with the group of an item. The item stays in the old files.
  @Test func itemsInGroupsOfApplicationsStay() throws {
    try add("a", "login")
    try add("b", "com.example.bank")
    try service.write(
      TestService.manifest("com.example.bank", recognisedBy: ["unit": .string("bank.service")]),
      for: "com.example.bank")
    let outcome = try ServiceMigration(keychain, to: remote).run()
    #expect(outcome.stored.items == 1)
    #expect(outcome.stored.reserved == 1)
    #expect(TemporaryDirectory.names(folder("data")).contains("keychain.db.moved-to-keychaind"))
    #expect(try service.keychain().secret("a") == Array("a".utf8))
  }

  /// A program that used the keychain before the move makes no second keychain, and a write during the move waits.
  @Test func anOlderProgramMakesNoSecondKeychain() throws {
    try add("a", "login")
    let location = keychain.location
    let other = KeychainClient(LocalKeychain(location, locking: UnlockContext.system), as: .tool)
    #expect(try other.countItems() == 1)
    _ = try ServiceMigration(keychain, to: remote).run()
    let request = AddRequest(.genericPassword, attributes: TestItem.attributes("b", "login"), secret: [1])
    let error = failure { _ = try other.perform(.add(request)) }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("the keychain was moved to keychaind") == true, "\(String(describing: error))")
    #expect(error?.reason.contains("Put it back") == false, "\(String(describing: error))")
    #expect(!TemporaryDirectory.names(folder("data")).contains("keychain.db"))
  }

  /// A service that answers with another digest, or with fewer items, has not stored the keychain as it was sent.
  @Test(arguments: AlteringService.Change.allCases)
  func aMoveThatIsNotWholeChangesNoFile(_ change: AlteringService.Change) throws {
    for account in ["a", "b"] { try add(account, "login") }
    let altering = AlteringService(service.keychain(), change)
    let client = KeychainClient(altering, TestItem.peer, at: keychain.location, remote.trustSettings)
    #expect(failure { _ = try ServiceMigration(keychain, to: client).run() }?.code == .unexpected)
    #expect(TemporaryDirectory.names(folder("data")).contains("keychain.db"))
    #expect(TemporaryDirectory.names(folder("key")) == ["device.key"])
    #expect(try own.countItems() == 2)
  }

  /// Root's program keeps the keychain of the service when the files are not equal to it.
  @Test(arguments: AlteringService.Change.allCases)
  func aReturnThatIsNotWholeKeepsTheKeychain(_ change: AlteringService.Change) throws {
    for account in ["a", "b"] { try service.keychain().add(account, [1]) }
    let altering = AlteringService(service.administered(), change)
    let back = StoreLocation(dataDirectory: folder("back/data"), keyDirectory: folder("back/key"))
    mkdir(folder("back"), 0o700)
    func giveBack(_ service: any KeychainService) throws -> CopyOutcome {
      try KeychainReturn(KeychainClient.administering(service), to: geteuid(), at: back).run().outcome
    }
    #expect(failure { _ = try giveBack(altering) }?.code == .unexpected)
    #expect(!altering.hasSetAside)
    #expect(TemporaryDirectory.names(service.folder("state")) == ["\(geteuid())"])
    #expect(try service.keychain().secret("a") == [1])
    // The repetition finishes the return.
    #expect(try giveBack(service.administered()).items == 2)
    #expect(TemporaryDirectory.names(service.folder("state")) == ["\(geteuid()).moved-back"])
  }

  /// Root first decides who owns the keychain of an earlier account with the same number.
  @Test func aKeychainOfAnEarlierAccountIsNotGivenBack() throws {
    try service.keychain().add("a", [1])
    let administrator = KeychainClient.administering(service.administered())
    let copied = try administrator.exportCopy(includesProtected: false) { _ in }
    try service.rename(geteuid(), to: "other")
    let export = failure { _ = try administrator.exportCopy(includesProtected: false) { _ in } }
    #expect(export?.failureCause == .foreignOwner, "\(String(describing: export))")
    let setAside = failure { try administrator.setAside(copied.digest) }
    #expect(setAside?.failureCause == .foreignOwner, "\(String(describing: setAside))")
    #expect(TemporaryDirectory.names(service.folder("state")) == ["\(geteuid())"])
    // Root still makes copies.
    #expect(try administrator.exportCopy(includesProtected: true) { _ in }.items == 1)
    try administrator.keepKeychain()
    #expect(try administrator.exportCopy(includesProtected: false) { _ in }.items == 1)
    try administrator.setAside(copied.digest)
    #expect(TemporaryDirectory.names(service.folder("state")) == ["\(geteuid()).moved-back"])
  }

  @Test func aKeychainWithItemsIsNotMixedWithAnother() throws {
    try add("a", "login")
    try service.keychain().add("b", [1])
    #expect(failure { _ = try ServiceMigration(keychain, to: remote).run() }?.code == .notAvailable)
    #expect(try own.countItems() == 1)
    #expect(TemporaryDirectory.names(folder("data")).contains("keychain.db"))
  }

  /// A program of root that administers a keychain sees no item, and other programs cannot send its requests.
  @Test func anAdministratorSeesNoItem() throws {
    try service.keychain().add("a", [1])
    func code(_ keychain: RemoteKeychain, _ request: Request) -> KeychainError.Code? {
      failure { _ = try keychain.send(Call(request), from: TestItem.peer) }?.code
    }
    let root = service.administered()
    for request in [TestItem.search("a"), .status, .unlock(try passcode("1")), .erase, .begin(.verify)] {
      #expect(code(root, request) == .missingEntitlement)
    }
    let own = service.keychain()
    let digest = [UInt8](repeating: 1, count: 32)
    for request in [
      Request.setAside(digest: digest), .deleteKeychain, .keepKeychain, .begin(.exportCopy(includesProtected: false)),
    ] {
      #expect(code(own, request) == .missingEntitlement)
    }
    // A proof of the passcode does not help.
    let correct = try passcode("correct")
    _ = try own.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    let client = KeychainClient(own, TestItem.peer, at: keychain.location, TrustSettingsStore(keychain.location))
    try client.actForPerson(correct)
    #expect(failure { try client.setAside(digest) }?.code == .missingEntitlement)
    #expect(failure { _ = try client.exportCopy(includesProtected: false) { _ in } }?.code == .missingEntitlement)
    let administrator = KeychainClient.administering(root)
    #expect(try administrator.exportCopy(includesProtected: true) { _ in }.items == 1)
    // A keychain that changed since the copy is not set aside.
    let copied = try administrator.exportCopy(includesProtected: false) { _ in }
    try own.add("later", [1])
    #expect(failure { try administrator.setAside(copied.digest) }?.code == .notAvailable)
    #expect(failure { try own.add("c", [1]) }?.code == .notAvailable)
    // A program that is connected does not make the folder of a deleted keychain again.
    try KeychainClient.administering(root).deleteKeychain()
    #expect(failure { try own.add("b", [1]) }?.code == .notAvailable)
    #expect(!TemporaryDirectory.names(service.folder("state")).contains("\(geteuid())"))
    try service.keychain().add("b", [2])
    for name in ["", "../1", "unit-", "unit-a/b", "01", "-1", "4294967296"] {
      let wrong = RemoteKeychain(service.configuration, trust: service.trust, administering: name)
      #expect(code(wrong, .isPresent) != nil, "\(name)")
    }
  }

  /// A move puts nothing into the group of a protected application, which trusts the items of its group.
  @Test func itemsInTheGroupOfAnApplicationStay() throws {
    try service.write(
      TestService.manifest("com.example.bank", recognisedBy: ["group": .integer(40001)], groups: ["bank"]),
      for: "com.example.bank")
    try add("a", "login")
    try add("b", "bank")
    let stored = try ServiceMigration(keychain, to: remote).run().stored
    #expect(stored.items == 1)
    #expect(stored.reserved == 1)
    #expect(try service.keychain().secret("a") == Array("a".utf8))
  }

  @Test func aCopyThatIsTooLargeIsRefused() throws {
    let key = try DeviceKey(vaultID: RowIdentifier(high: 1, low: 1), random: SystemRandom())
    for count in [10 << 30, (4 << 30) + 1] {
      let work = Work.importCopy(deviceKey: .key(key), passcode: nil, byteCount: count)
      let error = failure { _ = try service.keychain().send(Call(.begin(work)), from: TestItem.peer) }
      #expect(error?.code == .parameter)
    }
  }

  @Test func twoMovesAtOnceStoreOneKeychain() throws {
    try add("a", "login")
    let (keychain, remote) = (keychain, remote)
    let other = KeychainClient(service.keychain(), TestItem.peer, at: keychain.location, remote.trustSettings)
    let counts = ForkSafeMutex<[Int]>([])
    let ended = Semaphore()
    for client in [remote, other] {
      #expect(
        DetachedThread.start {
          let outcome = try? ServiceMigration(keychain, to: client).run()
          counts.withLock { $0.append(outcome?.stored.items ?? -1) }
          ended.signal()
        })
    }
    for _ in 0..<2 { #expect(ended.wait(until: .after(.seconds(30)))) }
    #expect(counts.withLock { $0.contains(1) })
    #expect(counts.withLock { $0.filter { $0 == 1 }.count } == 1)
    #expect(try service.keychain().secret("a") == Array("a".utf8))
  }

  /// A question about its status makes an empty keychain in the service, which is no obstacle.
  @Test func anEmptyKeychainInTheServiceIsReplaced() throws {
    try add("a", "login")
    _ = try remote.lockStatus()
    #expect(try remote.countItems() == 0)
    #expect(try ServiceMigration(keychain, to: remote).run().stored.items == 1)
    #expect(try service.keychain().secret("a") == Array("a".utf8))
  }
}

/// Forwards calls to a service, and changes the outcome of a copy in its replies.
final class AlteringService: KeychainService {
  enum Change: CaseIterable, Sendable {
    case digest, items
  }

  private let service: RemoteKeychain
  private let change: Change
  private let isSetAside = ForkSafeMutex(false)

  init(_ service: RemoteKeychain, _ change: Change) {
    self.service = service
    self.change = change
  }

  var isInProcess: Bool { false }

  /// Whether a client wanted the folder of the keychain to get another name.
  var hasSetAside: Bool { isSetAside.withLock { $0 } }

  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    if case .setAside = call.request { isSetAside.withLock { $0 = true } }
    return altered(try service.send(call, from: peer))
  }

  private func altered(_ reply: Reply) -> Reply {
    switch reply {
    case .ended(let reply): return .ended(altered(reply))
    case .committed(let reply, let isSynchronizable):
      return .committed(altered(reply), isSynchronizable: isSynchronizable)
    case .copy(var outcome):
      switch change {
      case .digest: outcome.digest[0] ^= 1
      case .items: outcome.items -= 1
      }
      return .copy(outcome)
    default: return reply
    }
  }
}

/// Tests of the choice between the service and a keychain in the process.
@Suite struct LoginKeychainTests {
  private let folder: TemporaryDirectory
  private let trust: RootOwnedFolder.Trust

  init() throws {
    folder = try TemporaryDirectory()
    trust = RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path)
  }

  private func service(at location: StoreLocation) throws -> any KeychainService {
    try LoginKeychain.service(at: location, configurationPath: folder("service.plist"), trust: trust)
  }

  private func configure() throws {
    let list = PropertyListValue.dictionary(["user": .integer(0), "socket": .string(folder("socket"))])
    try folder.write(PropertyListWriter.write(list), to: "service.plist", mode: 0o644)
  }

  @Test func aKeychainThatAVariableNamesStaysInTheProcess() throws {
    try configure()
    #expect(try service(at: StoreLocation(home: folder("home"))) is LocalKeychain)
  }
}
