import Foundation
import LatchkeyAdministration
import LockTestSupport
import Security
import ServiceTestSupport
import Testing

/// Tests private keys that are not extractable or that have an access control. If the keychain is in another process, such
/// a key stays there, and the key functions work by requests. The tests expect the same results in both places, except
/// that only a keychain in the process of the test returns the bytes of the key.
@Suite struct RetainedKeyTests {
  private let machine: TestMachine
  private let keychain: TestKeychain

  init() throws {
    machine = try TestMachine()
    let process = machine.served()
    try process.setPasscode("1234")
    keychain = TestKeychain(process, in: machine.folder)
  }

  private static var notExtractable: Query { [kSecAttrIsExtractable: false] }

  private func control(_ flags: SecAccessControlCreateFlags) throws -> Query {
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    return [kSecAttrAccessControl: try #require(control)]
  }

  /// Stores a key, and returns the key of the item that a search finds.
  private func stored(_ key: SecKey, _ further: Query, _ search: Query = [:]) throws -> SecKey {
    #expect(keychain.add(.of(key) + further).status == ok)
    return try #require(keychain.find(.item(of: key) + search + [kSecReturnRef: true]).result as? SecKey)
  }

  private let isRemote = ServedKeychain.isRemote

  // MARK: The object

  @Test(arguments: [true, false]) func aStoredKeyIsEqualToItsKey(_ isRSA: Bool) throws {
    let key = isRSA ? try TestKeys.rsa(1024) : try TestKeys.curve(256)
    let stored = try stored(key, Self.notExtractable)
    #expect(stored == key && key == stored && stored.hash == key.hash)
    #expect(stored != (isRSA ? try TestKeys.rsa(2048) : try SecKey.made()))
    #expect(try stored != key.publicPart)
    #expect(try stored.publicPart == key.publicPart)
    #expect(SecKeyGetBlockSize(stored) == SecKeyGetBlockSize(key))
    var (mine, theirs) = (try stored.attributes, try key.attributes)
    #expect((mine.removeValue(forKey: kSecValueData as String) == nil) == isRemote)
    theirs[kSecValueData as String] = nil
    #expect(mine as NSDictionary == theirs as NSDictionary)
    for row in AlgorithmRow.all {
      for operation: SecKeyOperationType in [.sign, .verify, .encrypt, .decrypt, .keyExchange] {
        #expect(
          SecKeyIsAlgorithmSupported(stored, operation, row.algorithm)
            == SecKeyIsAlgorithmSupported(key, operation, row.algorithm))
      }
    }
  }

  @Test func onlyTheProcessOfTheKeychainHasTheBytes() throws {
    let key = try TestKeys.curve(256)
    for further in [Self.notExtractable, try control(.privateKeyUsage)] {
      let stored = try stored(key, further)
      let external = answer { SecKeyCopyExternalRepresentation(stored, $0) }
      #expect((external.value as Data?) == (isRemote ? nil : try key.representation))
      #expect(external.code == (isRemote ? Int(errSecDataNotAvailable) : nil))
      let data = keychain.find(.item(of: key) + [kSecReturnData: true])
      #expect(data.status == (isRemote ? errSecDataNotAvailable : ok))
      #expect(data.data == (isRemote ? nil : try key.representation))
      let both = keychain.find(.item(of: key) + [kSecReturnData: true, kSecReturnAttributes: true])
      #expect(both.status == (isRemote ? errSecDataNotAvailable : ok))
      // The result of several items leaves out the data.
      let all = keychain.find(.item(of: key).all + [kSecReturnData: true, kSecReturnAttributes: true])
      #expect(all.status == ok)
      #expect(((all.array.first as? NSDictionary)?[kSecValueData] == nil) == isRemote)
      let allData = keychain.find(.item(of: key).all + [kSecReturnData: true])
      #expect(allData.status == (isRemote ? errSecDataNotAvailable : ok))
      #expect(keychain.find(.item(of: key) + [kSecReturnAttributes: true]).status == ok)
      #expect(keychain.delete(.item(of: key)) == ok)
    }
  }

  @Test func anExtractableKeyIsNotRetained() throws {
    let key = try TestKeys.curve(256)
    let stored = try stored(key, [:])
    #expect(try stored.representation == key.representation)
    // An update to a key that is not extractable counts at once.
    #expect(keychain.update(.item(of: key), [kSecAttrIsExtractable: false]) == ok)
    let data = keychain.find(.item(of: key) + [kSecReturnData: true])
    #expect(data.status == (isRemote ? errSecDataNotAvailable : ok))
    #expect(keychain.update(.item(of: key), [kSecAttrIsExtractable: true]) == (isRemote ? param : ok))
    #expect(keychain.update(.item(of: key), [kSecAttrLabel: "l"]) == ok)
    #expect(keychain.find(.item(of: key) + [kSecReturnData: true]).status == (isRemote ? errSecDataNotAvailable : ok))
  }

  /// The program that adds a key has the key.
  @Test func anAddReturnsTheKeyOfItsProgram() throws {
    let key = try TestKeys.curve(256)
    let added = keychain.add(
      .of(key) + Self.notExtractable + [kSecReturnRef: true, kSecReturnData: true, kSecReturnAttributes: true])
    #expect(added.status == ok)
    #expect(added[kSecValueRef] as? SecKey == key)
    #expect(added[kSecValueData] as? Data == (try key.representation))
    #expect(keychain.delete(.item(of: key)) == ok)
    let parameters: Query = [
      kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: true,
      kSecAttrIsExtractable: false,
    ]
    let made = try #require(keychain.perform { SecKeyCreateRandomKey(parameters as NSDictionary, nil) })
    let found = try #require(keychain.find(.key() + [kSecReturnRef: true]).result as? SecKey)
    #expect(found == made)
    #expect(found.isPrivatePart(of: try made.publicPart))
  }

  // MARK: Operations

  private static let message = Data((0..<77).map { UInt8($0) })

  /// Inputs of the lengths that algorithms accept: the lengths of digests, and of a block.
  private static func inputs(block: Int) -> [Data] {
    [0, 16, 20, 28, 32, 48, 64, block, block + 1].map {
      Data((0..<$0).map { $0 == 0 ? 0 : UInt8(truncatingIfNeeded: $0 * 7) })
    }
  }

  /// The signatures of most algorithms are random, so the test verifies them.
  @Test(arguments: [512, 1024, 2048]) func anRSAKeySignsAndDecrypts(_ bits: Int) throws {
    let key = try TestKeys.rsa(bits)
    try check(key, try stored(key, Self.notExtractable))
  }

  @Test(arguments: TestKeys.curveBitCounts) func aCurveKeySignsAndDecrypts(_ bits: Int) throws {
    let key = try TestKeys.curve(bits)
    try check(key, try stored(key, try control(.privateKeyUsage)))
  }

  private func check(_ key: SecKey, _ stored: SecKey) throws {
    let publicKey = try key.publicPart
    for row in AlgorithmRow.all {
      let algorithm = row.algorithm
      for input in Self.inputs(block: SecKeyGetBlockSize(key)) {
        switch row.use {
        case .signature:
          let (ours, theirs) = (stored.sign(input, algorithm), key.sign(input, algorithm))
          #expect(ours.code == theirs.code && (ours.value == nil) == (theirs.value == nil), "\(algorithm)")
          guard let signature = ours.value as Data?, let other = theirs.value as Data? else { continue }
          // A raw signature cannot be verified for every input.
          #expect(
            publicKey.verify(signature, of: input, algorithm).value
              == publicKey.verify(other, of: input, algorithm).value, "\(algorithm)")
          let (mine, own) = (
            stored.verify(signature, of: input, algorithm), key.verify(signature, of: input, algorithm)
          )
          #expect(mine.code == own.code, "\(algorithm)")
        case .encryption, .hybridEncryption:
          #expect(stored.encrypt(input, algorithm).code == key.encrypt(input, algorithm).code, "\(algorithm)")
          #expect(stored.decrypt(input, algorithm).code == key.decrypt(input, algorithm).code, "\(algorithm)")
          guard let sealed = publicKey.encrypt(input, algorithm).value as Data? else { continue }
          #expect(stored.decrypt(sealed, algorithm).value == key.decrypt(sealed, algorithm).value, "\(algorithm)")
        case .keyExchange: continue
        }
      }
    }
  }

  @Test func twoKeysAgree() throws {
    let size = SecKeyKeyExchangeParameter.requestedSize.rawValue
    let info = SecKeyKeyExchangeParameter.sharedInfo.rawValue
    for bits in TestKeys.curveBitCounts {
      let key = try TestKeys.curve(bits)
      let stored = try stored(key, Self.notExtractable)
      let others = [
        try SecKey.made(bits: bits).publicPart, try TestKeys.curve(bits == 256 ? 384 : 256).publicPart, key,
      ]
      for other in others {
        for row in AlgorithmRow.all where row.use == .keyExchange {
          for options: Query in [
            [size: 77, info: Data("both".utf8)], [size: 32], [:], [size: 0], [size: -1], [size: 1 << 40],
            [info: Data()],
          ] {
            let ours = stored.exchange(with: other, row.algorithm, options)
            let theirs = key.exchange(with: other, row.algorithm, options)
            #expect(ours.value == theirs.value && ours.code == theirs.code, "\(row.algorithm) \(options)")
          }
        }
      }
      // The other side has the key that stays in the service.
      let other = try SecKey.made(bits: bits)
      let theirs = other.exchange(with: try stored.publicPart, .ecdhKeyExchangeStandard).value
      #expect(stored.exchange(with: try other.publicPart, .ecdhKeyExchangeStandard).value == theirs)
      #expect(theirs != nil)
    }
  }

  @Test func theOlderFunctionsWork() throws {
    let key = try TestKeys.rsa(1024)
    let stored = try stored(key, Self.notExtractable)
    let digest = [UInt8](repeating: 5, count: 20)
    for padding: SecPadding in [.PKCS1SHA1, .PKCS1, [], .PKCS1SHA256] {
      let (ours, theirs) = (OlderKeyCall.sign(stored, padding, digest), OlderKeyCall.sign(key, padding, digest))
      #expect(ours.status == theirs.status && ours.bytes == theirs.bytes)
    }
    for padding: SecPadding in [.PKCS1, .OAEP, []] {
      let sealed = OlderKeyCall.encrypt(try key.publicPart, padding, digest)
      #expect(OlderKeyCall.decrypt(stored, padding, try #require(sealed.bytes)).bytes == digest)
    }
  }

  @Test func aLongMessageIsSignedAndDecrypted() throws {
    let key = try TestKeys.curve(256)
    let stored = try stored(key, Self.notExtractable)
    let long = Data(repeating: 7, count: 3 << 20)
    let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    let signature = try #require(stored.sign(long, algorithm).value as Data?)
    #expect(try key.publicPart.verify(signature, of: long, algorithm).value == true)
    let encryption = SecKeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM
    let sealed = try #require(try key.publicPart.encrypt(long, encryption).value as Data?)
    #expect(stored.decrypt(sealed, encryption).value as Data? == long)
  }

  @Test func manyThreadsUseAKey() throws {
    let stored = try stored(try TestKeys.curve(256), Self.notExtractable)
    let publicKey = try stored.publicPart
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
      let signature = stored.sign(Data([UInt8(index)]), algorithm).value as Data?
      #expect(publicKey.verify(signature ?? Data(), of: Data([UInt8(index)]), algorithm).value == true)
    }
  }

  // MARK: The life of the key

  private static let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

  @Test func aDeletedKeyDoesNotSign() throws {
    let key = try TestKeys.curve(256)
    let stored = try stored(key, Self.notExtractable)
    #expect(stored.sign(Self.message, Self.algorithm).value != nil)
    #expect(keychain.delete(.item(of: key)) == ok)
    let answer = stored.sign(Self.message, Self.algorithm)
    #expect(answer.code == (isRemote ? Int(errSecItemNotFound) : nil))
    if isRemote { #expect(LatchkeyCopyLastFailure()?.reason.contains("no longer in the keychain") == true) }
    // The object is still equal to its key.
    #expect(stored == key)
  }

  @Test func aReplacedKeyDoesNotSign() throws {
    let (key, other) = (try TestKeys.curve(256), try SecKey.made())
    let stored = try stored(key, Self.notExtractable)
    #expect(keychain.update(.item(of: key), [kSecValueData: try other.representation]) == ok)
    #expect(stored.sign(Self.message, Self.algorithm).code == (isRemote ? Int(errSecItemNotFound) : nil))
  }

  @Test func aLockedKeyDoesNotSign() throws {
    let stored = try stored(try TestKeys.curve(256), Self.notExtractable)
    try keychain.service.lock()
    #expect(stored.sign(Self.message, Self.algorithm).code == (isRemote ? Int(locked) : nil))
    try keychain.service.unlock("1234")
    #expect(stored.sign(Self.message, Self.algorithm).value != nil)
  }

  // MARK: Access control

  private func owner() throws -> TestAuthenticationContext {
    TestAuthenticationContext(answer: .proof(try TestProof(passcode: "1234", of: keychain.service)))
  }

  @Test func aProofCoversTheOperationsWithTheKey() throws {
    let owner = try owner()
    let key = try TestKeys.curve(256)
    let context: Query = [kSecUseAuthenticationContext: owner]
    let stored = try stored(key, try control([.userPresence, .privateKeyUsage]), context)
    #expect(owner.asked.count == 1)
    for _ in 0..<3 { #expect(stored.isPrivatePart(of: try key.publicPart)) }
    #expect(stored == key)
    #expect(owner.asked.count == 1)
    #expect(stored.exchange(with: try SecKey.made().publicPart, .ecdhKeyExchangeStandard).value != nil)
    #expect(owner.asked.count == 1)
  }

  /// A change of the passcode ends a proof. An operation then asks again.
  @Test func anEndedProofIsAskedForAgain() throws {
    let key = try TestKeys.curve(256)
    let owner = try owner()
    let stored = try stored(key, try control(.userPresence), [kSecUseAuthenticationContext: owner])
    try keychain.service.administration.changePasscode(
      from: KeychainPasscode("1234"), to: KeychainPasscode("new"))
    let answer = stored.sign(Self.message, Self.algorithm)
    #expect(answer.code == (isRemote ? Int(errSecAuthFailed) : nil))
    #expect((owner.asked.count > 1) == isRemote)
    // Without user interaction, the error is -25308.
    let other = TestAuthenticationContext(
      try TestProof(passcode: "new", of: keychain.service))
    let silent = try #require(
      keychain.find(
        .item(of: key) + [
          kSecReturnRef: true, kSecUseAuthenticationContext: other,
          kSecUseAuthenticationUI: kSecUseAuthenticationUIFail,
        ]
      ).result as? SecKey)
    #expect(silent.sign(Self.message, Self.algorithm).value != nil)
    try keychain.service.administration.changePasscode(
      from: KeychainPasscode("new"), to: KeychainPasscode("newer"))
    #expect(silent.sign(Self.message, Self.algorithm).code == (isRemote ? Int(locked) : nil))
    #expect(other.asked == [])
  }

  @Test func aKeyWithAnApplicationPasswordSigns() throws {
    let key = try TestKeys.curve(256)
    let password = TestAuthenticationContext(try TestProof(applicationPassword: "right"))
    let further = try control(.applicationPassword) + [kSecUseAuthenticationContext: password]
    #expect(keychain.add(.of(key) + further).status == ok)
    let found = keychain.find(.item(of: key) + [kSecReturnRef: true, kSecUseAuthenticationContext: password])
    let stored = try #require(found.result as? SecKey)
    #expect(stored.isPrivatePart(of: try key.publicPart))
    let wrong = TestAuthenticationContext(try TestProof(applicationPassword: "wrong"))
    let failed = keychain.find(.item(of: key) + [kSecReturnRef: true, kSecUseAuthenticationContext: wrong])
    #expect(failed.status == errSecAuthFailed)
  }

  // MARK: Other functions

  @Test func theObjectAddsACopy() throws {
    let key = try TestKeys.curve(256)
    let keychain = keychain.seen(by: ["app", "shared"])
    #expect(keychain.add(.of(key) + Self.notExtractable).status == ok)
    let query: Query = .item(of: key) + [kSecReturnRef: true]
    let stored = try #require(keychain.find(query + [kSecAttrAccessGroup: "app"]).result as? SecKey)
    #expect(keychain.add(.of(stored)).status == duplicate)
    #expect(keychain.add(.of(stored) + Self.notExtractable + [kSecAttrAccessGroup: "shared"]).status == ok)
    #expect(keychain.delete(.item(of: stored) + [kSecAttrAccessGroup: "app"]) == ok)
    let copy = try #require(keychain.find(query).result as? SecKey)
    #expect(copy == key)
    #expect(copy.isPrivatePart(of: try key.publicPart))
    #expect(keychain.find(.item(of: key) + [kSecReturnData: true]).status == (isRemote ? errSecDataNotAvailable : ok))
    // A copy of a deleted key is not possible without its bytes.
    #expect(keychain.delete(.item(of: copy)) == ok)
    #expect(keychain.add(.of(copy)).status == (isRemote ? notFound : ok))
  }

  @Test func anIdentityHasItsKey() throws {
    let identity = try SecIdentity.made("Alice")
    let (certificate, key) = (try #require(identity.itsCertificate), try #require(identity.itsKey))
    #expect(keychain.add(.of(key) + Self.notExtractable).status == ok)
    #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    let answer = keychain.find([kSecClass: kSecClassIdentity, kSecReturnRef: true])
    let found = try #require(answer.result as? SecIdentity)
    #expect(found == identity)
    let stored = try #require(found.itsKey)
    #expect(stored == key)
    #expect(stored.isPrivatePart(of: try key.publicPart))
    #expect(SecIdentityCreate(nil, certificate, stored) == identity)
    var made: SecIdentity?
    #expect(keychain.perform { SecIdentityCreateWithCertificate(nil, certificate, &made) } == ok)
    #expect(try #require(made?.itsKey).isPrivatePart(of: try key.publicPart))
    var data: CFData?
    for object: CFTypeRef in [found, stored, [stored] as NSArray] {
      #expect(SecItemExport(object, .formatPEMSequence, [], nil, &data) == errSecDataNotAvailable)
    }
    let result = keychain.find([kSecClass: kSecClassIdentity, kSecReturnData: true])
    #expect(result.status == (isRemote ? errSecDataNotAvailable : ok))
    #expect(keychain.add([kSecValueRef: found]).status == duplicate)
    #expect(keychain.count(.key()) == 1)
  }
}

extension Query {
  /// A query for the item of a private key. A query with the key object itself also compares `kSecAttrIsExtractable`.
  fileprivate static func item(of key: SecKey) -> Query {
    .key() + [kSecAttrApplicationLabel: key.applicationLabel ?? Data()]
  }
}
