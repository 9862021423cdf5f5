import Foundation
import Security

/// Measures signing and verifying with a key in memory, and compares both with OpenSSL.
enum KeyBenchmark {
  static func run(isQuick: Bool) -> [KeyReport] {
    note("measuring: keys")
    return [
      ("RSA-2048", kSecAttrKeyTypeRSA, 2048, SecKeyAlgorithm.rsaSignatureDigestPKCS1v15SHA256),
      ("P-256", kSecAttrKeyTypeECSECPrimeRandom, 256, .ecdsaSignatureDigestX962SHA256),
    ].flatMap { name, type, size, algorithm in
      let parameters =
        [kSecAttrKeyType: type, kSecAttrKeySizeInBits: size] as [CFString: Any] as CFDictionary
      guard let key = SecKeyCreateRandomKey(parameters, nil),
        let publicKey = SecKeyCopyPublicKey(key)
      else { fail("no key is made") }
      let floor = FloorKey(rsaBits: name == "P-256" ? 0 : Int32(size))
      let digest = [UInt8](repeating: 7, count: 32)
      let input = Data(digest) as NSData
      guard let signature = SecKeyCreateSignature(key, algorithm, input, nil) else {
        fail("the key does not sign")
      }
      floor.sign(digest)
      let count = isQuick ? 500 : 2_000
      let signing = Contest.run(
        count, block: 50, isWarmedUp: true,
        [
          { _ in
            if SecKeyCreateSignature(key, algorithm, input, nil) == nil { fail("no signature") }
          },
          { _ in floor.sign(digest) },
        ])
      let verifying = Contest.run(
        count, block: 50, isWarmedUp: true,
        [
          { _ in
            if !SecKeyVerifySignature(publicKey, algorithm, input, signature, nil) {
              fail("no verification")
            }
          },
          { _ in floor.verify(digest) },
        ])
      return [
        KeyReport("\(name), sign", signing[0], floor: signing[1]),
        KeyReport("\(name), verify", verifying[0], floor: verifying[1]),
      ]
    }
  }
}
