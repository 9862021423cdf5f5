import KeychainModel
import Testing

@testable import AsymmetricKeys

/// Compares results with an independent program, which also created the keys and the messages.
@Suite struct KnownAnswerTests {
  private let message = Array("linux keychain KAT".utf8)

  private func key(_ hex: String) throws -> AsymmetricKey {
    let data = bytes(hex)
    return data.first == 0x30
      ? try AsymmetricKey(rsaPrivateKey: data) : try AsymmetricKey(ellipticCurvePrivateKey: data)
  }

  @Test func keysAreWrittenAsTheyWereRead() throws {
    for row in try table("known-answers") {
      #expect(try key(row[0]).externalRepresentation() == bytes(row[0]))
    }
  }

  @Test func publicKeyHashesAgree() throws {
    var count = 0
    for row in try table("known-answers") where row[1] == "klbl" {
      #expect(try key(row[0]).publicKeyHash() == bytes(row[2]))
      #expect(try key(row[0]).publicKey().publicKeyHash() == bytes(row[2]))
      count += 1
    }
    #expect(count == 4)
  }

  @Test func messagesOfECIESAreDecrypted() throws {
    var count = 0
    for row in try table("known-answers") where row[1].contains(" X963SHA") {
      let words = row[1].split(separator: " ")
      guard words[0] != "ECDH" else { continue }
      let nonce = words[0] == "VariableIV" ? "AESGCM-KDFIV" : "AESGCM"
      for exchange in ["ECDH", "ECDHC"] {
        let name = "encrypt:ECIES:\(exchange):KDFX963:\(words[1].dropFirst(4)):\(nonce)"
        #expect(try key(row[0]).decrypt(bytes(row[2]), name) == message)
        var changed = bytes(row[2])
        changed[changed.count - 17] ^= 1
        #expect(throws: KeychainError.self) { try key(row[0]).decrypt(changed, name) }
      }
      count += 1
    }
    #expect(count == 12)
  }

  @Test func agreementLeadsToTheSameSecret() throws {
    var scalar: [UInt8] = []
    for row in try table("known-answers") where bytes(row[0]).first == 4 {
      let own = try key(row[0])
      switch row[1] {
      case "ephemeral scalar": scalar = bytes(row[2])
      case "ECDH raw":
        // The private number is combined with a point of another key. The key exchange does not use this point.
        let other = try AsymmetricKey(
          ellipticCurvePrivateKey: own.publicRepresentation + scalar)
        #expect(try other.sharedSecret(with: own.publicKey()) == bytes(row[2]))
      case "ECDH X963SHA256 requestedSize=20 sharedInfo=\"abc\"":
        let other = try AsymmetricKey(
          ellipticCurvePrivateKey: own.publicRepresentation + scalar)
        let derived = try other.exchangeKey(
          with: own.publicKey(), .ecdh(.sha256), requestedSize: 20, sharedInfo: Array("abc".utf8))
        #expect(derived == bytes(row[2]))
      default: break
      }
    }
  }

  @Test func operationsOfRSAGiveTheSameBytes() throws {
    var count = 0
    for row in try table("known-answers") where bytes(row[0]).first == 0x30 {
      let key = try key(row[0])
      switch row[1] {
      case "OAEPSHA256AESGCM":
        #expect(try key.decrypt(bytes(row[2]), "encrypt:RSA:OAEP:SHA256:AESGCM") == message)
      case "MessagePKCS1v15SHA256":
        #expect(try key.sign(message, "sign:RSA:message-PKCS1v15:SHA256") == bytes(row[2]))
      case "DigestPKCS1v15Raw(\"abc\")":
        #expect(try key.sign(Array("abc".utf8), "sign:RSA:digest-PKCS1v15") == bytes(row[2]))
      case "SignatureRaw(\"abc\")":
        #expect(try key.sign(Array("abc".utf8), "sign:RSA:raw") == bytes(row[2]))
      default: continue
      }
      count += 1
    }
    #expect(count == 4)
  }
}
