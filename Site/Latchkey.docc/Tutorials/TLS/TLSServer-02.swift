import CTLS
import Foundation
import Security

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ what: String, _ status: OSStatus) {
    let sentence = SecCopyErrorMessageString(status, nil) as String?
    description = "\(what): \(sentence ?? "status \(status)")"
  }
}

// MARK: The keychain

/// Finds the identity with a label. Returns its certificate and its private key.
func identity(_ label: String) throws -> (SecCertificate, SecKey) {
  let query: [CFString: Any] = [
    kSecClass: kSecClassIdentity, kSecAttrLabel: label, kSecReturnRef: true,
  ]
  var result: CFTypeRef?
  let status = SecItemCopyMatching(query as CFDictionary, &result)
  guard status == errSecSuccess, let identity = result as? SecIdentity else {
    throw Failure(label, status)
  }
  var certificate: SecCertificate?
  var key: SecKey?
  for status in [
    SecIdentityCopyCertificate(identity, &certificate), SecIdentityCopyPrivateKey(identity, &key),
  ] where status != errSecSuccess {
    throw Failure("the identity \(label)", status)
  }
  guard let certificate, let key else { throw Failure("the identity is not whole") }
  return (certificate, key)
}

/// Finds the issuers of a certificate in the keychain. The result has no self-signed certificate: a client that trusts
/// a self-signed authority has that authority's certificate already.
func certificates(above certificate: SecCertificate) throws -> [SecCertificate] {
  let query: [CFString: Any] = [
    kSecClass: kSecClassCertificate, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
  ]
  var result: CFTypeRef?
  var status = SecItemCopyMatching(query as CFDictionary, &result)
  guard status == errSecSuccess || status == errSecItemNotFound else {
    throw Failure("the certificates", status)
  }
  let stored = result as? [SecCertificate] ?? []
  var trust: SecTrust?
  status = SecTrustCreateWithCertificates(
    [certificate] + stored as CFArray, SecPolicyCreateBasicX509(), &trust)
  guard status == errSecSuccess, let trust else { throw Failure("the certificates", status) }
  // The evaluation only builds the chain. Its result is ignored, because the client decides whether the certificate is
  // trusted.
  _ = SecTrustEvaluateWithError(trust, nil)
  let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
  return chain.dropFirst().filter { certificate in
    let issuer = SecCertificateCopyNormalizedIssuerSequence(certificate) as Data?
    return issuer != SecCertificateCopyNormalizedSubjectSequence(certificate) as Data?
  }
}
