import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import PropertyLists
import TestSupport
import Testing

@testable import KeychainServer

/// Tests of the move of a keychain from the folders of a user to the service.
@Suite struct MigrationTests {
  private let service: TestService
  private let folder: TemporaryDirectory
  private let own: KeychainClient
  private let remote: KeychainClient

  init() throws {
    service = try TestService()
    folder = try TemporaryDirectory()
    let location = StoreLocation(dataDirectory: folder("data"), keyDirectory: folder("key"))
    let machine = try TestMachine()
    own = KeychainClient(LocalKeychain(location, locking: machine.context()), as: .tool)
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
    let outcome = try ServiceMigration(own, to: remote).run()
    #expect(outcome.moved == 20)
    #expect(try service.keychain().secret("7") == Array("7".utf8))
    let names = TemporaryDirectory.names(folder("data")) + TemporaryDirectory.names(folder("key"))
    #expect(names.contains("trust-settings.plist"))
    #expect(names.contains("keychain.db.moved-to-keychaind"))
    #expect(names.contains("device.key.moved-to-keychaind"))
    #expect(!names.contains("keychain.db"))
    #expect(TemporaryDirectory.names(folder.path).sorted() == ["data", "key"])
    // The rest of an interrupted move.
    rename(folder("key/device.key.moved-to-keychaind"), folder("key/device.key"))
    #expect(try ServiceMigration(own, to: remote).run().moved == 0)
    #expect(!TemporaryDirectory.names(folder("key")).contains("device.key"))
  }

  @Test func aKeychainWithItemsIsNotMixedWithAnother() throws {
    try add("a", "login")
    try service.keychain().add("b", [1])
    #expect(failure { _ = try ServiceMigration(own, to: remote).run() }?.code == .missingEntitlement)
    #expect(try own.countItems() == 1)
    #expect(TemporaryDirectory.names(folder("data")).contains("keychain.db"))
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
