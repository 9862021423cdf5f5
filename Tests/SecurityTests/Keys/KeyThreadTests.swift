import CTestSupport
import Foundation
import Security
import Testing

/// Tests keys that several threads or processes use.
@Suite struct KeyThreadTests {
  @Test("Eight threads use the same keys with different algorithms") func threads() throws {
    let rsa = try TestKeys.rsa(1024)
    let rsaOpen = try rsa.publicPart
    let curve = try TestKeys.curve(256)
    let curveOpen = try curve.publicPart
    let message = Data("message".utf8)
    let signatures: [SecKeyAlgorithm] = [
      .rsaSignatureMessagePKCS1v15SHA256, .rsaSignatureMessagePSSSHA256,
      .rsaSignatureMessagePKCS1v15SHA512, .rsaSignatureMessagePSSSHA1,
    ]
    let encryptions: [SecKeyAlgorithm] = [
      .rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA1, .rsaEncryptionOAEPSHA256AESGCM,
      .rsaEncryptionOAEPSHA224,
    ]
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<40 {
        let choice = (thread + round) % 4
        let (signs, encrypts) = (signatures[choice], encryptions[choice])
        let curveSigns: SecKeyAlgorithm =
          choice % 2 == 0
          ? .ecdsaSignatureMessageX962SHA256 : .ecdsaSignatureMessageRFC4754SHA512
        for (own, open, algorithm) in [(rsa, rsaOpen, signs), (curve, curveOpen, curveSigns)] {
          guard let signature = SecKeyCreateSignature(own, algorithm, message as CFData, nil),
            SecKeyVerifySignature(open, algorithm, message as CFData, signature, nil),
            !SecKeyVerifySignature(open, algorithm, Data() as CFData, signature, nil)
          else {
            failures.add("\(algorithm.rawValue)")
            continue
          }
        }
        guard let sealed = SecKeyCreateEncryptedData(rsaOpen, encrypts, message as CFData, nil),
          SecKeyCreateDecryptedData(rsa, encrypts, sealed, nil) as Data? == message,
          SecKeyCreateDecryptedData(rsa, encrypts, Data([1]) as CFData, nil) == nil
        else {
          failures.add("\(encrypts.rawValue)")
          continue
        }
      }
    }
    #expect(failures.all == [])
  }

  private final class Failures: @unchecked Sendable {
    // `@unchecked Sendable` is correct because the lock protects every use of `texts`.
    private let lock = NSLock()
    private var texts: [String] = []
    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var all: [String] { lock.withLock { texts } }
  }

  @Test("A forked child can use the keys of its parent") func fork() throws {
    let keys = [
      (try TestKeys.rsa(1024), SecKeyAlgorithm.rsaSignatureMessagePSSSHA256),
      (try TestKeys.curve(256), .ecdsaSignatureMessageX962SHA256),
    ]
    let message = NSData(bytes: "fork", length: 4)
    // The parent uses the keys before the fork. The child then inherits OpenSSL contexts that are already prepared for
    // the keys.
    let made = try keys.map { key, algorithm in
      (key, try key.publicPart, algorithm, try #require(key.sign(message as Data, algorithm).value))
    }
    for (_, open, algorithm, signature) in made {
      #expect(SecKeyVerifySignature(open, algorithm, message, signature, nil))
    }
    let child = lk_test_fork(60)
    if child == 0 {
      for (key, open, algorithm, signature) in made {
        guard SecKeyVerifySignature(open, algorithm, message, signature, nil) else { _exit(1) }
        guard let own = SecKeyCreateSignature(key, algorithm, message, nil) else { _exit(2) }
        guard SecKeyVerifySignature(open, algorithm, message, own, nil) else { _exit(3) }
        // The two processes must use different random numbers, so the signatures must differ.
        guard own != signature else { _exit(4) }
      }
      _exit(0)
    }
    #expect(lk_test_wait(child) == 0)
  }
}
