import Foundation
import Keychain
import LockTestSupport
import Security
import Testing

/// Certificates and identities while the keychain is locked, and with access controls (secitem 5.2, 5.6).
@Suite("Certificates and identities, locked and guarded") struct LockedIdentityTests {
  private let machine: TestMachine
  private let process: LocalKeychain
  private let keychain: TestKeychain
  private let identity: SecIdentity
  private let certificate: SecCertificate

  init() throws {
    machine = try TestMachine()
    process = machine.process()
    try process.setPasscode(passcode("1234"))
    keychain = TestKeychain(process, in: machine.folder)
    identity = try .made("Alice")
    certificate = try #require(identity.itsCertificate)
  }

  @Test("Locked: certificates are found, keys and identities are not; a delete takes both")
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
    _ = try process.unlock(passcode("1234"))
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 0)
  }

  @Test("A key without a certificate that is locked keeps no identity from being found")
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

  @Test("A filter that needs a locked certificate fails the delete (D4)") func lockedFilter() throws
  {
    #expect(keychain.add([kSecValueRef: certificate, kSecAttrAccessible: "ak"]).status == ok)
    try process.lock()
    let query: Query = .certificates + [kSecMatchSubjectContains: "Ali"]
    #expect(keychain.delete(query) == Security.errSecInteractionNotAllowed)
    #expect(keychain.delete(.certificates + [kSecAttrLabel: "Alice"]) == ok)
  }

  @Test("Using the private key of an identity asks for no proof") func privateKeyUsage() throws {
    let control = try #require(
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil))
    #expect(keychain.add([kSecValueRef: identity, kSecAttrAccessControl: control]).status == ok)
    #expect(keychain.find(.identities + [kSecReturnRef: true]).result as? SecIdentity == identity)
    #expect(keychain.delete([kSecValueRef: identity]) == ok)
  }

  @Test("An identity that asks for a proof is skipped, refused, and deleted without one")
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
}
