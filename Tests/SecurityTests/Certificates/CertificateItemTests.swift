import Foundation
import Security
import ServiceTestSupport
import Testing

/// Tests certificates as items (specification: secitem 2.5, 2.8; keys-and-certificates 2.5).
@Suite("Certificates as items") struct CertificateItemTests {
  private let keychain: TestKeychain
  private let certificate: SecCertificate

  init() throws {
    keychain = try TestKeychain()
    certificate = try .made("Alice", issuer: "Authority", serial: 0x81) {
      $0.subjectKeyID = [1, 2, 3]
    }
  }

  private var everything: Query {
    [
      kSecReturnData: true, kSecReturnAttributes: true, kSecReturnRef: true,
      kSecReturnPersistentRef: true,
    ]
  }

  @Test("An add by reference derives every attribute from the certificate") func derivedAttributes() throws {
    let key = try #require(SecCertificateCopyKey(certificate))
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let attributes = keychain.attributes(.certificates)
    #expect(attributes[kSecAttrCertificateType] as? Int == 3)
    #expect(attributes[kSecAttrCertificateEncoding] as? Int == 3)
    #expect(
      attributes[kSecAttrSubject] as? Data
        == Data(MadeCertificate.nameContent([.commonName("Alice")])))
    #expect(
      attributes[kSecAttrIssuer] as? Data
        == Data(MadeCertificate.nameContent([.commonName("Authority")])))
    #expect(attributes[kSecAttrSerialNumber] as? Data == Data([0, 0x81]))
    #expect(attributes[kSecAttrSubjectKeyID] as? Data == Data([1, 2, 3]))
    #expect(attributes[kSecAttrPublicKeyHash] as? Data == key.applicationLabel)
    #expect(attributes[kSecAttrLabel] as? String == "Alice")
    #expect(attributes[kSecAttrAccessible] as? String == "dk")
    #expect(attributes[kSecAttrAccessGroup] as? String == "app")
    #expect(attributes["alis"] == nil)
    #expect(keychain.find(.certificates + [kSecReturnData: true]).data == certificate.data)
  }

  @Test("SecCertificateAddToKeychain stores the same item as an add by reference") func addToKeychain() {
    #expect(keychain.perform { SecCertificateAddToKeychain(certificate, nil) } == ok)
    #expect(keychain.attributes(.certificates)[kSecAttrLabel] as? String == "Alice")
    #expect(
      keychain.perform { SecCertificateAddToKeychain(certificate, .defaultKeychain) } == duplicate)
    let missing = SecKeychain.missing(at: "/x")
    #expect(keychain.perform { SecCertificateAddToKeychain(certificate, missing) } == errSecNoSuchKeychain)
    #expect(keychain.count(.certificates) == 1)
  }

  @Test("The issuer and subject of an item are the normalized contents of the names") func nameContents() throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let attributes = keychain.attributes(.certificates)
    #expect(
      attributes[kSecAttrIssuer] as? Data
        == SecCertificateCopyNormalizedIssuerContent(certificate, nil) as Data?)
    #expect(
      attributes[kSecAttrSubject] as? Data
        == SecCertificateCopyNormalizedSubjectContent(certificate, nil) as Data?)
  }

  @Test("Names are stored without their header, and a PrintableString in upper case") func names() throws {
    let parts = [MadeCertificate.NamePart.printable(3, " bob  the builder "), .organization("Org")]
    let other = try SecCertificate.made("x") { $0.subject = parts }
    #expect(keychain.add([kSecValueRef: other]).status == ok)
    let stored = Data(
      MadeCertificate.nameContent([.printable(3, "BOB THE BUILDER"), .organization("Org")]))
    #expect(keychain.attributes(.certificates)[kSecAttrIssuer] as? Data == stored)
    // A search by issuer accepts the stored form of the name, and the complete name in the original encoding.
    for name in [stored, Data(MadeCertificate.name(parts))] {
      #expect(keychain.count(.certificates + [kSecAttrIssuer: name]) == 1)
      #expect(keychain.count([kSecClass: kSecClassIdentity, kSecAttrIssuer: name]) == 0)
    }
    // A search by subject accepts only the stored form.
    #expect(keychain.count(.certificates + [kSecAttrSubject: stored]) == 1)
    #expect(
      keychain.count(.certificates + [kSecAttrSubject: Data(MadeCertificate.name(parts))]) == 0)
  }

  @Test("An issuer that is not data gives -50 for every class", arguments: ["cert", "keys", "genp"])
  func issuerOfAnotherType(_ itemClass: String) {
    let query: Query = [kSecClass: itemClass, kSecAttrIssuer: "Authority"]
    #expect(keychain.add(query).status == param)
    #expect(keychain.find(query).status == param)
    #expect(keychain.delete(query) == param)
  }

  @Test("Attributes of the query, including a label, take precedence over the certificate's") func ownAttributes()
    throws
  {
    let given: Query = [
      kSecValueRef: certificate, kSecAttrLabel: "mine", kSecAttrSubjectKeyID: Data([9]),
      kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
    ]
    #expect(keychain.add(given).status == ok)
    let attributes = keychain.attributes(.certificates)
    #expect(attributes[kSecAttrLabel] as? String == "mine")
    #expect(attributes[kSecAttrSubjectKeyID] as? Data == Data([9]))
    #expect(attributes[kSecAttrAccessible] as? String == "ck")
  }

  @Test("An add of DER data derives the same attributes, but no label") func addOfData() throws {
    #expect(keychain.add(.certificates + [kSecValueData: certificate.data]).status == ok)
    let attributes = keychain.attributes(.certificates)
    #expect(attributes[kSecAttrSerialNumber] as? Data == Data([0, 0x81]))
    #expect(attributes[kSecAttrLabel] == nil)
    #expect(keychain.find([kSecValueRef: certificate]).status == ok)
    #expect(keychain.add([kSecValueRef: certificate]).status == duplicate)
  }

  @Test("Bytes that are not a certificate are stored, and a search returns no object for them") func otherData() {
    let item: Query =
      .certificates + [
        kSecValueData: Data("x".utf8), kSecAttrSerialNumber: Data([1]),
      ]
    #expect(keychain.add(item).status == ok)
    #expect(keychain.secret(.certificates) == "x")
    #expect(keychain.find(.certificates + [kSecReturnRef: true]).result == nil)
    #expect(keychain.attributes(.certificates)[kSecAttrCertificateType] as? Int == 0)
    #expect(keychain.add(item).status == duplicate)
  }

  @Test("A persistent reference in an add determines only the class of the new item")
  func addByPersistentReference() throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let reference = keychain.reference(.certificates)
    #expect(reference.prefix(4) == Data("cert".utf8))
    #expect(
      keychain.add([kSecValuePersistentRef: reference, kSecAttrSerialNumber: Data([7])]).status
        == ok)
    #expect(keychain.count(.certificates) == 2)
    #expect(keychain.add([kSecValuePersistentRef: reference.prefix(12)]).status == param)
  }

  @Test("Type, issuer, serial number, access group and synchronizability make a certificate unique")
  func uniqueness() throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let again = try SecCertificate.made("Somebody else", issuer: "Authority", serial: 0x81)
    #expect(keychain.add([kSecValueRef: again]).status == duplicate)
    #expect(keychain.add([kSecValueRef: again, kSecAttrAccessGroup: "login"]).status == ok)
    #expect(keychain.add([kSecValueRef: again, kSecAttrSynchronizable: true]).status == ok)
    for other in [
      try SecCertificate.made("Alice", issuer: "Authority", serial: 0x82),
      try SecCertificate.made("Alice", issuer: "Other", serial: 0x81),
    ] {
      #expect(keychain.add([kSecValueRef: other]).status == ok)
    }
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrCertificateType: 1]).status == ok)
    #expect(keychain.count(Query.certificates.any) == 6)
  }

  @Test("An add and a search return each requested result, alone or with the others")
  func results() throws {
    for item: Query in [[kSecValueRef: certificate], [:]] {
      func ask(_ returns: Query) -> Answer {
        if item.isEmpty { return keychain.find(.certificates + returns) }
        defer { #expect(keychain.delete(.certificates) == ok) }
        return keychain.add(item + returns)
      }
      if item.isEmpty { #expect(keychain.add([kSecValueRef: certificate]).status == ok) }
      #expect(ask([:]).result == nil)
      #expect(ask([kSecReturnData: true]).data == certificate.data)
      #expect(ask([kSecReturnRef: true]).result as? SecCertificate == certificate)
      #expect(ask([kSecReturnPersistentRef: true]).data?.count == 20)
      let attributes = ask([kSecReturnAttributes: true])
      #expect(attributes.keys.isDisjoint(with: ["v_Data", "v_Ref", "v_PersistentRef", "class"]))
      #expect(attributes[kSecAttrCertificateEncoding] as? Int == 3)
      let everything = ask(self.everything)
      #expect(everything[kSecValueData] as? Data == certificate.data)
      #expect(everything[kSecValueRef] as? SecCertificate == certificate)
      #expect((everything[kSecValuePersistentRef] as? Data)?.count == 20)
      #expect(everything[kSecClass] as? String == "cert")
      // A result with `kSecReturnRef` contains all attributes. A result without `kSecReturnRef` contains only the
      // requested values.
      #expect(ask([kSecReturnRef: true, kSecReturnData: true])[kSecAttrIssuer] != nil)
      #expect(
        ask([kSecReturnPersistentRef: true, kSecReturnData: true]).keys
          == ["v_Data", "v_PersistentRef"])
    }
  }

  @Test("A search returns one certificate, a number of certificates or all of them") func limits() throws {
    for serial in 1...3 {
      let other = try SecCertificate.made("c\(serial)", issuer: "Authority", serial: serial)
      #expect(keychain.add([kSecValueRef: other]).status == ok)
    }
    let references: Query = .certificates + [kSecReturnRef: true]
    #expect(keychain.find(references).result is SecCertificate)
    #expect(keychain.find(references + [kSecMatchLimit: 2]).array.count == 2)
    #expect(keychain.find(references.all).array.count == 3)
    #expect(keychain.find(references + [kSecMatchLimit: 0]).status == notFound)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["c1", "c2", "c3"])
  }

  @Test(
    "A search by any derived attribute finds the certificate",
    arguments: ["ctyp", "cenc", "subj", "issr", "slnr", "skid", "pkhh", "labl"])
  func searchByAttribute(_ name: String) throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let other = try SecCertificate.made("Bob", serial: 5) { $0.subjectKeyID = [4] }
    #expect(keychain.add([kSecValueRef: other]).status == ok)
    let value = try #require(keychain.attributes([kSecValueRef: certificate])[name])
    let labels = keychain.all(kSecAttrLabel, .certificates + [name: value])
    #expect(labels == (["ctyp", "cenc"].contains(name) ? ["Alice", "Bob"] : ["Alice"]))
  }

  @Test("A certificate as a reference finds its item in a search, an update and a delete") func reference() throws {
    let other = try SecCertificate.made("Bob", serial: 5)
    for one in [certificate, other] { #expect(keychain.add([kSecValueRef: one]).status == ok) }
    #expect(keychain.all(kSecAttrLabel, [kSecValueRef: other]) == ["Bob"])
    #expect(
      keychain.all(kSecAttrLabel, [kSecClass: kSecClassCertificate, kSecValueRef: other]) == ["Bob"]
    )
    // The attributes of a certificate do not exist in the class of keys.
    #expect(keychain.find([kSecClass: kSecClassKey, kSecValueRef: other]).status == noAttribute)
    #expect(keychain.update([kSecValueRef: other], [kSecAttrLabel: "Robert"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["Alice", "Robert"])
    #expect(keychain.update([kSecValueRef: other], [kSecValueRef: other]) == noAttribute)
    #expect(keychain.delete([kSecValueRef: other]) == ok)
    #expect(keychain.delete([kSecValueRef: other]) == notFound)
    #expect(keychain.find([kSecValueRef: other]).status == notFound)
    #expect(keychain.count(.certificates) == 1)
  }

  @Test("A persistent reference finds its item, also after an update") func persistentReference()
    throws
  {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let reference = keychain.reference(.certificates)
    let query: Query = [kSecValuePersistentRef: reference]
    #expect(keychain.update(query, [kSecAttrLabel: "new", kSecAttrAccessGroup: "login"]) == ok)
    #expect(keychain.find(query + [kSecReturnRef: true]).result as? SecCertificate == certificate)
    #expect(keychain.find(query + [kSecAttrLabel: "new"]).status == param)
    #expect(keychain.find(query + [kSecClass: kSecClassKey]).status == noClass)
    #expect(keychain.delete(query + [kSecAttrLabel: "old"]) == notFound)
    #expect(keychain.delete(query + [kSecAttrLabel: "new"]) == ok)
    #expect(keychain.find(query).status == notFound)
  }

  @Test("A list adds all its certificates or none, and restricts searches, updates and deletes") func lists() throws {
    let certificates = try (1...3).map {
      try SecCertificate.made("c\($0)", issuer: "Authority", serial: $0)
    }
    let added = keychain.add([kSecUseItemList: certificates, kSecReturnPersistentRef: true])
    #expect(added.status == ok)
    #expect(added.array.count == 3)
    #expect(keychain.add([kSecUseItemList: [certificate, certificates[0]]]).status == duplicate)
    #expect(keychain.find([kSecValueRef: certificate]).status == notFound)
    let two = Array(certificates.dropFirst())
    for key in [kSecUseItemList, kSecMatchItemList] {
      #expect(keychain.all(kSecAttrLabel, .certificates + [key: two]) == ["c2", "c3"])
      #expect(
        keychain.all(kSecAttrLabel, .certificates + [key: two, kSecAttrSerialNumber: Data([3])])
          == ["c3"])
      #expect(
        keychain.all(kSecAttrLabel, [key: [added.array[1]]]) == ["c2"])
      #expect(keychain.find(.certificates + [key: [certificate]]).status == notFound)
      #expect(keychain.find(.certificates + [key: ["x"]]).status == param)
      #expect(
        keychain.find(.certificates + [key: [certificate, try SecKey.made()]]).status == param)
    }
    #expect(keychain.update(.certificates + [kSecMatchItemList: two], ["labl": "l"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["c1", "l", "l"])
    #expect(keychain.delete([kSecMatchItemList: two]) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["c1"])
  }

  @Test("A search and a delete find a synchronizable certificate only with kSecAttrSynchronizable")
  func synchronizable() throws {
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrSynchronizable: true]).status == ok)
    #expect(keychain.find([kSecValueRef: certificate]).status == notFound)
    #expect(
      keychain.delete([kSecValueRef: certificate, kSecAttrSynchronizable: true]) == ok)
    #expect(keychain.count(Query.certificates.any) == 0)
    #expect(keychain.count(Query.certificates.any + ["tomb": 1]) == 1)
  }

  @Test("An update changes the serial number and the data, but not to a uniqueness key in use") func updates() throws {
    let other = try SecCertificate.made("Bob", serial: 5)
    for one in [certificate, other] { #expect(keychain.add([kSecValueRef: one]).status == ok) }
    let issuer = try #require(keychain.attributes([kSecValueRef: certificate])[kSecAttrIssuer])
    #expect(
      keychain.update([kSecValueRef: other], ["issr": issuer, "slnr": Data([0, 0x81])])
        == duplicate)
    #expect(keychain.update([kSecValueRef: other], ["slnr": Data([6])]) == ok)
    #expect(keychain.count(.certificates + ["slnr": Data([6])]) == 1)
    #expect(keychain.update(.certificates + ["labl": "Bob"], ["v_Data": Data([1])]) == ok)
    #expect(keychain.find(.certificates + ["labl": "Bob", "r_Data": true]).data == Data([1]))
    #expect(keychain.update(.certificates, ["kcls": 1]) == noAttribute)
    #expect(keychain.update(.certificates + ["labl": "x"], [:]) == notFound)
  }

  @Test("Attributes of other classes and values of wrong types are rejected for certificates")
  func badInput() throws {
    for (mistake, status): (Query, OSStatus) in [
      ([kSecAttrService: "s"], noAttribute), ([kSecAttrApplicationTag: "t"], noAttribute),
      (["zzzz": 1], noAttribute), (["other": 1], param), ([kSecAttrLabel: Date()], param),
      ([kSecReturnData: "x"], param), ([kSecAttrAccessGroup: "other"], entitlement),
      ([kSecAttrAccessible: "x"], param), ([kSecAttrLabel: 1.5], decode),
      ([kSecValueData: 5], param),
      ([kSecAttrSubject: Date()], param), ([kSecAttrCertificateType: Data([1])], param),
      ([kSecValueRef: "x"], param), ([kSecValueRef: NSObject()], param),
    ] {
      let query: Query = .certificates + mistake
      #expect(keychain.add(query).status == status, "\(mistake)")
      #expect(keychain.find(query).status == status, "\(mistake)")
      #expect(keychain.update(query, [:]) == status, "\(mistake)")
      #expect(keychain.delete(query) == status, "\(mistake)")
    }
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrService: "s"]).status == noAttribute)
    #expect(keychain.count(.certificates) == 0)
  }

  @Test("An import into a keychain stores all items of the data or none") func imports()
    throws
  {
    let identity = try SecIdentity.made("Alice")
    var pem: CFData?
    #expect(SecItemExport([identity] as NSArray, .formatPEMSequence, [], nil, &pem) == ok)
    let data = try #require(pem)
    func load(_ place: SecKeychain?) -> OSStatus {
      keychain.perform { SecItemImport(data, nil, nil, nil, [], nil, place, nil) }
    }
    #expect(load(nil) == ok)
    #expect(load(SecKeychain.missing(at: "/x")) == errSecNoSuchKeychain)
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
    #expect(load(.defaultKeychain) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["Alice"])
    #expect(keychain.all(kSecAttrLabel, .key()) == ["Imported Private Key"])
    #expect(keychain.find(.identities + [kSecReturnRef: true]).result as? SecIdentity == identity)
    #expect(load(.defaultKeychain) == duplicate)
    // An import of a new certificate does not change the existing key.
    #expect(keychain.update(.key(), [kSecAttrLabel: "mine"]) == ok)
    #expect(keychain.delete(.certificates) == ok)
    #expect(load(.defaultKeychain) == ok)
    #expect(keychain.count(.certificates) == 1)
    #expect(keychain.all(kSecAttrLabel, .key()) == ["mine"])
    // The import fails if a different item has the same uniqueness key.
    #expect(keychain.delete(.key()) == ok)
    #expect(keychain.delete(.certificates) == ok)
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("Alice")]).status == ok)
    #expect(load(.defaultKeychain) == duplicate)
    #expect(keychain.count(.key()) == 0)
  }

  @Test("The attributes of a certificate are a valid query only with the class (S40)") func attributesAsQuery() throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let attributes = keychain.attributes(.certificates)
    #expect(keychain.find(attributes as? Query ?? [:]).status == param)
    #expect(keychain.find((attributes as? Query ?? [:]) + .certificates).status == ok)
  }
}

extension Query {
  /// A query for all certificates.
  static var certificates: Query { [kSecClass: kSecClassCertificate] }

  /// A query for all identities.
  static var identities: Query { [kSecClass: kSecClassIdentity] }
}
