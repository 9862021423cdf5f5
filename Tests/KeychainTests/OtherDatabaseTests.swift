import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of calls whose reply is lost before another database takes the place of the database.
@Suite struct OtherDatabaseTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let service: SocketKeychain
  private let client: KeychainClient

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    service = SocketKeychain(keychain)
    client = KeychainClient(
      service, Peer(Caller(accessGroups: ["app"])), at: keychain.location, TrustSettingsStore(keychain.location))
  }

  private func addition(_ name: String, _ secret: String = "secret") -> AddRequest {
    AddRequest(
      .genericPassword,
      attributes: AttributeSet([.service: .string(name), .accessGroup: .string("app")]), secret: Array(secret.utf8))
  }

  private func query(_ name: String) -> ItemQuery {
    ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string(name)]))
  }

  private static let changesItems: @Sendable (Request) -> Bool = { request in
    if case .items(let items, _) = request { items.changesItems } else { false }
  }

  private func error(_ body: () throws(KeychainError) -> Void) -> KeychainError? {
    do throws(KeychainError) {
      try body()
      return nil
    } catch { return error }
  }

  /// The database is damaged and repaired after the call. The client must not delete the item of another client.
  @Test func repairDoesNotRepeatACall() throws {
    for number in 0..<100 { _ = try client.perform(.add(addition("\(number)"))) }
    _ = try client.perform(.add(addition("mail", "old")))
    let machine = machine
    service.cut(
      .beforeAnswer,
      thenRunning: { [keychain] in
        let other = KeychainClient(machine.process(), as: Caller(accessGroups: ["app"]))
        _ = try? other.perform(
          .add(
            AddRequest(
              .genericPassword,
              attributes: AttributeSet([.service: .string("mail"), .accessGroup: .string("app")]),
              secret: Array("new".utf8))))
        let store = TestKeychain(keychain, in: machine.folder)
        try? store.damageHeader()
        _ = try? machine.process().repair()
      }, at: Self.changesItems)
    _ = error { () throws(KeychainError) in _ = try client.perform(.delete(DeleteRequest(query("mail")))) }
    let found = try machine.process().client.perform(.search(SearchRequest(query("mail"), contents: .secret)))
    #expect(found.map(\.secret) == [Array("new".utf8)])
    #expect(try machine.process().verify().setAside.count >= 1)
  }

  @Test func erasureDoesNotRepeatACall() throws {
    _ = try client.perform(.add(addition("first")))
    let machine = machine
    service.cut(.beforeAnswer, thenRunning: { _ = try? machine.process().eraseEverything() }, at: Self.changesItems)
    let error = error { () throws(KeychainError) in _ = try client.perform(.add(addition("mail"))) }
    #expect(error?.cause == .connectionLost && error?.reason.contains("is not known") == true)
    #expect(try machine.process().client.isPresent() == false)
  }
}
