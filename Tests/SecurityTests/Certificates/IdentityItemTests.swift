import Foundation
import Security
import ServiceTestSupport
import Testing

/// Tests identities as items. An identity is the join of a certificate and its private key (specification: secitem 2.7,
/// 3.7).
@Suite("Identities as items") struct IdentityItemTests {
  private let keychain: TestKeychain
  private let identity: SecIdentity
  private let certificate: SecCertificate
  private let key: SecKey

  init() throws {
    keychain = try TestKeychain()
    identity = try .made("Alice")
    certificate = try #require(identity.itsCertificate)
    key = try #require(identity.itsKey)
  }

  private func labels(_ query: Query) -> [String] { keychain.all(kSecAttrLabel, query) }

  private func add(_ identity: SecIdentity, _ further: Query = [:]) {
    #expect(keychain.add([kSecValueRef: identity] + further).status == ok)
  }

  // MARK: Adding

  @Test("An add of an identity stores a certificate and a key, each with its own attributes") func add() throws {
    let answer = keychain.add([kSecValueRef: identity, kSecReturnPersistentRef: true])
    #expect(answer.status == ok)
    #expect(answer.data?.prefix(4) == Data("idnt".utf8))
    let reference = keychain.reference(.certificates)
    #expect(answer.data?.dropFirst(4) == reference.dropFirst(4))
    #expect(keychain.find([kSecValueRef: certificate]).status == ok)
    #expect(keychain.find([kSecValueRef: key]).status == ok)
    #expect(labels(.certificates) == ["Alice"])
    #expect(labels(.key()) == ["?"])
    #expect(keychain.attributes(.certificates)[kSecAttrAccessible] as? String == "dk")
    #expect(keychain.attributes(.key())[kSecAttrAccessible] as? String == "ak")
  }

  @Test("An attribute in an add applies to the certificate and the key, and both classes must have it")
  func attributes() {
    #expect(
      keychain.add([kSecValueRef: identity, kSecAttrApplicationTag: "t"]).status == noAttribute)
    #expect(keychain.add([kSecValueRef: identity, kSecAttrSubject: Data()]).status == noAttribute)
    #expect(keychain.add([kSecValueRef: identity, kSecAttrService: "s"]).status == noAttribute)
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
    add(identity, [kSecAttrLabel: "l", kSecAttrAccessGroup: "login", kSecAttrAccessible: "ck"])
    for query: Query in [.certificates, .key()] {
      let attributes = keychain.attributes(query)
      #expect(attributes[kSecAttrLabel] as? String == "l")
      #expect(attributes[kSecAttrAccessGroup] as? String == "login")
      #expect(attributes[kSecAttrAccessible] as? String == "ck")
    }
  }

  @Test("An add gives -25299 and no result only if both the certificate and the key exist")
  func duplicates() throws {
    for half: Any in [certificate, key] {
      #expect(keychain.add([kSecValueRef: half]).status == ok)
      let added = keychain.add([kSecValueRef: identity, kSecReturnRef: true])
      #expect(added.status == ok)
      #expect(added.result as? SecIdentity == identity)
      let again = keychain.add([kSecValueRef: identity, kSecReturnPersistentRef: true])
      #expect(again.status == duplicate)
      #expect(again.result == nil)
      #expect(keychain.delete([kSecValueRef: identity]) == ok)
      #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
    }
  }

  @Test(
    "A different certificate with the same issuer and serial number makes the add fail without a change")
  func occupied() throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let other = try SecIdentity.made("Alice")
    #expect(keychain.add([kSecValueRef: other, kSecReturnRef: true]).status == duplicate)
    #expect(
      keychain.add([kSecUseItemList: [try SecIdentity.made("Bob"), other]]).status == duplicate)
    // `renewed` has the key of `identity`, and a certificate that differs from the stored certificate.
    let renewed = try SecIdentity.made("Alice", key: key) { $0.notAfter = "20980101000000Z" }
    #expect(keychain.add([kSecValueRef: renewed]).status == duplicate)
    #expect(keychain.count(.key()) == 0)
    #expect(labels(.certificates) == ["Alice"])
    add(identity)
  }

  @Test("A different private key with the same application label makes the add fail without a change")
  func otherKey() throws {
    let other = try SecKey.made()
    let label = try #require(key.applicationLabel)
    #expect(keychain.add([kSecValueRef: other, kSecAttrApplicationLabel: label]).status == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == duplicate)
    #expect(keychain.add([kSecValueRef: identity, kSecReturnRef: true]).status == duplicate)
    #expect(keychain.count(.certificates) == 0)
    #expect(keychain.delete(.key()) == ok)
    // A key with the same public part but another private number is a different key.
    let forged = try #require(key.bytes).prefix(65) + (try #require(other.bytes)).dropFirst(65)
    let parameters: Query = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
    ]
    let forgery = try #require(
      SecKeyCreateWithData(Data(forged) as NSData, parameters as NSDictionary, nil))
    #expect(forgery.applicationLabel == label)
    #expect(keychain.add([kSecValueRef: forgery]).status == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == duplicate)
    #expect(keychain.count(.certificates) == 0)
    #expect(keychain.delete(.key()) == ok)
    add(identity)
  }

  @Test("A certificate and a key without the hash of a public key are not an identity")
  func withoutHash() throws {
    let empty: Query = [kSecAttrPublicKeyHash: Data()]
    #expect(
      keychain.add(.certificates + [kSecAttrLabel: "c", kSecValueData: Data([1])] + empty).status
        == ok)
    #expect(
      keychain.add(
        .key() + [
          kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrApplicationLabel: Data(),
          kSecAttrLabel: "k", kSecValueData: Data([2]),
        ]
      ).status == ok)
    #expect(keychain.find(.identities).status == notFound)
    #expect(keychain.delete(.identities) == notFound)
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 2)
  }

  @Test("An add returns every requested result") func addedResults() throws {
    let answer = keychain.add([
      kSecValueRef: identity, kSecReturnRef: true, kSecReturnData: true,
      kSecReturnAttributes: true, kSecReturnPersistentRef: true,
    ])
    #expect(answer.status == ok)
    #expect(answer[kSecValueRef] as? SecIdentity == identity)
    #expect(answer[kSecClass] as? String == "idnt")
    #expect(answer[kSecValueData] as? Data == key.bytes)
    #expect(answer["certdata" as NSString] as? Data == certificate.data)
    #expect(answer[kSecAttrLabel] as? String == "Alice")
    #expect((answer[kSecValuePersistentRef] as? Data)?.count == 20)
  }

  @Test("An add of several identities stores all of them or none") func list() throws {
    let others = try (2...3).map { try SecIdentity.made("c\($0)", serial: $0) }
    #expect(keychain.add([kSecUseItemList: others]).status == ok)
    #expect(labels(.identities) == ["c2", "c3"])
    #expect(keychain.add([kSecUseItemList: [identity, others[0]]]).status == duplicate)
    #expect(labels(.identities) == ["c2", "c3"])
    #expect(keychain.add([kSecUseItemList: [identity, key]]).status == param)
  }

  @Test("An add of the class of identities fails without an identity object, and with data") func classAlone() throws {
    #expect(keychain.add(.identities).status == errSecInternal)
    #expect(keychain.add(.identities + [kSecAttrLabel: "l"]).status == errSecInternal)
    #expect(keychain.add(.identities + [kSecValueRef: certificate]).status == errSecInternal)
    #expect(keychain.add([kSecValueRef: identity, kSecValueData: Data()]).status == param)
    #expect(keychain.add(.certificates + [kSecValueRef: identity]).status == noAttribute)
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
  }

  // MARK: Searching

  @Test("A stored certificate and its stored private key are an identity, in any order of adds")
  func join() throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(keychain.find(.identities).status == notFound)
    // Neither another private key nor the public key of the certificate makes an identity.
    #expect(keychain.add([kSecValueRef: try SecKey.made()]).status == ok)
    #expect(keychain.add([kSecValueRef: try #require(key.publicKey)]).status == ok)
    #expect(keychain.find(.identities).status == notFound)
    #expect(keychain.add([kSecValueRef: key]).status == ok)
    let found = keychain.find(.identities + [kSecReturnRef: true]).result as? SecIdentity
    #expect(found == identity)
    #expect(found?.itsKey?.isPrivatePart(of: try #require(key.publicKey)) == true)
  }

  @Test("A search returns each requested result, alone or with the others") func results() throws {
    add(identity)
    #expect(keychain.find(.identities).result == nil)
    #expect(keychain.find(.identities + [kSecReturnData: true]).data == key.bytes)
    #expect(keychain.find(.identities + [kSecReturnRef: true]).result as? SecIdentity == identity)
    let reference = keychain.reference(.identities)
    #expect(reference == Data("idnt".utf8) + keychain.reference(.certificates).dropFirst(4))
    let attributes = keychain.attributes(.identities)
    #expect(attributes[kSecClass] == nil)
    #expect(attributes["certdata"] as? Data == certificate.data)
    #expect(attributes[kSecAttrApplicationLabel] as? Data == key.applicationLabel)
    #expect(attributes[kSecAttrPublicKeyHash] as? Data == key.applicationLabel)
    // If the certificate and the key both have an attribute, the result has the certificate's value.
    #expect(attributes[kSecAttrAccessible] as? String == "dk")
    let everything = keychain.find(
      .identities + [
        kSecReturnRef: true, kSecReturnData: true, kSecReturnPersistentRef: true,
        kSecMatchLimit: kSecMatchLimitAll,
      ])
    let entry = try #require(everything.array.first as? NSDictionary)
    #expect(entry[kSecClass] as? String == "idnt")
    #expect(entry[kSecValueRef] as? SecIdentity == identity)
    #expect(entry[kSecValuePersistentRef] as? Data == reference)
    #expect(entry[kSecValueData] as? Data == key.bytes)
  }

  @Test("Each pair of a certificate and a stored copy of its key is one identity")
  func several() throws {
    add(identity)
    let second = try SecIdentity.made("Alice again", serial: 2, key: key)
    add(second)
    #expect(labels(.identities) == ["Alice", "Alice again"])
    #expect(keychain.add([kSecValueRef: key, kSecAttrApplicationTag: "second"]).status == ok)
    #expect(labels(.identities) == ["Alice", "Alice", "Alice again", "Alice again"])
    #expect(keychain.find(.identities + [kSecReturnRef: true, kSecMatchLimit: 3]).array.count == 3)
    #expect(labels(.identities + [kSecAttrApplicationTag: "second"]) == ["Alice", "Alice again"])
  }

  @Test("Label, issuer, serial number and subject filter by the certificate, other attributes by the key")
  func searchedAttributes() throws {
    add(identity)
    add(try .made("Bob", serial: 2), [kSecAttrLabel: "b"])
    for name in ["labl", "issr", "slnr", "subj", "pkhh", "klbl"] {
      let value = try #require(keychain.attributes([kSecValueRef: identity])[name])
      #expect(labels(.identities + [name: value]) == ["Alice"], "\(name)")
    }
    #expect(keychain.update([kSecValueRef: key], [kSecAttrLabel: "key"]) == ok)
    #expect(labels(.identities + [kSecAttrLabel: "key"]) == [])
    #expect(labels(.identities + [kSecAttrLabel: "Alice"]) == ["Alice"])
    for (query, count): (Query, Int) in [
      ([kSecAttrKeySizeInBits: 256], 2), ([kSecAttrKeySizeInBits: 384], 0), (["sign": 1], 2),
      ([kSecAttrKeyClass: kSecAttrKeyClassPrivate], 2),
      ([kSecAttrKeyClass: kSecAttrKeyClassPublic], 0), ([kSecAttrAccessible: "ak"], 2),
      ([kSecAttrAccessible: "dk"], 0), ([kSecAttrCertificateType: 3], 2),
      ([kSecAttrApplicationLabel: Data([1])], 0),
      ([kSecAttrApplicationLabel: Data([1]), kSecAttrPublicKeyHash: Data([2])], 0),
    ] {
      #expect(keychain.count(.identities + query) == count, "\(query)")
    }
    #expect(keychain.find(.identities + [kSecAttrService: "s"]).status == noAttribute)
  }

  @Test("A search finds an identity by object, certificate, key or persistent reference") func references() throws {
    add(identity)
    add(try .made("Bob", serial: 2))
    let reference = keychain.reference(.identities + [kSecAttrLabel: "Alice"])
    for query: Query in [
      [kSecValueRef: identity], .identities + [kSecValueRef: identity],
      .identities + [kSecValueRef: certificate], .identities + [kSecValueRef: key],
      [kSecValuePersistentRef: reference], [kSecMatchItemList: [identity]],
      [kSecMatchItemList: [reference]], .identities + [kSecMatchItemList: [certificate]],
      [kSecUseItemList: [identity]], .identities + [kSecUseItemList: [key]],
    ] {
      #expect(labels(query) == ["Alice"], "\(query)")
    }
    #expect(keychain.find([kSecMatchItemList: [identity, certificate]]).status == param)
    #expect(labels([kSecMatchItemList: [identity, try SecIdentity.made("x")]]) == ["Alice"])
    #expect(keychain.find([kSecValueRef: try SecIdentity.made("Alice")]).status == notFound)
    #expect(
      keychain.find([kSecValuePersistentRef: reference, kSecAttrLabel: "Alice"]).status == param)
    #expect(
      keychain.find([kSecValuePersistentRef: reference, kSecClass: "cert"]).status == noClass)
    #expect(keychain.delete([kSecValueRef: certificate]) == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == notFound)
  }

  @Test("A search finds an identity only if the caller has the groups of certificate and key") func groups() throws {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(keychain.add([kSecValueRef: key, kSecAttrAccessGroup: "login"]).status == ok)
    #expect(labels(.identities) == ["Alice"])
    #expect(keychain.find(.identities + [kSecAttrAccessGroup: "app"]).status == notFound)
    #expect(keychain.seen(by: ["app"]).find(.identities).status == notFound)
    #expect(keychain.seen(by: ["login"]).find(.identities).status == notFound)
    #expect(keychain.seen(by: ["app"]).find(.identities + ["agrp": "x"]).status == entitlement)
  }

  @Test("kSecAttrSynchronizable filters identities by the key and not by the certificate")
  func synchronizable() throws {
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrSynchronizable: true]).status == ok)
    #expect(keychain.add([kSecValueRef: key]).status == ok)
    #expect(labels(.identities) == ["Alice"])
    #expect(keychain.find(Query.identities.synchronizable).status == notFound)
  }

  @Test("Other keys and other certificates do not change the order of the identities that a search finds")
  func bothWays() throws {
    for number in 1...3 { add(try .made("c\(number)", serial: number)) }
    let expected = ["c1", "c2", "c3"]
    for _ in 0..<5 { #expect(keychain.add([kSecValueRef: try SecKey.made()]).status == ok) }
    #expect(labels(.identities) == expected)
    for number in 10..<20 {
      let other = try SecCertificate.made("x", serial: number)
      #expect(keychain.add([kSecValueRef: other]).status == ok)
    }
    #expect(labels(.identities) == expected)
    #expect(keychain.find(.identities + [kSecReturnRef: true]).result is SecIdentity)
  }

  // MARK: Updating

  @Test("An update of an identity changes its certificate and its key") func update() throws {
    add(identity)
    add(try .made("Bob", serial: 2))
    for (query, label): (Query, String) in [
      ([kSecValueRef: identity], "one"), (.identities + [kSecAttrLabel: "one"], "two"),
      ([kSecMatchItemList: [identity]], "three"),
    ] {
      #expect(keychain.update(query, [kSecAttrLabel: label]) == ok)
      #expect(labels(.certificates) == [label, "Bob"])
      #expect(labels(.key()) == [label, "?"])
    }
    #expect(keychain.update([kSecValueRef: identity], [kSecAttrAccessGroup: "login"]) == ok)
    #expect(keychain.all("agrp" as NSString, .key()) == ["app", "login"])
    let query: Query = [kSecValueRef: identity]
    #expect(keychain.update(query, ["klbl": Data()]) == noAttribute)
    #expect(keychain.update(query, ["skid": Data()]) == noAttribute)
    #expect(keychain.update(query, [kSecValueData: Data()]) == param)
    #expect(keychain.update(.identities + ["atag": "t"], ["labl": "x"]) == noAttribute)
    #expect(keychain.delete([kSecValueRef: key]) == ok)
    #expect(keychain.update(query, ["labl": "x"]) == notFound)
    #expect(labels(.certificates) == ["Bob", "three"])
  }

  // MARK: Deleting

  @Test("A delete of an identity deletes the certificate, and the key if no other certificate has this key")
  func delete() throws {
    let second = try SecIdentity.made("Alice again", serial: 2, key: key)
    for (first, other): (Query, Query) in [
      ([kSecValueRef: identity], [kSecValueRef: second]),
      (.identities + [kSecAttrLabel: "Alice"], .identities + [kSecAttrLabel: "Alice again"]),
      ([kSecMatchItemList: [identity]], [kSecMatchItemList: [second]]),
    ] {
      add(identity)
      add(second)
      #expect(keychain.delete(first) == ok)
      #expect(labels(.certificates) == ["Alice again"])
      #expect(keychain.count(.key()) == 1)
      #expect(keychain.delete(other) == ok)
      #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
      #expect(keychain.delete(other) == notFound)
    }
  }

  @Test("An update and a delete give -50 if more identities match than the limit allows (D3)")
  func limits() throws {
    add(identity)
    add(try .made("Bob", serial: 2))
    let one: Query = [kSecMatchLimit: kSecMatchLimitOne]
    #expect(keychain.update(.identities + one, [kSecAttrLabel: "x"]) == param)
    #expect(keychain.delete(.identities + one) == param)
    #expect(labels(.certificates) == ["Alice", "Bob"])
    #expect(keychain.update([kSecValueRef: identity] + one, [kSecAttrLabel: "x"]) == ok)
    #expect(labels(.certificates) == ["x", "Bob"])
    #expect(keychain.delete(.identities + one + [kSecAttrLabel: "x"]) == ok)
    #expect(keychain.delete(.identities + [kSecMatchLimit: 0]) == param)
    #expect(keychain.delete(.identities + [kSecMatchLimit: 2]) == ok)
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
    // Only the certificate of the identity is left. A delete by the identity object deletes this certificate.
    add(identity)
    #expect(keychain.delete([kSecClass: kSecClassKey]) == ok)
    #expect(keychain.delete([kSecValueRef: identity, kSecMatchLimit: 0]) == param)
    #expect(keychain.delete([kSecValueRef: identity] + one) == ok)
    #expect(keychain.count(.certificates) == 0)
  }

  @Test("A delete by persistent reference deletes the parts of the identity") func deleteByPersistentReference()
    throws
  {
    add(identity)
    let reference = keychain.reference(.identities)
    #expect(keychain.delete([kSecValuePersistentRef: reference, kSecAttrLabel: "x"]) == notFound)
    #expect(keychain.delete([kSecValuePersistentRef: reference]) == ok)
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
    #expect(keychain.delete([kSecValuePersistentRef: reference]) == notFound)
  }

  @Test("A delete that does not match the whole identity deletes neither part") func notMeant() throws {
    let other = try SecIdentity.made("Bob")
    add(identity)
    add(other)
    let lists: [[Any]] = [[other], []]
    for further: Query in [
      [kSecAttrSynchronizable: true], [kSecAttrAccessible: kSecAttrAccessibleAlways],
      [kSecMatchItemList: lists[0]], [kSecMatchItemList: lists[1]],
    ] {
      let status = keychain.delete([kSecValueRef: identity] + further)
      #expect(status != ok, "\(further)")
      #expect(keychain.count(.certificates) == 2, "\(further)")
      #expect(keychain.count(.key()) == 2, "\(further)")
    }
  }

  @Test("A delete and an update by object do not change a synchronizable copy of the identity")
  func copies() throws {
    add(identity)
    add(identity, [kSecAttrSynchronizable: true])
    let synchronizable: Query = .certificates + [kSecAttrSynchronizable: true]
    #expect(keychain.update([kSecValueRef: identity], [kSecAttrLabel: "l"]) == ok)
    #expect(labels(synchronizable) == ["Alice"])
    #expect(keychain.delete([kSecValueRef: identity]) == ok)
    #expect(keychain.count(synchronizable) == 1)
    #expect(keychain.count(.key() + [kSecAttrSynchronizable: true]) == 1)
    #expect(keychain.count(.certificates) == 0)
    #expect(keychain.delete([kSecValueRef: identity]) == notFound)
    #expect(
      keychain.delete([kSecValueRef: identity, kSecAttrSynchronizable: true]) == ok)
    #expect(keychain.count(synchronizable) == 0)
  }

  @Test("A delete by object deletes the certificate or the key that is left of an identity") func halves() throws {
    for half: Any in [certificate, key] {
      #expect(keychain.add([kSecValueRef: half]).status == ok)
      #expect(keychain.delete(.identities) == notFound)
      #expect(keychain.delete([kSecValueRef: identity]) == ok)
      #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
    }
  }

  @Test(
    "A delete by class deletes every identity, but no certificate without a key and no key without a certificate")
  func deleteAll() throws {
    add(identity)
    add(try .made("Bob", serial: 2))
    let authority = try SecCertificate.made("Authority", serial: 3)
    let other = try SecKey.made()
    #expect(keychain.add([kSecValueRef: authority]).status == ok)
    #expect(keychain.add([kSecValueRef: other]).status == ok)
    #expect(keychain.delete(.identities + [kSecAttrKeySizeInBits: 256]) == noAttribute)
    #expect(keychain.count(.identities) == 2)
    #expect(keychain.delete(.identities) == ok)
    #expect(labels(.certificates) == ["Authority"])
    #expect(keychain.count(.key()) == 1)
    #expect(keychain.delete(.identities) == notFound)
  }

  @Test("A delete by each class deletes every item") func clearing() throws {
    add(identity)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.internet("s")).status == ok)
    #expect(keychain.add([kSecValueRef: try SecKey.made()]).status == ok)
    let classes = [
      kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
      kSecClassIdentity,
    ]
    #expect(classes.map { keychain.delete([kSecClass: $0]) } == [ok, ok, ok, ok, notFound])
  }

  @Test("A delete must name an identity in the group login to delete the identity (D36)") func login() throws {
    add(identity, [kSecAttrAccessGroup: "login"])
    #expect(keychain.delete(.identities) == notFound)
    #expect(keychain.delete([kSecValueRef: identity]) == ok)
  }

  @Test("SecIdentityCreateWithCertificate finds the stored key of a certificate") func createWithCertificate() {
    var found: SecIdentity?
    #expect(
      keychain.perform { SecIdentityCreateWithCertificate(nil, certificate, &found) } == notFound)
    #expect(keychain.add([kSecValueRef: key]).status == ok)
    #expect(
      keychain.perform {
        SecIdentityCreateWithCertificate("x" as NSString, certificate, &found)
      } == param)
    #expect(
      keychain.perform {
        SecIdentityCreateWithCertificate(SecKeychain.missing(at: "/x"), certificate, &found)
      } == errSecNoSuchKeychain)
    #expect(found == nil)
    let file = SecKeychain.defaultKeychain
    for keychains in [file, [file] as NSArray] as [NSObject] {
      #expect(
        keychain.perform { SecIdentityCreateWithCertificate(keychains, certificate, &found) } == ok)
    }
    #expect(keychain.perform { SecIdentityCreateWithCertificate(nil, certificate, &found) } == ok)
    #expect(found == identity)
  }
}
