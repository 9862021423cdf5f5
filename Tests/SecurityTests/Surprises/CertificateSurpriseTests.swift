import Foundation
import Security
import Testing

/// Surprising behaviour of certificates and identities, in secitem 13 and keys-and-certificates 9.2 (specification:
/// surprise K14 to K21).
@Suite("Surprises: certificates and identities") struct CertificateSurpriseTests {
  private let keychain: TestKeychain

  init() throws { keychain = try TestKeychain() }

  @Test("Certificates are unique by type, issuer and serial number")
  func s23_certificateUniqueness() throws {
    let one = try SecCertificate.made("One", issuer: "Authority")
    let other = try SecCertificate.made("Other", issuer: "Authority")
    #expect(keychain.add([kSecValueRef: one]).status == ok)
    #expect(keychain.add([kSecValueRef: other]).status == duplicate)
  }

  @Test("An identity is not updated by its persistent reference: -26276")
  func s29_identityReferenceInUpdate() throws {
    #expect(keychain.add([kSecValueRef: try SecIdentity.made("x")]).status == ok)
    let reference: Query = [kSecValuePersistentRef: keychain.reference(.identities)]
    #expect(keychain.update(reference, [kSecAttrLabel: "y"]) == errSecInternal)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["x"])
    #expect(keychain.find(reference).status == ok)
    #expect(keychain.delete(reference) == ok)
  }

  @Test("A certificate with a real access control: its attributes are no query")
  func s40_attributesAsQuery() throws {
    let certificate = try SecCertificate.made("x")
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil))
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrAccessControl: control]).status == ok)
    var attributes = try #require(keychain.attributes(.certificates) as? Query)
    attributes["sha1"] = nil
    #expect(keychain.find(attributes + .certificates).status == param)
    attributes["accc"] = nil
    #expect(keychain.find(attributes + .certificates).status == ok)
  }

  @Test("The address filter comes before the limit (D11)") func s44_addressAndLimit() throws {
    for (serial, address) in [(1, "a@example.org"), (2, "b@example.org")] {
      let certificate = try SecCertificate.made("c\(serial)", serial: serial) {
        $0.addresses = [address]
      }
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    let query: Query = .certificates + [kSecMatchEmailAddressIfPresent: "b@example.org"]
    #expect(keychain.attributes(query)[kSecAttrLabel] as? String == "c2")
  }

  @Test("Certificates without addresses match an address, whatever is asked for (D10)")
  func s45_addressIfPresent() throws {
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("x")]).status == ok)
    let query: Query = .certificates + [kSecMatchEmailAddressIfPresent: "a@example.org"]
    #expect(keychain.find(query).status == ok)
    #expect(keychain.find(query + [kSecReturnAttributes: true]).status == ok)
    #expect(keychain.find(query + [kSecReturnData: true]).status == ok)
  }

  @Test("Certificates are readable always, unless the add says otherwise")
  func s51_certificateAccessibility() throws {
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("x")]).status == ok)
    #expect(keychain.attributes(.certificates)[kSecAttrAccessible] as? String == "dk")
  }

  @Test("A delete of an identity keeps the key while another certificate uses it")
  func s73_sharedKey() throws {
    let first = try SecIdentity.made("first")
    let second = try SecIdentity.made("second", serial: 2, key: first.itsKey)
    for identity in [first, second] {
      #expect(keychain.add([kSecValueRef: identity]).status == ok)
    }
    #expect(keychain.delete([kSecValueRef: first]) == ok)
    #expect(keychain.count(.key()) == 1)
    #expect(keychain.find([kSecValueRef: second]).status == ok)
    #expect(keychain.delete([kSecValueRef: second]) == ok)
    #expect(keychain.count(.key()) == 0)
  }

  @Test(
    "A delete of the class takes identities only, and is refused whole for an attribute of one half"
  )
  func s74_identityClass() throws {
    #expect(keychain.add([kSecValueRef: try SecIdentity.made("x")]).status == ok)
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("CA", serial: 9)]).status == ok)
    #expect(keychain.delete(.identities + [kSecAttrApplicationTag: "t"]) == noAttribute)
    #expect(keychain.delete(.identities + [kSecAttrSubject: Data()]) == noAttribute)
    #expect(keychain.count(.certificates) == 2)
    #expect(keychain.delete(.identities) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["CA"])
    #expect(keychain.count(.key()) == 0)
  }

  @Test("Adding an identity twice is a duplicate only if both halves are there")
  func s75_identityTwice() throws {
    let identity = try SecIdentity.made("x")
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == duplicate)
    #expect(keychain.delete(.key()) == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
    #expect(keychain.delete(.certificates) == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
  }

  @Test("The label of an identity is the certificate's, its group the key's")
  func s79_attributesOfIdentities() throws {
    let identity = try SecIdentity.made("x")
    let key = try #require(identity.itsKey)
    let certificate = try #require(identity.itsCertificate)
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrSynchronizable: true]).status == ok)
    #expect(keychain.add([kSecValueRef: key, kSecAttrLabel: "key"]).status == ok)
    #expect(keychain.count(.identities + [kSecAttrLabel: "x"]) == 1)
    #expect(keychain.count(.identities + [kSecAttrLabel: "key"]) == 0)
    // The identity is local, like its key.
    #expect(keychain.count(.identities + [kSecAttrSynchronizable: false]) == 1)
    #expect(keychain.count(Query.identities.synchronizable) == 0)
  }

  // MARK: keys-and-certificates 9.2

  @Test("Stored names lack the header, and only PrintableString is normalised")
  func k14_storedNames() throws {
    let certificate = try SecCertificate.made("x") {
      $0.subject = [.printable(10, "Big  Org"), .commonName("lower  case")]
    }
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let stored = keychain.attributes(.certificates)[kSecAttrSubject] as? Data
    let parts: [MadeCertificate.NamePart] = [
      .printable(10, "BIG ORG"), .commonName("lower  case"),
    ]
    #expect(stored == Data(MadeCertificate.nameContent(parts)))
    #expect(
      SecCertificateCopyNormalizedSubjectSequence(certificate) as Data?
        == Data(MadeCertificate.name(parts)))
  }

  @Test("The label is the summary, and inferred for a reference only") func k15_label() throws {
    let certificate = try SecCertificate.made("x") {
      $0.subject = [.commonName("first"), .commonName("second")]
    }
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["second, first"])
    #expect(keychain.delete(.certificates) == ok)
    #expect(keychain.add(.certificates + [kSecValueData: certificate.data]).status == ok)
    #expect(keychain.attributes(.certificates)[kSecAttrLabel] == nil)
  }

  @Test("Without a common name the label is an address or a host") func k16_summary() throws {
    for (serial, change): (Int, (inout MadeCertificate) -> Void) in [
      (1, { ($0.subject, $0.addresses) = ([.organization("Org")], ["a@example.org"]) }),
      (2, { ($0.subject, $0.hosts) = ([.organization("Org")], ["example.org"]) }),
      (3, { $0.subject = [.organization("Org")] }),
    ] {
      let certificate = try SecCertificate.made("x", serial: serial, change)
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["a@example.org", "example.org", "Org"])
  }

  @Test(
    "Bytes behind a certificate are dropped; version 0, years from 50 to 69 and PEM are refused")
  func k17_reading() throws {
    func read(_ bytes: Data) -> SecCertificate? {
      SecCertificateCreateWithData(nil, bytes as NSData)
    }
    let made = try SecCertificate.made("x") {
      ($0.notBefore, $0.notAfter) = ("700101000000Z", "491231235959Z")
    }
    #expect(read(made.data + [1, 2, 3])?.data == made.data)
    func changed(_ old: String, _ new: String) throws -> Data {
      let place = try #require(made.data.range(of: Data(old.utf8)))
      return made.data.replacingSubrange(place, with: Data(new.utf8))
    }
    #expect(try read(changed("700101", "690101")) == nil)
    #expect(try read(changed("491231", "501231")) == nil)
    #expect(try read(changed("491231", "481231")) != nil)
    // [0] { INTEGER 2 } means version 3.
    let version = try #require(made.data.range(of: Data([0xA0, 3, 2, 1, 2])))
    #expect(read(made.data.replacingSubrange(version, with: Data([0xA0, 3, 2, 1, 0]))) == nil)
    let pem =
      "-----BEGIN CERTIFICATE-----\n\(made.data.base64EncodedString())\n-----END CERTIFICATE-----\n"
    #expect(read(Data(pem.utf8)) == nil)
  }

  @Test("A certificate that was issued again with the same serial number is a duplicate")
  func k18_issuedAgain() throws {
    let key = try SecKey.made()
    var certificate = MadeCertificate("x", issuer: "Authority", serial: 7)
    #expect(keychain.add([kSecValueRef: try certificate.made(key)]).status == ok)
    certificate.notAfter = "20980101000000Z"
    #expect(keychain.add([kSecValueRef: try certificate.made(key)]).status == duplicate)
  }

  @Test("A stored public key is no identity; a key with two certificates is two")
  func k19_phantoms() throws {
    let identity = try SecIdentity.made("x")
    let key = try #require(identity.itsKey)
    #expect(keychain.add([kSecValueRef: try #require(identity.itsCertificate)]).status == ok)
    #expect(keychain.add([kSecValueRef: try #require(key.publicKey)]).status == ok)
    #expect(keychain.count(.identities) == 0)
    #expect(keychain.add([kSecValueRef: key]).status == ok)
    #expect(
      keychain.add([kSecValueRef: try SecIdentity.made("y", serial: 2, key: key)]).status == ok)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["x", "y"])
  }

  @Test("A delete of all identities takes no other certificate and no other key (D36 in spirit)")
  func k20_deleteOfIdentities() throws {
    let shared = try SecIdentity.made("first")
    let other = try SecIdentity.made("second", serial: 2, key: shared.itsKey)
    #expect(keychain.add([kSecValueRef: shared]).status == ok)
    #expect(keychain.add([kSecValueRef: other]).status == ok)
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("CA", serial: 9)]).status == ok)
    #expect(keychain.add([kSecValueRef: try SecKey.made()]).status == ok)
    #expect(keychain.delete([kSecValueRef: shared]) == ok)
    #expect(keychain.count(.key()) == 2)
    #expect(keychain.delete(.identities) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["CA"])
    #expect(keychain.count(.key()) == 1)
  }

  @Test("An identity of which one half is there is added; one that is there is a duplicate")
  func k21_halves() throws {
    let identity = try SecIdentity.made("x")
    for half in [identity.itsKey as Any, identity.itsCertificate as Any] {
      #expect(keychain.add([kSecValueRef: half]).status == ok)
      #expect(keychain.count(.identities) == 0)
      #expect(keychain.add([kSecValueRef: identity]).status == ok)
      #expect(keychain.count(.identities) == 1)
      #expect(keychain.add([kSecValueRef: identity]).status == duplicate)
      #expect(keychain.delete(.identities) == ok)
    }
  }
}

extension Data {
  fileprivate func replacingSubrange(_ range: Range<Index>, with other: Data) -> Data {
    var changed = self
    changed.replaceSubrange(range, with: other)
    return changed
  }
}
