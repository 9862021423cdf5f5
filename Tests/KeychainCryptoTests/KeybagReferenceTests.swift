import CArgon2
import COpenSSL
import KeychainCrypto
import KeychainModel
import Testing

/// Opens a keybag with a passcode as docs/file-format.md describes. The test uses only offsets, libargon2 and OpenSSL,
/// and none of the code that wrote the keybag.
@Suite struct KeybagReferenceTests {
  private let bench: KeybagWorkbench

  init() throws { bench = try KeybagWorkbench() }

  @Test(arguments: [nil, "pass\u{0}word"])
  func anotherProgramCanOpenIt(_ passcode: String?) throws {
    let keybag = try passcode.map { try bench.createProtected($0) } ?? bench.create()
    let payload = try bench.payload(keybag)
    func number(_ offset: Int) -> UInt32 {
      payload[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let vaultID = Array(payload[8..<24])
    let deviceKey = try bench.deviceKeyBytes()
    let zeros = [UInt8](repeating: 0, count: 32)
    let kek1 = hkdf(deviceKey, zeros, "latchkey keybag, device key", vaultID)
    var kek2 = kek1
    let header: Int
    if let passcode {
      #expect([0, 4, 24, 28, 32, 36, 40].map(number) == [2, 36, 2, 0x13, 1, 8, 1])
      let stretched = try stretch(passcode, Array(payload[44..<60]), number(32), number(36))
      kek2 = hkdf(deviceKey, stretched, "latchkey keybag, device key and passcode", vaultID)
      header = 60
    } else {
      #expect([0, 4].map(number) == [1, 0])
      header = 24
    }
    // Compares the generation, the next key ID and the number of keys with the keybag.
    let count = passcode == nil ? 6 : 7
    #expect(
      [0, 4, 8, 12].map { number(header + $0) } == [
        passcode == nil ? 1 : 2, 0, keybag.nextKeyID, UInt32(count),
      ])

    let version: [UInt8] = [1, 0, 0, 0]
    let suite = try bench.ring(keybag, passcode).makeCipherSuite()
    for index in 0..<count {
      let start = header + 16 + index * 80
      let entry = Array(payload[start..<start + 80])
      let (accessibility, state, keyID) = (entry[0], entry[1], Array(entry[4..<8]))
      #expect(Array(entry[2..<4]) == [72, 0])
      let context =
        Array("CLKKEYBAG".utf8) + version + payload[0..<header] + [accessibility, state] + keyID
      let kek = [8, 11].contains(accessibility) ? kek1 : kek2
      let classKey = try #require(try unwrap(Array(entry[8...]), kek, context))
      // The unwrapped class key opens the data that the key ring has sealed for a row.
      let nonce = try SealingNonce(random: bench.random)
      let sealed = try suite.metadataCipher(number(start + 4)).seal([1, 2, 3], nonce, [])
      let rowKey = hkdf(classKey, zeros, "latchkey metadata", vaultID + [accessibility] + keyID)
      #expect(try XAES256GCM(rowKey).open(sealed, nonce, []) == [1, 2, 3])
      if kek1 != kek2 {
        #expect(try unwrap(Array(entry[8...]), kek == kek1 ? kek2 : kek1, context) == nil)
      }
    }
    let end = header + 16 + count * 80
    if let passcode {
      let generation = Array(payload[end..<end + 8])
      #expect(generation == [2, 0, 0, 0, 0, 0, 0, 0])
      let publicKey = Array(payload[end + 8..<end + 40])
      let wrapped = Array(payload[end + 40..<end + 112])
      let context = Array("ALKKEYBAG".utf8) + version + payload[0..<header] + generation + publicKey
      #expect(try unwrap(wrapped, kek2, context) == bench.authenticationKey(keybag, passcode))
      #expect(try unwrap(wrapped, kek1, context) == nil)
    }
    #expect(payload.count == end + (passcode == nil ? 0 : 112) + 72)
    let context = Array("ILKKEYBAG".utf8) + version + payload.dropLast(72)
    #expect(try unwrap(Array(payload.suffix(72)), kek1, context) != nil)
  }

  private func stretch(
    _ passcode: String, _ salt: [UInt8], _ passes: UInt32, _ memory: UInt32
  ) throws -> [UInt8] {
    let bytes = Array(passcode.utf8)
    var output = [UInt8](repeating: 0, count: 32)
    let status = argon2id_hash_raw(
      passes, memory, 1, bytes, bytes.count, salt, salt.count, &output, output.count)
    #expect(status == ARGON2_OK.rawValue)
    return output
  }

  private func hkdf(
    _ key: [UInt8], _ salt: [UInt8], _ label: String, _ rest: [UInt8]
  ) -> [UInt8] {
    hmac(hmac(salt, key), Array(label.utf8) + rest + [1])
  }

  private func hmac(_ key: [UInt8], _ data: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    var count = 0
    _ = EVP_Q_mac(
      nil, "HMAC", nil, "SHA256", nil, key, key.count, data, data.count, &output, 32, &count)
    return output
  }

  /// Unwraps a key. Returns nil if the wrapped key is not authentic.
  private func unwrap(_ wrapped: [UInt8], _ kek: [UInt8], _ context: [UInt8]) throws -> [UInt8]? {
    let (nonce, sealed) = (Array(wrapped[..<24]), Array(wrapped[24...]))
    let messageKey = try [1, 2].flatMap { counter in
      try cmac(kek, [0, counter, UInt8(ascii: "X"), 0] + nonce[..<12])
    }
    // This code opens the message with a function that only seals. GCM encrypts with a stream cipher, so sealing the
    // ciphertext gives the plaintext. Sealing this plaintext must then give the ciphertext and the tag.
    let plaintext = Array(try gcm(messageKey, Array(nonce[12...]), Array(sealed[..<32]), [])[..<32])
    let again = try gcm(messageKey, Array(nonce[12...]), plaintext, context)
    return again == sealed ? plaintext : nil
  }
}
