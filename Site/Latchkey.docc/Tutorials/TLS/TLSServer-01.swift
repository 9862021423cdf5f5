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
