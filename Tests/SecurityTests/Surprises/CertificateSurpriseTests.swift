import Foundation
import Security
import Testing

/// Tests surprising behaviour of certificates and identities (specification: secitem 13; keys-and-certificates 9.2,
/// surprise K14 to K21).
@Suite("Surprises: certificates and identities") struct CertificateSurpriseTests {
  private let keychain: TestKeychain

  init() throws { keychain = try TestKeychain() }

  @Test("Type, issuer and serial number make a certificate unique")
  func s23_certificateUniqueness() throws {
    let one = try SecCertificate.made("One", issuer: "Authority")
    let other = try SecCertificate.made("Other", issuer: "Authority")
    #expect(keychain.add([kSecValueRef: one]).status == ok)
    #expect(keychain.add([kSecValueRef: other]).status == duplicate)
  }

  @Test("An update of an identity by persistent reference gives -26276")
  func s29_identityReferenceInUpdate() throws {
    #expect(keychain.add([kSecValueRef: try SecIdentity.made("x")]).status == ok)
    let reference: Query = [kSecValuePersistentRef: keychain.reference(.identities)]
    #expect(keychain.update(reference, [kSecAttrLabel: "y"]) == errSecInternal)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["x"])
    #expect(keychain.find(reference).status == ok)
    #expect(keychain.delete(reference) == ok)
  }

  @Test("The attributes of a certificate with an access control are not a valid query")
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

  @Test("The limit applies after the filter by email address (D11)") func s44_addressAndLimit() throws {
    for (serial, address) in [(1, "a@example.org"), (2, "b@example.org")] {
      let certificate = try SecCertificate.made("c\(serial)", serial: serial) {
        $0.addresses = [address]
      }
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    let query: Query = .certificates + [kSecMatchEmailAddressIfPresent: "b@example.org"]
    #expect(keychain.attributes(query)[kSecAttrLabel] as? String == "c2")
  }

  @Test("A certificate without addresses matches any address, for any requested result (D10)")
  func s45_addressIfPresent() throws {
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("x")]).status == ok)
    let query: Query = .certificates + [kSecMatchEmailAddressIfPresent: "a@example.org"]
    #expect(keychain.find(query).status == ok)
    #expect(keychain.find(query + [kSecReturnAttributes: true]).status == ok)
    #expect(keychain.find(query + [kSecReturnData: true]).status == ok)
  }

  @Test("The default accessibility of a certificate is Always")
  func s51_certificateAccessibility() throws {
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("x")]).status == ok)
    #expect(keychain.attributes(.certificates)[kSecAttrAccessible] as? String == "dk")
  }

  @Test("A delete of an identity keeps the key if another certificate uses the key")
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
    "A delete by class deletes only identities, and rejects an attribute that keys or certificates lack"
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

  @Test("A second add of an identity is a duplicate only if both the certificate and the key exist")
  func s75_identityTwice() throws {
    let identity = try SecIdentity.made("x")
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == duplicate)
    #expect(keychain.delete(.key()) == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
    #expect(keychain.delete(.certificates) == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
  }

  @Test("An identity has the label of the certificate, and the synchronizability of the key")
  func s79_attributesOfIdentities() throws {
    let identity = try SecIdentity.made("x")
    let key = try #require(identity.itsKey)
    let certificate = try #require(identity.itsCertificate)
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrSynchronizable: true]).status == ok)
    #expect(keychain.add([kSecValueRef: key, kSecAttrLabel: "key"]).status == ok)
    #expect(keychain.count(.identities + [kSecAttrLabel: "x"]) == 1)
    #expect(keychain.count(.identities + [kSecAttrLabel: "key"]) == 0)
    // The identity is local, because the key is local.
    #expect(keychain.count(.identities + [kSecAttrSynchronizable: false]) == 1)
    #expect(keychain.count(Query.identities.synchronizable) == 0)
  }

  // MARK: keys-and-certificates 9.2

  @Test("Names are stored without the header, and only a PrintableString is normalized")
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

  @Test("A certificate's label is the summary, and only an add by reference sets the label") func k15_label() throws {
    let certificate = try SecCertificate.made("x") {
      $0.subject = [.commonName("first"), .commonName("second")]
    }
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["second, first"])
    #expect(keychain.delete(.certificates) == ok)
    #expect(keychain.add(.certificates + [kSecValueData: certificate.data]).status == ok)
    #expect(keychain.attributes(.certificates)[kSecAttrLabel] == nil)
  }

  @Test("Without a common name, the label is an address, a host or another name") func k16_summary() throws {
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
    "Bytes after a certificate are dropped. Version number 0, years from 50 to 69 and PEM are rejected.")
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
    // These bytes are [0] { INTEGER 2 }, which means version 3.
    let version = try #require(made.data.range(of: Data([0xA0, 3, 2, 1, 2])))
    #expect(read(made.data.replacingSubrange(version, with: Data([0xA0, 3, 2, 1, 0]))) == nil)
    let pem =
      "-----BEGIN CERTIFICATE-----\n\(made.data.base64EncodedString())\n-----END CERTIFICATE-----\n"
    #expect(read(Data(pem.utf8)) == nil)
  }

  @Test("A reissued certificate with the same serial number is a duplicate")
  func k18_issuedAgain() throws {
    let key = try SecKey.made()
    var certificate = MadeCertificate("x", issuer: "Authority", serial: 7)
    #expect(keychain.add([kSecValueRef: try certificate.made(key)]).status == ok)
    certificate.notAfter = "20980101000000Z"
    #expect(keychain.add([kSecValueRef: try certificate.made(key)]).status == duplicate)
  }

  @Test("A stored public key makes no identity. A key with two certificates makes two identities.")
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

  @Test("A delete of all identities keeps other certificates and other keys (compare D36)")
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

  @Test("An add of an identity succeeds if only its certificate or its key exists, and fails if both exist")
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
