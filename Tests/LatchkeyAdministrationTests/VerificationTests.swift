import Keychain
import KeychainModel
import LatchkeyAdministration
import TestSupport
import Testing

@Suite struct VerificationTests {
  @Test func anIntactKeychainIsCounted() throws {
    let folder = try TemporaryDirectory()
    let keychain = LocalKeychain(StoreLocation(home: folder.path))
    let caller = Caller(accessGroups: ["app"])
    for service in ["one", "two", "three"] {
      let attributes = AttributeSet([
        .service: .string(service), .synchronizable: .number(service == "three" ? 1 : 0),
      ])
      _ = try keychain.perform(
        .add(AddRequest(.genericPassword, attributes: attributes, secret: [1])), as: caller)
    }
    _ = try keychain.perform(
      .delete(
        DeleteRequest(
          ItemQuery(
            .genericPassword, attributes: AttributeSet([.service: .string("three")]),
            isSynchronizable: true))), as: caller)

    let verification = try KeychainAdministration(home: folder.path).verify()
    #expect(verification.isIntact)
    #expect(verification.itemCount == 2)
    #expect(verification.tombstoneCount == 1)
    #expect(verification.deadCount == 0)
    #expect(verification.quarantinedCount == 0)
    #expect(verification.filesSetAside.isEmpty)
    #expect(try KeychainAdministration(home: folder.path).repair() == nil)
  }
}
