import Foundation
import Keychain
import KeychainModel
import LatchkeyAdministration
import TestSupport
import Testing

@Suite struct CommitTests {
  private func add(_ service: String, to keychain: LocalKeychain, isSynchronizable: Bool) throws {
    let attributes = AttributeSet([
      .service: .string(service), .synchronizable: .number(isSynchronizable ? 1 : 0),
    ])
    _ = try keychain.perform(
      .add(AddRequest(.genericPassword, attributes: attributes, secret: nil)),
      as: Caller(accessGroups: ["app"]))
  }

  @Test func everyCommitIsToldWithItsProcess() async throws {
    let folder = try TemporaryDirectory()
    let keychain = LocalKeychain(StoreLocation(home: folder.path))
    try add("before", to: keychain, isSynchronizable: false)
    let commits = try KeychainAdministration(home: folder.path).commits()
    try add("one", to: keychain, isSynchronizable: false)
    try add("two", to: keychain, isSynchronizable: true)
    var told: [KeychainCommit] = []
    for await commit in commits {
      told.append(commit)
      if told.count == 2 { break }
    }
    #expect(told.map(\.process) == [getpid(), getpid()])
    #expect(told.map(\.isSynchronizable) == [false, true])
  }

  @Test func aFailedCallTellsNothing() async throws {
    let folder = try TemporaryDirectory()
    let keychain = LocalKeychain(StoreLocation(home: folder.path))
    try add("one", to: keychain, isSynchronizable: false)
    let commits = try KeychainAdministration(home: folder.path).commits()
    #expect(throws: KeychainError.self) {
      try add("one", to: keychain, isSynchronizable: false)
    }
    try add("two", to: keychain, isSynchronizable: true)
    var iterator = commits.makeAsyncIterator()
    #expect(await iterator.next()?.isSynchronizable == true)
  }

  @Test func theLocationsAreThoseOfTheFiles() throws {
    let administration = try KeychainAdministration(home: "/somewhere")
    #expect(administration.databasePath == "/somewhere/keychain.db")
    #expect(administration.deviceKeyPath == "/somewhere/device.key")
    #expect(throws: AdministrationError.self) { try KeychainAdministration(home: "somewhere") }
  }
}
