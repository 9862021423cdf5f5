import Foundation
import PublicKeys

/// An identity out of a PKCS#12 file, with its judged chain.
struct ImportedIdentity {
  private let identity: SecIdentity
  private let trust: SecTrust
  /// That of the identity first.
  private let chain: [SecCertificate]

  /// - Parameter certificates: All of the file.
  init(_ pair: PKCS12Content.Pair, _ certificates: [SecCertificate]) {
    let own = SecCertificate(pair.certificate)
    identity = SecIdentity(own, SecKey(.asymmetric(pair.key)))
    let others = certificates.filter { !$0.isEqual(own) }
    trust = SecTrust(TrustState([own] + others, [SecPolicyCreateBasicX509()]))
    _ = SecTrustEvaluateWithError(trust, nil)
    let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
    self.chain = chain.flatMap { $0.isEmpty ? nil : $0 } ?? [own]
  }

  var dictionary: NSDictionary {
    [
      kSecImportItemIdentity: identity, kSecImportItemTrust: trust,
      kSecImportItemCertChain: chain as NSArray,
    ]
  }

  /// Stores the identity and the rest of its chain. What is there already stays as it is.
  func store(_ attributes: NSDictionary) -> OSStatus {
    let objects: [NSObject] = [identity] + chain.dropFirst().map { $0 as NSObject }
    for object in objects {
      guard let item = attributes.mutableCopy() as? NSMutableDictionary else { return errSecParam }
      item.setObject(object, forKey: kSecValueRef)
      let status = SecItemAdd(item, nil)
      guard status == errSecSuccess || status == errSecDuplicateItem else { return status }
    }
    return errSecSuccess
  }
}
