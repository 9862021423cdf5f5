import KeychainModel
import Testing

@testable import AsymmetricKeys

/// Tests that Latchkey reads the output of the `openssl` command, and that the command reads Latchkey's output.
@Suite(.enabled(if: OpenSSLCommand.isThere)) struct OpenSSLCommandTests {
  private static let rsa = Result { try AsymmetricKey.generateRSA(bitCount: 2056) }
  private let message = Array("A message for another program.".utf8)

  /// The `openssl` command verifies the key's signatures, and the key verifies the command's signatures.
  private func checkSignatures(
    _ key: AsymmetricKey, _ name: String, _ input: [UInt8], _ options: [String]
  ) throws {
    let command = try OpenSSLCommand()
    let open = try key.publicKey()
    let ours = try key.sign(input, name)
    #expect(try command.use("verify", open, input, options, signature: ours) != nil, "\(name)")
    var other = ours
    other[other.count - 1] ^= 1
    #expect(try command.use("verify", open, input, options, signature: other) == nil)
    let theirs = try #require(try command.use("sign", key, input, options))
    #expect(try open.verify(theirs, of: input, name), "\(name)")
  }

  @Test(arguments: HashAlgorithm.allCases) func signaturesOfRSA(hash: HashAlgorithm) throws {
    let key = try Self.rsa.get()
    let digest = try hash.digest(of: message)
    let option = "digest:" + hash.rawValue
    try checkSignatures(
      key, "sign:RSA:digest-PKCS1v15:\(hash.rawValue)", digest,
      ["rsa_padding_mode:pkcs1", option])
    let number = hash == .sha224 ? 24 : hash.byteCount
    try checkSignatures(
      key, "sign:RSA:digest-PSS:\(hash.rawValue):\(hash.rawValue):\(number)", digest,
      [
        "rsa_padding_mode:pss", option, "rsa_pss_saltlen:\(hash.byteCount)",
        "rsa_mgf1_md:\(hash.rawValue)",
      ])
  }

  @Test func signaturesWithoutHash() throws {
    let key = try Self.rsa.get()
    try checkSignatures(key, "sign:RSA:digest-PKCS1v15", message, ["rsa_padding_mode:pkcs1"])
    let block = [UInt8](repeating: 0, count: 7) + [UInt8](repeating: 5, count: 250)
    let command = try OpenSSLCommand()
    // The command cannot sign a raw block, but a decryption is the same computation as a signature.
    let theirs = try command.use("decrypt", key, block, ["rsa_padding_mode:none"])
    #expect(try theirs == key.sign(Array(block.drop { $0 == 0 }), "sign:RSA:raw"))
  }

  @Test(arguments: EllipticCurve.allCases) func signaturesOfECDSA(curve: EllipticCurve) throws {
    let key = try AsymmetricKey.generate(on: curve)
    for hash in HashAlgorithm.allCases {
      try checkSignatures(
        key, "sign:ECDSA:digest-X962:\(hash.rawValue)", hash.digest(of: message), [])
    }
  }

  /// The input is a message. The command computes the digest of the message.
  @Test(arguments: HashAlgorithm.allCases) func messages(hash: HashAlgorithm) throws {
    let command = try OpenSSLCommand()
    let input = try command.file("message", message)
    for (key, name) in [
      (try Self.rsa.get(), "sign:RSA:message-PKCS1v15:\(hash.rawValue)"),
      (try AsymmetricKey.generate(on: .p384), "sign:ECDSA:message-X962:\(hash.rawValue)"),
    ] {
      let arguments = try command.key(key)
      let theirs = try #require(
        try command.run(
          ["dgst", "-" + hash.rawValue, "-sign", arguments[1], "-keyform", "DER"],
          last: [input]))
      #expect(try key.publicKey().verify(theirs, of: message, name), "\(name)")
    }
  }

  @Test func encryption() throws {
    let key = try Self.rsa.get()
    let open = try key.publicKey()
    var cases = [("encrypt:RSA:PKCS1", ["rsa_padding_mode:pkcs1"])]
    for hash in HashAlgorithm.allCases {
      cases.append(
        (
          "encrypt:RSA:OAEP:\(hash.rawValue)",
          [
            "rsa_padding_mode:oaep", "rsa_oaep_md:\(hash.rawValue)",
            "rsa_mgf1_md:\(hash.rawValue)",
          ]
        ))
    }
    let command = try OpenSSLCommand()
    for (name, options) in cases {
      let ours = try open.encrypt(message, name)
      #expect(try command.use("decrypt", key, ours, options) == message, "\(name)")
      let theirs = try #require(try command.use("encrypt", open, message, options))
      #expect(try key.decrypt(theirs, name) == message, "\(name)")
    }
    let block = [UInt8](repeating: 0, count: 9) + [UInt8](repeating: 6, count: 248)
    let theirs = try #require(
      try command.use("encrypt", open, block, ["rsa_padding_mode:none"]))
    #expect(try theirs == open.encrypt(Array(block.drop { $0 == 0 }), "encrypt:RSA:raw"))
    #expect(try key.decrypt(theirs, "encrypt:RSA:raw") == block)
  }

  @Test(arguments: EllipticCurve.allCases) func agreement(curve: EllipticCurve) throws {
    let (one, other) = (
      try AsymmetricKey.generate(on: curve), try AsymmetricKey.generate(on: curve)
    )
    let command = try OpenSSLCommand()
    let peer = try command.file(
      "peer", TestDER.ellipticCurvePublicKeyInfo(curve, other.publicRepresentation))
    let secret = try #require(
      try command.run(
        ["pkeyutl", "-derive"] + command.key(one) + ["-peerkey", peer, "-peerform", "DER"]))
    #expect(try one.sharedSecret(with: other.publicKey()) == secret)
    #expect(try other.sharedSecret(with: one.publicKey()) == secret)
    for hash in HashAlgorithm.allCases {
      let key = try one.exchangeKey(
        with: other.publicKey(), .ecdh(hash), requestedSize: 77, sharedInfo: message)
      let theirs = try command.run(
        [
          "kdf", "-keylen", "77", "-binary", "-kdfopt", "digest:\(hash.rawValue)", "-kdfopt",
          "hexkey:" + hex(secret), "-kdfopt", "hexinfo:" + hex(message),
        ], last: ["X963KDF"])
      #expect(key == theirs)
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
  }
}
