import KeychainModel
import Testing

@testable import Keychain

/// Tests that delete identities whose certificates are damaged.
@Suite struct IdentityDeletionTests {
  @Test("A key stays if a certificate cannot be read") func damagedCertificate() throws {
    let store = try TestKeychain()
    let key = SampleItem.key("key")
    try store.add(key)
    let hash = try #require(key.attributes[.applicationLabel])
    for name in ["one", "two"] {
      let sample = SampleItem.certificate(name)
      var attributes = sample.attributes
      attributes[.publicKeyHash] = hash
      try store.add(
        SampleItem(itemClass: .certificate, attributes: attributes, secret: sample.secret))
    }
    try store.execute("UPDATE cert SET meta = zeroblob(length(meta)) WHERE id = 2")
    let query = ItemQuery(.identity, attributes: AttributeSet([.label: .string("one")]))
    _ = try store.keychain.perform(.delete(DeleteRequest(query)), as: TestKeychain.caller)
    #expect(try store.count(of: [SampleItem.certificate("one")]) == 0)
    #expect(try store.count(of: [key]) == 1)
  }
}
