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

// MARK: Trust

/// Finds the certificate of an authority.
func authority(_ name: String) throws -> SecCertificate {
  let query: [CFString: Any] = [
    kSecClass: kSecClassCertificate, kSecAttrLabel: name, kSecReturnRef: true,
  ]
  var found: CFTypeRef?
  let status = SecItemCopyMatching(query as CFDictionary, &found)
  if status == errSecSuccess, let certificate = found as? SecCertificate { return certificate }
  // Reads the file only if the keychain contains no such certificate. A keychain that cannot be read may contain the
  // certificate, so the function throws.
  guard status == errSecItemNotFound else { throw Failure(name, status) }
  var items: CFArray?
  guard let data = try? Data(contentsOf: URL(fileURLWithPath: name)),
    SecItemImport(data as CFData, nil, nil, nil, [], nil, nil, &items) == errSecSuccess,
    let item = (items as? [AnyObject])?.first, CFGetTypeID(item) == SecCertificateGetTypeID(),
    let certificate = item as? SecCertificate
  else { throw Failure("\(name): neither a label in the keychain nor a certificate") }
  return certificate
}
