import Foundation
import LockTestSupport
import Security
import ServiceTestSupport
import Testing

/// Tests certificates and identities in a locked keychain, and with access controls (specification: secitem 5.2, 5.6).
@Suite("Certificates and identities, locked and guarded") struct LockedIdentityTests {
  private let machine: TestMachine
  private let process: ServedKeychain
  private let keychain: TestKeychain
  private let identity: SecIdentity
  private let certificate: SecCertificate

  init() throws {
    machine = try TestMachine()
    process = machine.served()
    try process.setPasscode("1234")
    keychain = TestKeychain(process, in: machine.folder)
    identity = try .made("Alice")
    certificate = try #require(identity.itsCertificate)
  }

  @Test("In a locked keychain, a search finds certificates but no identities, and a delete deletes identities")
  func locked() throws {
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
    let reference = keychain.reference(.identities)
    try process.lock()
    #expect(keychain.find(.certificates + [kSecReturnRef: true]).status == ok)
    #expect(keychain.find(.certificates + [kSecMatchSubjectContains: "Ali"]).status == ok)
    for query: Query in [
      .identities, [kSecValueRef: identity], [kSecValuePersistentRef: reference],
      .identities + [kSecMatchItemList: [identity]],
    ] {
      #expect(keychain.find(query).status == Security.errSecInteractionNotAllowed)
    }
    #expect(
      keychain.update([kSecValueRef: identity], ["labl": "x"])
        == Security.errSecInteractionNotAllowed)
    #expect(keychain.find(.identities + [kSecAttrLabel: "nobody"]).status == notFound)
    #expect(keychain.delete(.identities) == ok)
    try process.unlock("1234")
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
  }

  @Test("A locked key without a certificate does not prevent a search from finding other identities")
  func otherLockedKeys() throws {
    #expect(keychain.add([kSecValueRef: try SecKey.made()]).status == ok)
    for serial in 2...4 {
      let other = try SecCertificate.made("x", serial: serial)
      #expect(keychain.add([kSecValueRef: other]).status == ok)
    }
    #expect(keychain.add([kSecValueRef: identity, kSecAttrAccessible: "dk"]).status == ok)
    try process.lock()
    #expect(keychain.find(.identities + [kSecReturnRef: true]).result as? SecIdentity == identity)
  }

  @Test("A delete fails if its filter needs the content of a locked certificate (D4)") func lockedFilter() throws {
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrAccessible: "ak"]).status == ok)
    try process.lock()
    let query: Query = .certificates + [kSecMatchSubjectContains: "Ali"]
    #expect(keychain.delete(query) == Security.errSecInteractionNotAllowed)
    #expect(keychain.delete(.certificates + [kSecAttrLabel: "Alice"]) == ok)
  }

  private static var goodForClients: Query { [kSecMatchPolicy: SecPolicyCreateSSL(false, nil)] }
  private static var goodForServers: Query {
    [kSecMatchPolicy: SecPolicyCreateSSL(true, "www.example.org" as NSString)]
  }

  @Test("A locked certificate beyond a limit does not make a search by policy fail") func lockedBehindTheLimit() throws
  {
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let other = try SecCertificate.made("Bob", serial: 2)
    #expect(keychain.add([kSecValueRef: other, kSecAttrAccessible: "ak"]).status == ok)
    try process.lock()
    let good: Query = .certificates + Self.goodForClients
    #expect(keychain.find(good).status == ok)
    #expect(keychain.find(good + [kSecMatchLimit: 2]).status == Security.errSecInteractionNotAllowed)
    #expect(keychain.delete(good) == Security.errSecInteractionNotAllowed)
    #expect(keychain.update(good, [kSecAttrLabel: "x"]) == Security.errSecInteractionNotAllowed)
  }

  @Test("A policy also evaluates the certificate of an identity whose key is locked") func lockedKeyOfEvaluated() throws
  {
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
    try process.lock()
    #expect(keychain.find(.identities + Self.goodForServers).status == notFound)
    #expect(keychain.delete(.identities + Self.goodForServers) == notFound)
    #expect(keychain.find(.identities + Self.goodForClients).status == Security.errSecInteractionNotAllowed)
    #expect(keychain.delete(.identities + Self.goodForClients + [kSecMatchItemList: [identity]]) == ok)
    try process.unlock("1234")
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
  }

  @Test("An identity whose certificate fails a policy requires no authentication") func evaluatedBeforeProof() throws {
    let key = try #require(identity.itsKey)
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(keychain.add([kSecValueRef: key, kSecAttrAccessControl: try presence]).status == ok)
    let fail: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]
    #expect(keychain.find(.identities + Self.goodForServers + fail).status == notFound)
    #expect(keychain.find(.identities + Self.goodForClients + fail).status == Security.errSecInteractionNotAllowed)
    let skip: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    #expect(keychain.find(.identities + Self.goodForClients + skip).status == notFound)
    #expect(keychain.delete(.identities + Self.goodForClients) == ok)
    #expect(keychain.count(.certificates) == 0)
  }

  @Test("The access control privateKeyUsage requires no authentication") func privateKeyUsage() throws {
    let control = try #require(
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil))
    #expect(keychain.add([kSecValueRef: identity, kSecAttrAccessControl: control]).status == ok)
    #expect(keychain.find(.identities + [kSecReturnRef: true]).result as? SecIdentity == identity)
    #expect(keychain.delete([kSecValueRef: identity]) == ok)
  }

  @Test("An identity whose key requires authentication can be skipped, refused, and deleted without authentication")
  func guarded() throws {
    let control = try #require(
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil))
    let key = try #require(identity.itsKey)
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(keychain.add([kSecValueRef: key, kSecAttrAccessControl: control]).status == ok)
    let fail: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]
    let skip: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    #expect(
      keychain.find(.identities + fail).status == Security.errSecInteractionNotAllowed)
    #expect(keychain.find(.identities + skip).status == notFound)
    #expect(keychain.delete(.identities) == ok)
    #expect(keychain.count(.certificates) == 0)
  }

  @Test("An add of an identity fails if a stored key with the same label requires authentication")
  func besideGuardedKey() throws {
    let key = try #require(identity.itsKey)
    #expect(keychain.add([kSecValueRef: key, kSecAttrAccessControl: try presence]).status == ok)
    #expect(keychain.add([kSecValueRef: identity]).status == Security.errSecDuplicateItem)
    #expect(keychain.find(.certificates).status == notFound)
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
  }

  private var presence: SecAccessControl {
    get throws {
      try #require(
        SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil))
    }
  }

  @Test("A delete by object deletes an identity whose certificate and key are locked")
  func lockedHalves()
    throws
  {
    #expect(keychain.add([kSecValueRef: identity, kSecAttrAccessible: "ak"]).status == ok)
    #expect(keychain.add([kSecValueRef: try SecIdentity.made("Bob", serial: 2)]).status == ok)
    try process.lock()
    // The keychain cannot find out which locked key belongs to which certificate.
    #expect(keychain.delete(.identities) == Security.errSecInteractionNotAllowed)
    #expect(keychain.delete([kSecValueRef: identity]) == ok)
    try process.unlock("1234")
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["Bob"])
    #expect(keychain.count(.key()) == 1)
  }

  @Test(
    "A delete by object deletes an identity whose certificate and key require authentication"
  )
  func guardedHalves() throws {
    let added = keychain.add([
      kSecValueRef: identity, kSecAttrAccessControl: try presence, kSecReturnPersistentRef: true,
    ])
    #expect(added.status == ok)
    #expect(keychain.add([kSecValueRef: try SecIdentity.made("Bob", serial: 2)]).status == ok)
    // A search for the hash of the key needs no authentication if the search requests only persistent references.
    let hash = Array(try #require(identity.itsKey?.applicationLabel))
    let named = try process.names(ofIdentitiesWith: hash, as: keychain.program)
    #expect(named.map { Data($0) } == [added.data])
    #expect(keychain.delete(.identities) == ok)
    #expect(
      keychain.count(.identities + [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]) == 0)
    // The persistent reference names the certificate. The keychain cannot read the certificate to find the key, so
    // nothing is deleted.
    #expect(
      keychain.delete([kSecValuePersistentRef: try #require(added.data)])
        == Security.errSecAuthFailed)
    #expect(keychain.delete(.identities) == Security.errSecAuthFailed)
    #expect(keychain.delete([kSecValueRef: identity]) == ok)
    #expect(keychain.delete(.identities) == notFound)
    #expect(keychain.find(.certificates).status == notFound)
    #expect(keychain.find(.key()).status == notFound)
  }

  @Test("Reading a preference for a guarded identity needs authentication. Setting the preference does not.")
  func guardedPreference() throws {
    let key = try #require(identity.itsKey)
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    #expect(keychain.add([kSecValueRef: key, kSecAttrAccessControl: try presence]).status == ok)
    process.perform(as: keychain.program, asksNobody: true) {
      #expect(SecIdentitySetPreferred(identity, "x", nil) == ok)
      var found: SecIdentity?
      #expect(
        SecIdentityCopyPreference("x", 0, nil, &found) == Security.errSecInteractionNotAllowed)
      #expect(found == nil)
    }
  }

  @Test("With a locked key, SecIdentityCopyPreference finds the preference and returns -25308")
  func lockedPreference() throws {
    #expect(keychain.add([kSecValueRef: identity]).status == ok)
    keychain.perform { #expect(SecIdentitySetPreferred(identity, "x", nil) == ok) }
    try process.lock()
    keychain.perform {
      var found: SecIdentity?
      #expect(
        SecIdentityCopyPreference("x", 0, nil, &found) == Security.errSecInteractionNotAllowed)
    }
    try process.unlock("1234")
    keychain.perform { #expect(SecIdentityCopyPreferred("x", nil, nil) == identity) }
  }

  @Test("A delete of an identity with a readable key also deletes its guarded certificate")
  func guardedCertificate()
    throws
  {
    let added = keychain.add([
      kSecValueRef: certificate, kSecAttrAccessControl: try presence, kSecReturnPersistentRef: true,
    ])
    #expect(added.status == ok)
    // A certificate without a stored key is not an identity, and does not prevent an add of the key.
    #expect(keychain.delete(.identities) == notFound)
    #expect(keychain.add([kSecValueRef: try #require(identity.itsKey)]).status == ok)
    let reference = Data("idnt".utf8) + (try #require(added.data)).dropFirst(4)
    #expect(keychain.delete([kSecValuePersistentRef: reference]) == ok)
    #expect(keychain.find(.certificates).status == notFound)
    #expect(keychain.find(.key()).status == notFound)
  }

  @Test("A delete of an identity with a guarded certificate keeps a guarded copy of the key")
  func guardedCopyOfKey() throws {
    let key = try #require(identity.itsKey)
    #expect(
      keychain.add([kSecValueRef: certificate, kSecAttrAccessControl: try presence]).status == ok)
    #expect(keychain.add([kSecValueRef: key]).status == ok)
    let copy: Query = [kSecAttrApplicationTag: "copy", kSecAttrAccessControl: try presence]
    #expect(keychain.add([kSecValueRef: key] + copy).status == ok)
    #expect(keychain.delete(.identities) == ok)
    #expect(keychain.find(.certificates).status == notFound)
    #expect(keychain.delete(.key()) == ok)
    #expect(keychain.find(.key()).status == notFound)
  }

  @Test(
    "A search with a limit requires no authentication for identities beyond the limit and does not unlock them")
  func limit() throws {
    #expect(keychain.add([kSecValueRef: identity, kSecAttrAccessible: "dk"]).status == ok)
    let second = try SecIdentity.made("Bob", serial: 2)
    #expect(keychain.add([kSecValueRef: second, kSecAttrAccessControl: try presence]).status == ok)
    let third = try SecIdentity.made("Carol", serial: 3)
    #expect(keychain.add([kSecValueRef: third, kSecAttrAccessible: "ak"]).status == ok)
    let copy: Query = [kSecAttrApplicationTag: "copy", kSecAttrAccessControl: try presence]
    #expect(keychain.add([kSecValueRef: try #require(identity.itsKey)] + copy).status == ok)
    try process.lock()
    let fail: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]
    for results: Query in [
      [kSecReturnRef: true], [kSecReturnData: true], [kSecReturnAttributes: true],
      [kSecReturnPersistentRef: true],
    ] {
      #expect(keychain.find(.identities + results + fail).status == ok, "\(results)")
      #expect(
        keychain.find(.identities + results + fail + [kSecMatchLimit: 4]).status
          == Security.errSecInteractionNotAllowed, "\(results)")
    }
    var found: SecIdentity?
    #expect(keychain.perform { SecIdentityCreateWithCertificate(nil, certificate, &found) } == ok)
    #expect(found == identity)
  }
}
