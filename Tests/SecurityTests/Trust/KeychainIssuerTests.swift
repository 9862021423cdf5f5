import Foundation
import Security
import Testing

/// Tests that an evaluation builds chains with the certificates of the caller's keychain (specification:
/// keys-and-certificates 4.2).
@Suite struct KeychainIssuerTests {
  private let keychain: TestKeychain
  private let root: SecCertificate
  private let middle: SecCertificate
  private let leaf: SecCertificate

  init() throws {
    keychain = try TestKeychain()
    let (rootKey, middleKey) = (try SecKey.made(), try SecKey.made())
    func certificate(
      _ name: String, _ issuer: String, _ key: SecKey, _ signer: SecKey, isAuthority: Bool = true
    ) throws -> SecCertificate {
      var made = MadeCertificate(name, issuer: issuer, serial: name.utf8.count)
      made.isAuthority = isAuthority
      return try made.made(key, signer: signer)
    }
    root = try certificate("Root", "Root", rootKey, rootKey)
    middle = try certificate("Middle", "Root", middleKey, rootKey)
    leaf = try certificate("Leaf", "Middle", try SecKey.made(), middleKey, isAuthority: false)
  }

  /// Evaluates the leaf with the root as the only anchor. Returns nil if the leaf is trusted, and otherwise the error
  /// code.
  private func judged(_ seen: TestKeychain? = nil) throws -> Int? {
    var made: SecTrust?
    #expect(SecTrustCreateWithCertificates(leaf, nil, &made) == errSecSuccess)
    let trust = try #require(made)
    SecTrustSetAnchorCertificates(trust, [root] as CFArray)
    var error: CFError?
    return (seen ?? keychain).perform {
      SecTrustEvaluateWithError(trust, &error) ? nil : error?.code
    }
  }

  @Test func aStoredIssuerCompletesAChain() throws {
    #expect(try judged() == Int(errSecCreateChainFailed))
    // The evaluation has not created a keychain.
    #expect(keychain.folder.names().isEmpty)
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("Other", serial: 9)]).status == ok)
    #expect(try judged() == Int(errSecCreateChainFailed))
    #expect(keychain.add([kSecValueRef: middle, kSecAttrSynchronizable: true]).status == ok)
    #expect(try judged() == nil)
    #expect(try judged(keychain.seen(by: ["other"])) == Int(errSecCreateChainFailed))
  }

  @Test func aStoredRootIsNoAnchor() throws {
    for certificate in [root, middle] {
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    var made: SecTrust?
    SecTrustCreateWithCertificates(leaf, nil, &made)
    let trust = try #require(made)
    SecTrustSetAnchorCertificates(trust, [] as CFArray)
    let chain = keychain.perform {
      #expect(!SecTrustEvaluateWithError(trust, nil))
      return SecTrustCopyCertificateChain(trust) as? [SecCertificate]
    }
    #expect(chain == [leaf, middle, root])
  }

  @Test func certificatesThatNameEachOtherEndTheWalk() throws {
    let keys = [try SecKey.made(), try SecKey.made()]
    for (index, names) in [("Middle", "Loop"), ("Loop", "Middle")].enumerated() {
      var made = MadeCertificate(names.0, issuer: names.1, serial: 5)
      made.isAuthority = true
      let certificate = try made.made(keys[index], signer: keys[1 - index])
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    #expect(try judged() != nil)
    #expect(keychain.add([kSecValueRef: middle]).status == ok)
    #expect(try judged() == nil)
  }
}
