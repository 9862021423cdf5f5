import Foundation
import Security
import Testing

/// Tests `SecKeyRawSign`, `SecKeyRawVerify`, `SecKeyEncrypt` and `SecKeyDecrypt` (specification: keys-and-certificates
/// 1.10).
@Suite struct OlderKeyFunctionTests {
  private static let paddings: [(padding: SecPadding, signature: SecKeyAlgorithm?, count: Int)] = [
    ([], .rsaSignatureRaw, 20), (.PKCS1, .rsaSignatureDigestPKCS1v15Raw, 20),
    (.PKCS1SHA1, .rsaSignatureDigestPKCS1v15SHA1, 20),
    (.PKCS1SHA224, .rsaSignatureDigestPKCS1v15SHA224, 28),
    (.PKCS1SHA256, .rsaSignatureDigestPKCS1v15SHA256, 32),
    (.PKCS1SHA384, .rsaSignatureDigestPKCS1v15SHA384, 48),
    (.PKCS1SHA512, .rsaSignatureDigestPKCS1v15SHA512, 64),
    (.OAEP, nil, 20), (.sigRaw, nil, 20), (.PKCS1MD2, nil, 16), (.PKCS1MD5, nil, 16),
    (SecPadding(rawValue: 0x8007), nil, 20), (SecPadding(rawValue: 77), nil, 20),
  ]

  @Test func rsaSignatures() throws {
    let key = try TestKeys.rsa(1024)
    let open = try key.publicPart
    for (padding, algorithm, count) in Self.paddings {
      let digest = [UInt8](repeating: 0x31, count: count)
      let signed = OlderKeyCall.sign(key, padding, digest)
      guard let algorithm else {
        #expect(signed.status == param)
        #expect(SecKeyRawVerify(open, padding, digest, count, digest, count) == param)
        continue
      }
      let signature = try #require(signed.bytes)
      #expect(open.verify(Data(signature), of: Data(digest), algorithm).value == true)
      #expect(SecKeyRawVerify(open, padding, digest, count, signature, 128) == ok)
      var other = digest
      other[0] ^= 1
      #expect(SecKeyRawVerify(open, padding, other, count, signature, 128) == -9809)
      #expect(SecKeyRawVerify(open, padding, digest, count, signature, 127) == -9809)
      #expect(SecKeyRawVerify(key, padding, digest, count, signature, 128) == -9809)
      if padding.rawValue >= SecPadding.PKCS1SHA1.rawValue {
        #expect(OlderKeyCall.sign(key, padding, digest + [0]).status == param)
      }
      #expect(OlderKeyCall.sign(open, padding, digest).status == param)
    }
  }

  @Test func curveSignatures() throws {
    let key = try TestKeys.curve(256)
    let open = try key.publicPart
    let digest = [UInt8](repeating: 0x31, count: 20)
    for (padding, _, _) in Self.paddings {
      let signature = try #require(OlderKeyCall.sign(key, padding, digest).bytes)
      #expect((signature.count == 64 && padding == .sigRaw) || signature[0] == 0x30)
      #expect(SecKeyRawVerify(open, padding, digest, 20, signature, signature.count) == ok)
      #expect(SecKeyRawVerify(open, padding, digest, 19, signature, signature.count) == -9809)
      #expect(SecKeyRawVerify(open, padding, digest, 20, signature, 0) == -9809)
      #expect(SecKeyRawVerify(key, padding, digest, 20, signature, signature.count) == param)
    }
  }

  @Test func encryption() throws {
    let key = try TestKeys.rsa(1024)
    let open = try key.publicPart
    let message = Array("message".utf8)
    // A block whose padding has no end.
    let invalid = try #require(OlderKeyCall.encrypt(open, [], [0, 2] + [UInt8](repeating: 0x77, count: 126)).bytes)
    for (padding, _, _) in Self.paddings {
      let encrypted = OlderKeyCall.encrypt(open, padding, message)
      guard [[], .PKCS1, .OAEP].contains(padding) else {
        #expect(encrypted.status == param)
        #expect(OlderKeyCall.decrypt(key, padding, message).status == param)
        continue
      }
      let block = try #require(encrypted.bytes)
      #expect(block.count == 128)
      #expect(OlderKeyCall.decrypt(key, padding, block).bytes == message)
      #expect(OlderKeyCall.encrypt(key, padding, message).status == param)
      if padding != [] {
        #expect(OlderKeyCall.decrypt(key, padding, invalid).status == param)
      }
    }
    // The padding `OAEP` is OAEP with SHA-1.
    let block = try #require(OlderKeyCall.encrypt(open, .OAEP, message).bytes)
    #expect(key.decrypt(Data(block), .rsaEncryptionOAEPSHA1).value as Data? == Data(message))
    #expect(OlderKeyCall.encrypt(open, .OAEP, [UInt8](repeating: 1, count: 87)).status == param)
    let curve = try TestKeys.curve(256)
    #expect(OlderKeyCall.encrypt(try curve.publicPart, .PKCS1, message).status == param)
    #expect(OlderKeyCall.decrypt(curve, .PKCS1, message).status == param)
  }

  @Test("Without padding, a decryption removes all leading zeros of the block")
  func strippedZeros() throws {
    let key = try TestKeys.rsa(512)
    for message: [UInt8] in [[], [0], [0, 0, 1, 0], [1]] {
      let block = try #require(OlderKeyCall.encrypt(key.publicPart, [], message).bytes)
      #expect(OlderKeyCall.decrypt(key, [], block).bytes == Array(message.drop { $0 == 0 }))
    }
  }

  @Test("A buffer that is too small gives -50, and nothing is written") func smallRoom() throws {
    let key = try TestKeys.rsa(512)
    let digest = [UInt8](repeating: 1, count: 20)
    let block = try #require(OlderKeyCall.encrypt(key.publicPart, .PKCS1, digest).bytes)
    let calls: [(OlderKeyCall.Function, SecKey, [UInt8], Int)] = [
      (SecKeyRawSign, key, digest, 64), (SecKeyEncrypt, try key.publicPart, digest, 64),
      (SecKeyDecrypt, key, block, 20), (SecKeyRawSign, try TestKeys.curve(256), digest, 8),
    ]
    for (function, key, input, needed) in calls {
      for room in [needed - 1, 1, 0, -1, Int.min] {
        var output = [UInt8](repeating: 0xEE, count: 64)
        var count = room
        #expect(function(key, .PKCS1, input, input.count, &output, &count) == param)
        #expect(count == room)
        #expect(output.allSatisfy { $0 == 0xEE })
      }
      #expect(
        OlderKeyCall.call(function, key, .PKCS1, input, room: max(needed, 72)).status == ok)
    }
  }

  @Test("A negative length gives -50") func negativeLengths() throws {
    let key = try TestKeys.rsa(512)
    let byte: [UInt8] = [1]
    var output = [UInt8](repeating: 0, count: 64)
    var count = 64
    for length in [-1, Int.min] {
      #expect(SecKeyRawSign(key, .PKCS1, byte, length, &output, &count) == param)
      #expect(SecKeyDecrypt(key, .PKCS1, byte, length, &output, &count) == param)
      #expect(SecKeyEncrypt(try key.publicPart, .PKCS1, byte, length, &output, &count) == param)
      let open = try key.publicPart
      #expect(SecKeyRawVerify(open, .PKCS1, byte, length, byte, 1) == param)
      #expect(SecKeyRawVerify(open, .PKCS1, byte, 1, byte, length) == param)
    }
  }
}
