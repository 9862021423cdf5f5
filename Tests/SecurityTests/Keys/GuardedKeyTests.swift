import Foundation
import LockTestSupport
import Security
import ServiceTestSupport
import Testing

/// Tests keys whose access control requires authentication (specification: secitem 5.6).
@Suite("Keys with access control") struct GuardedKeyTests {
  private let machine: TestMachine
  private let keychain: TestKeychain
  private let key: SecKey

  init() throws {
    machine = try TestMachine()
    let process = machine.served()
    try process.setPasscode("1234")
    keychain = TestKeychain(process, in: machine.folder)
    key = try SecKey.made()
  }

  private func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    try #require(
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil))
  }

  private func owner() throws -> Query {
    let proof = try TestProof(passcode: "1234", of: keychain.service)
    return [kSecUseAuthenticationContext: TestAuthenticationContext(answer: .proof(proof))]
  }

  @Test("A key with the access control privateKeyUsage needs no authentication")
  func privateKeyUsage() throws {
    let control = try control(.privateKeyUsage)
    #expect(keychain.add(.of(key) + [kSecAttrAccessControl: control]).status == ok)
    #expect(keychain.find(.key() + [kSecReturnRef: true]).result as? SecKey == key)
    #expect(keychain.attributes(.key())[kSecAttrAccessControl] as? SecAccessControl == control)
    #expect(keychain.update(.of(key), [kSecAttrLabel: "l"]) == ok)
    #expect(keychain.delete(.of(key)) == ok)
  }

  @Test(
    "Every read of a key with userPresence or devicePasscode needs authentication",
    arguments: [
      [.userPresence], [.privateKeyUsage, .userPresence], [.privateKeyUsage, .devicePasscode],
    ] as [SecAccessControlCreateFlags])
  func proofs(_ flags: SecAccessControlCreateFlags) throws {
    let control = try control(flags)
    let item: Query =
      .of(key) + [
        kSecAttrApplicationTag: "t", kSecAttrAccessControl: control,
      ]
    #expect(keychain.add(item).status == ok)
    let fail: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]
    let skip: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    for query: Query in [.key("t"), .of(key), [kSecMatchItemList: [key]]] {
      #expect(keychain.find(query + fail + [kSecReturnRef: true]).status == locked)
      #expect(keychain.find(query + skip + [kSecReturnRef: true]).status == notFound)
      #expect(keychain.update(query + fail, [kSecAttrLabel: "l"]) == locked)
      let found = keychain.find(query + [kSecReturnRef: true] + (try owner()))
      #expect(found.result as? SecKey == key)
      let attributes = keychain.find(query + [kSecReturnAttributes: true] + (try owner()))
      #expect(attributes[kSecAttrAccessControl] as? SecAccessControl == control)
      #expect(keychain.update(query + (try owner()), [kSecAttrLabel: "l"]) == ok)
    }
    // A delete requires no authentication.
    #expect(keychain.delete([kSecMatchItemList: [key]]) == ok)
    #expect(keychain.add(item).status == ok)
    #expect(keychain.delete(.of(key)) == ok)
  }

  @Test("A query with a symmetric key compares secret bytes, and needs authentication") func symmetric() throws {
    let parameters: Query = [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256]
    let key = try #require(SecKeyGenerateSymmetric(parameters as NSDictionary, nil))
    #expect(
      keychain.add(.of(key) + [kSecAttrAccessControl: try control(.userPresence)]).status == ok)
    let fail: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]
    for query: Query in [.of(key), .key() + [kSecMatchItemList: [key]]] {
      #expect(keychain.find(query + fail).status == locked)
      #expect(keychain.find(query + (try owner())).status == ok)
      #expect(keychain.delete(query) == errSecAuthFailed)
    }
    #expect(keychain.delete(.key()) == ok)
  }

  @Test("An access control that Latchkey cannot verify gives -25293") func unprovable() throws {
    for flags: SecAccessControlCreateFlags in [
      .biometryAny, [.privateKeyUsage, .biometryCurrentSet], [.privateKeyUsage, .companion],
    ] {
      let item: Query = .of(key) + [kSecAttrAccessControl: try control(flags)]
      #expect(keychain.add(item).status == errSecAuthFailed)
    }
    #expect(keychain.count(.key()) == 0)
  }

  @Test("A locked keychain finds and deletes a key, and neither reads nor adds a key") func locking() throws {
    #expect(keychain.add(.of(key)).status == ok)
    try keychain.service.lock()
    #expect(keychain.find(.of(key)).status == locked)
    #expect(keychain.find(.of(try SecKey.made())).status == notFound)
    #expect(keychain.add(.of(try SecKey.made())).status == locked)
    #expect(keychain.delete(.of(key)) == ok)
  }
}
