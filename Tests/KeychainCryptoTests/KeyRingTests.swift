import CTestSupport
import Glibc
import KeychainCrypto
import KeychainModel
import Testing

@Suite struct KeyRingTests {
  private let random = TestRandom()
  private let deviceKey: DeviceKey
  private let keybag: Keybag

  init() throws {
    deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    keybag = try Keybag.create(deviceKey: deviceKey, random: random)
  }

  @Test func answersForEveryClass() throws {
    let ring = try KeyRing(keybag, deviceKey: deviceKey)
    #expect(ring.vaultID == deviceKey.vaultID)
    #expect(ring.generation == 1)
    for accessibility in Accessibility.allCases {
      #expect(ring.activeKeyID(for: accessibility) == keybag.activeKeyID(for: accessibility))
    }
  }

  @Test func anotherDeviceKeyGivesNoRing() throws {
    let other = try DeviceKey(vaultID: deviceKey.vaultID, random: random)
    let error = #expect(throws: KeychainError.self) { _ = try KeyRing(keybag, deviceKey: other) }
    #expect(error?.code == .notAvailable)
  }

  @Test func deviceKeyOfAnotherStoreGivesNoRing() throws {
    let other = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    let error = #expect(throws: KeychainError.self) { _ = try KeyRing(keybag, deviceKey: other) }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains(other.vaultID.description) == true)
  }

  @Test func suitesOfTheSameKeysOpenEachOther() throws {
    let ring = try KeyRing(keybag, deviceKey: deviceKey)
    let (one, two) = (try ring.makeCipherSuite(), try ring.makeCipherSuite())
    for keyID: UInt32 in 1...6 {
      let nonce = try SealingNonce(random: random)
      let sealed = try one.metadataCipher(keyID).seal([1], nonce, [])
      #expect(try two.metadataCipher(keyID).open(sealed, nonce, []) == [1])
    }
    #expect(try one.index().value { $0.append("x") } == two.index().value { $0.append("x") })
  }

  @Test func everyUseHasItsOwnKey() throws {
    let suite = try KeyRing(keybag, deviceKey: deviceKey).makeCipherSuite()
    let ciphers = try (1...6).flatMap {
      [try suite.metadataCipher($0), try suite.secretCipher($0)]
    }
    let nonce = try SealingNonce(random: random)
    for (index, sealer) in ciphers.enumerated() {
      let sealed = try sealer.seal([1], nonce, [])
      for (other, opener) in ciphers.enumerated() {
        #expect((try opener.open(sealed, nonce, []) != nil) == (index == other))
      }
    }
  }

  @Test func unknownAndDestroyedKeysHaveNoCipher() throws {
    let next = try keybag.destroyingKey(2, deviceKey: deviceKey, random: random)
    let suite = try KeyRing(next, deviceKey: deviceKey).makeCipherSuite()
    for keyID: UInt32 in [0, 2, 7] {
      let error = #expect(throws: KeychainError.self) { _ = try suite.metadataCipher(keyID) }
      #expect(error?.code == .notAvailable)
    }
  }

  @Test func forkedChildHasNoKeys() throws {
    let ring = try KeyRing(keybag, deviceKey: deviceKey)
    let suite = try ring.makeCipherSuite()
    _ = try suite.secretCipher(1)
    _ = try suite.index()
    let marker = ForkDetector()
    #expect(marker.isThisProcess)
    let child = lk_test_fork(60)
    if child == 0 {
      var failures: Int32 = 0
      func expect(_ bit: Int32, _ condition: Bool) { if !condition { failures |= 1 << bit } }
      expect(0, !marker.isThisProcess)
      expect(1, ForkDetector().isThisProcess)
      expect(2, !ring.isUsableInThisProcess)
      expect(3, (try? ring.makeCipherSuite()) == nil)
      expect(4, (try? suite.secretCipher(1)) == nil)
      expect(5, (try? suite.index()) == nil)
      expect(6, (try? Keybag.create(deviceKey: deviceKey, random: random)) == nil)
      _exit(failures)
    }
    #expect(lk_test_wait(child) == 0)
    #expect(marker.isThisProcess)
    #expect(ring.isUsableInThisProcess)
    _ = try suite.secretCipher(1)
  }
}
