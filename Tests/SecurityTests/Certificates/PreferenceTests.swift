import Foundation
import Security
import Testing

/// Tests the functions for preferred identities and certificates.
@Suite("Preferred identities and certificates") struct PreferenceTests {
  private let keychain: TestKeychain
  private let alice: SecIdentity
  private let bob: SecIdentity

  init() throws {
    keychain = try TestKeychain()
    alice = try .made("Alice")
    bob = try .made("Bob")
    for identity in [alice, bob] {
      #expect(keychain.add([kSecValueRef: identity]).status == ok)
    }
  }

  private func set(_ identity: SecIdentity?, _ name: String, _ usage: CFArray? = nil) -> OSStatus {
    keychain.perform { SecIdentitySetPreferred(identity, name as NSString, usage) }
  }

  private func preferred(
    _ name: String, _ usage: CFArray? = nil, issuers: CFArray? = nil
  ) -> SecIdentity? {
    keychain.perform { SecIdentityCopyPreferred(name as NSString, usage, issuers) }
  }

  /// Calls `SecIdentityCopyPreference` and returns the status and the identity.
  private func found(
    _ name: String, _ usage: UInt32 = 0, issuers: CFArray? = nil
  ) -> (OSStatus, SecIdentity?) {
    keychain.perform {
      var identity: SecIdentity?
      let status = SecIdentityCopyPreference(name as NSString, usage, issuers, &identity)
      return (status, identity)
    }
  }

  @Test("A preference can be set, read, replaced and removed") func set() {
    #expect(found("example.org") == (notFound, nil))
    #expect(set(nil, "example.org") == notFound)
    #expect(set(alice, "example.org") == ok)
    #expect(preferred("example.org") == alice)
    #expect(set(bob, "example.org") == ok)
    #expect(found("example.org") == (ok, bob))
    #expect(keychain.count(.generic()) == 1)
    #expect(set(nil, "example.org") == ok)
    #expect(preferred("example.org") == nil)
    #expect(keychain.count(.generic()) == 0)
    #expect(set(nil, "example.org") == notFound)
  }

  @Test("A preference is stored as a generic password with documented attributes") func item() throws {
    #expect(set(alice, "example.org", [kSecAttrCanSign] as NSArray) == ok)
    let attributes = keychain.attributes(.generic())
    #expect(attributes[kSecAttrService] as? String == "example.org")
    #expect(attributes[kSecAttrAccount] as? String == "identity preference, usage 4")
    #expect(attributes[kSecAttrLabel] as? String == "Alice")
    // The type is the four-character code 'iprf'.
    #expect(attributes[kSecAttrType] as? Int == 0x6970_7266)
    #expect(attributes[kSecAttrAccessible] as? String == "dk")
    let certificate = try #require(alice.itsCertificate)
    let reference = keychain.reference([kSecValueRef: certificate])
    #expect(
      attributes[kSecAttrGeneric] as? Data == Data("idnt".utf8) + reference.dropFirst(4))
    #expect(keychain.secret(.generic()) == nil)
  }

  @Test("The label of a preference is the name of the preferred identity") func label() throws {
    let nameless = try SecIdentity.made("") { $0.subject = [] }
    #expect(keychain.add([kSecValueRef: nameless]).status == ok)
    #expect(set(alice, "x") == ok)
    #expect(set(nameless, "x") == ok)
    #expect(preferred("x") == nameless)
    #expect(keychain.attributes(.generic())[kSecAttrLabel] as? String == "")
    #expect(set(alice, "x") == ok)
    #expect(keychain.attributes(.generic())[kSecAttrLabel] as? String == "Alice")
  }

  @Test("Wrong arguments give -50") func arguments() {
    #expect(set(alice, "") == param)
    #expect(set(alice, "x", ["y"] as NSArray) == param)
    #expect(set(alice, "x", [kSecAttrCanSign, NSNumber(value: 4)] as NSArray) == param)
    #expect(preferred("x", ["y"] as NSArray) == nil)
    #expect(found("") == (param, nil))
    #expect(found("x", 512) == (param, nil))
    #expect(set(alice, "x") == ok)
    // `SecItemCopyMatching` ignores values of `kSecMatchIssuers` that are not names. The functions for preferences
    // reject these values, because otherwise an identity of any issuer would match.
    for issuers in [["y"], [Data("y".utf8)], [Data()], [NSNull()]] as [NSArray] {
      #expect(found("x", issuers: issuers) == (param, nil))
      #expect(preferred("x", issuers: issuers) == nil)
    }
    #expect(keychain.count(.generic()) == 1)
  }

  @Test("An identity cannot be preferred unless its certificate and key are in the keychain") func missing() throws {
    let other = try SecIdentity.made("Carol")
    #expect(set(other, "x") == notFound)
    let certificate = try #require(other.itsCertificate)
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(set(other, "x") == notFound)
    #expect(keychain.count(.generic()) == 0)
  }

  @Test("A preference for a deleted identity gives -25300, and no other preference applies") func dangling() {
    #expect(set(alice, "a.example.org") == ok)
    #expect(set(bob, "*.example.org") == ok)
    #expect(keychain.delete([kSecValueRef: alice]) == ok)
    #expect(found("a.example.org") == (notFound, nil))
    #expect(preferred("b.example.org") == bob)
    #expect(set(nil, "a.example.org") == ok)
    #expect(preferred("a.example.org") == bob)
  }

  @Test("The preference with the most specific name applies") func names() {
    for (identity, name) in [
      (alice, "https://a.example.org/x/y/"), (bob, "https://a.example.org/x/"),
      (alice, "a.example.org"), (bob, "*.example.org"), (alice, "*.org"),
      (bob, "anna@example.org"),
    ] {
      #expect(set(identity, name) == ok)
    }
    for (name, expected) in [
      ("https://a.example.org/x/y/z", alice), ("https://a.example.org/x/z", bob),
      ("https://a.example.org/z", alice), ("https://A.Example.ORG:8443/x/", alice),
      ("a.example.org", alice), ("https://b.c.example.org/", bob), ("example.org", alice),
      ("anna@example.org", bob), ("otto@example.org", nil), ("example.com", nil),
      ("https://a.example.orgx/x/y/", nil),
    ] as [(String, SecIdentity?)] {
      #expect(preferred(name) == expected, "\(name)")
    }
  }

  @Test("A preference for the requested usage precedes a preference for all usages") func usages() {
    let signing = [kSecAttrCanSign] as NSArray
    let decrypting = [kSecAttrCanDecrypt] as NSArray
    #expect(set(alice, "x", signing) == ok)
    #expect(found("x", 2) == (notFound, nil))
    #expect(found("x") == (ok, alice))
    #expect(set(bob, "x") == ok)
    #expect(preferred("x", signing) == alice)
    #expect(preferred("x", decrypting) == bob)
    #expect(preferred("x", [] as NSArray) == bob)
    #expect(found("x", 4) == (ok, alice))
    #expect(found("x", 0x8000_0000) == (ok, bob))
    #expect(keychain.count(.generic()) == 2)
    #expect(set(nil, "x", signing) == ok)
    #expect(preferred("x", signing) == bob)
  }

  @Test("A list of issuers excludes a preferred identity of another issuer") func issuers() throws {
    let leaf = try SecIdentity.made("Leaf") {
      $0.issuer = [.commonName("Authority")]
    }
    #expect(keychain.add([kSecValueRef: leaf]).status == ok)
    #expect(set(leaf, "x") == ok)
    let certificate = try #require(leaf.itsCertificate)
    let name = try #require(SecCertificateCopyNormalizedIssuerSequence(certificate))
    let other = try #require(SecCertificateCopyNormalizedSubjectSequence(certificate))
    #expect(preferred("x", issuers: [name] as NSArray) == leaf)
    #expect(preferred("x", issuers: [] as NSArray) == leaf)
    #expect(found("x", issuers: [other] as NSArray) == (notFound, nil))
  }

  @Test("A program changes its own preference, and can read the preference in the group login") func groups() {
    let tool = keychain.seen(by: ["login"])
    tool.perform { #expect(SecIdentitySetPreferred(alice, "x", nil) == notFound) }
    for identity in [alice, bob] {
      #expect(tool.add([kSecValueRef: identity]).status == ok)
    }
    tool.perform { #expect(SecIdentitySetPreferred(alice, "x", nil) == ok) }
    #expect(preferred("x") == alice)
    #expect(set(nil, "x") == notFound)
    #expect(set(bob, "x") == ok)
    #expect(preferred("x") == bob)
    tool.perform { #expect(SecIdentityCopyPreferred("x", nil, nil) == alice) }
    #expect(set(nil, "x") == ok)
    #expect(preferred("x") == alice)
  }

  @Test("A preferred certificate is independent of a preferred identity") func certificates() throws {
    let certificate = try SecCertificate.made("Friend")
    func set(_ certificate: SecCertificate?, _ usage: CFArray? = nil) -> OSStatus {
      keychain.perform { SecCertificateSetPreferred(certificate, "friend@example.org", usage) }
    }
    #expect(set(certificate) == notFound)
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(set(certificate) == ok)
    #expect(preferred("friend@example.org") == nil)
    keychain.perform {
      #expect(SecCertificateCopyPreferred("friend@example.org", nil) == certificate)
      #expect(SecCertificateCopyPreferred("Friend@example.org", nil) == certificate)
      #expect(SecCertificateCopyPreferred("friend@example.org", ["x"] as NSArray) == nil)
      var found: SecCertificate?
      #expect(SecCertificateCopyPreference("friend@example.org", 1, &found) == ok)
      #expect(found == certificate)
      #expect(
        SecCertificateSetPreference(certificate, "friend@example.org", 1, NSDate()) == ok)
      #expect(SecCertificateSetPreference(certificate, "friend@example.org", 512, nil) == param)
      #expect(SecCertificateCopyPreference("", 1, &found) == param)
    }
    #expect(keychain.attributes(.generic())[kSecAttrType] as? Int == 0x6370_7266)
    #expect(keychain.count(.generic()) == 2)
    #expect(set(nil, [kSecAttrCanEncrypt] as NSArray) == ok)
    #expect(set(nil) == ok)
    keychain.perform { #expect(SecCertificateCopyPreferred("friend@example.org", nil) == nil) }
  }

  @Test("SecIdentityCopyPreferred finds a preference that SecIdentitySetPreference made") func older() {
    keychain.perform {
      #expect(SecIdentitySetPreference(alice, "x", 4 | 8) == ok)
      #expect(SecIdentitySetPreference(alice, "x", 1 << 20) == param)
    }
    #expect(preferred("x", [kSecAttrCanVerify, kSecAttrCanSign] as NSArray) == alice)
    #expect(preferred("x", [kSecAttrCanSign] as NSArray) == alice)
    #expect(preferred("x", [kSecAttrCanWrap] as NSArray) == nil)
  }

  @Test("A preference does not replace a password that has the same name") func foreign() {
    let name: Query = [kSecAttrAccount: "identity preference, usage 0"]
    #expect(keychain.add(.generic("x").secret("s") + name).status == ok)
    #expect(set(alice, "x") == duplicate)
    #expect(keychain.secret(.generic("x")) == "s")
    #expect(preferred("x") == nil)
    #expect(set(nil, "x") == notFound)
  }
}
