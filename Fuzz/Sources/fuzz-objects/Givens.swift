import Foundation
import Security

/// Valid objects that the called functions need in addition to the created objects.
enum Givens {
  static let key: SecKey = {
    let parameters: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
    ]
    guard let key = SecKeyCreateRandomKey(parameters, nil) else { fatalError("no key") }
    return key
  }()

  static let publicKey: SecKey = {
    guard let publicKey = SecKeyCopyPublicKey(key) else { fatalError("no public key") }
    return publicKey
  }()

  /// The first root certificate of the system.
  static let certificate: SecCertificate = {
    var anchors: CFArray?
    SecTrustCopyAnchorCertificates(&anchors)
    guard let first = anchors?.firstObject as? SecCertificate else { fatalError("no certificate") }
    return first
  }()

  static var trust: SecTrust {
    var trust: SecTrust?
    SecTrustCreateWithCertificates(certificate, nil, &trust)
    guard let trust else { fatalError("no trust object") }
    return trust
  }
}
