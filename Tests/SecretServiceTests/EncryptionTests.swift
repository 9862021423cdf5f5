import KeychainModel
import Testing

@testable import SecretServiceServer

@Suite struct EncryptionTests {
  @Test func publicKeysThatHideNothingAreRefused() {
    for key in [[], [0], [1], [UInt8](repeating: 0, count: 128), [UInt8](repeating: 0xFF, count: 128)] {
      let error = #expect(throws: KeychainError.self) { try DiffieHellman.agree(with: key) }
      #expect(error?.code == .parameter)
    }
  }

  @Test func eachHandshakeHasItsOwnKey() throws {
    let (one, other) = (try DiffieHellman.agree(with: [2]), try DiffieHellman.agree(with: [2]))
    #expect(one.publicKey != other.publicKey)
    // The peer's private key is 1, so the shared secret is the public key.
    #expect(one.secret == one.publicKey)
    #expect(one.secret.count == 128)
  }

  @Test func secretsAreEncryptedAndDecrypted() throws {
    var publicKey: [UInt8] = []
    let cipher = try TransferCipher(agreeingWith: [2], publicKey: &publicKey)
    for count in [0, 1, 15, 16, 17, 1000] {
      let secret = [UInt8](repeating: 7, count: count)
      let transferred = try cipher.encrypt(secret)
      #expect(transferred.parameters.count == 16)
      #expect(transferred.value.count == (count / 16 + 1) * 16)
      #expect(try cipher.decrypt(transferred) == secret)
      var changed = transferred
      changed.value[changed.value.count - 1] ^= 1
      // A changed last block has another padding, or decrypts to other bytes.
      #expect((try? cipher.decrypt(changed)) != secret)
    }
  }

  @Test func aSessionWithoutEncryptionTakesNoVector() throws {
    let cipher = TransferCipher()
    #expect(try cipher.encrypt([1, 2]).value == [1, 2])
    #expect(throws: KeychainError.self) {
      try cipher.decrypt(TransferredSecret(parameters: [1], value: [1]))
    }
  }
}
