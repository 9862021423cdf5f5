// Proves who a person is, with the person's identity in the keychain. An identity is a certificate and its private key.
//
//     identity-signer store LABEL FILE     stores the key and the certificate of a PEM file
//     identity-signer sign LABEL           signs standard input, and prints the certificate and the signature
//
// The input of `sign` is a challenge. identity-verifier verifies the output.

import Foundation
import Security

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ status: OSStatus) {
    description = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
  }
}

/// Reads a private key and its certificate from a PEM file, and stores both as an identity with a label.
func store(_ label: String, _ path: String) throws {
  let data = try Data(contentsOf: URL(fileURLWithPath: path))
  var items: CFArray?
  let status = SecItemImport(data as CFData, nil, nil, nil, [], nil, nil, &items)
  guard status == errSecSuccess else { throw Failure(status) }
  var certificate: SecCertificate?
  var key: SecKey?
  for item in items as? [AnyObject] ?? [] {
    if CFGetTypeID(item) == SecCertificateGetTypeID() { certificate = item as? SecCertificate }
    if CFGetTypeID(item) == SecKeyGetTypeID() { key = item as? SecKey }
  }
  guard let certificate, let key, let identity = SecIdentityCreate(nil, certificate, key) else {
    throw Failure("the file does not hold a certificate and its private key")
  }
  let item: [CFString: Any] = [kSecValueRef: identity, kSecAttrLabel: label]
  let added = SecItemAdd(item as CFDictionary, nil)
  guard added == errSecSuccess else { throw Failure(added) }
}

/// Finds the identity with a label.
func identity(_ label: String) throws -> SecIdentity {
  let query: [CFString: Any] = [
    kSecClass: kSecClassIdentity, kSecAttrLabel: label, kSecReturnRef: true,
  ]
  var result: CFTypeRef?
  let status = SecItemCopyMatching(query as CFDictionary, &result)
  guard status == errSecSuccess, let identity = result as? SecIdentity else {
    throw Failure(status)
  }
  return identity
}

/// Returns the certificate of an identity, and a signature of the challenge by the identity's private key.
func sign(_ challenge: Data, _ identity: SecIdentity) throws -> (Data, Data) {
  var certificate: SecCertificate?
  var key: SecKey?
  SecIdentityCopyCertificate(identity, &certificate)
  SecIdentityCopyPrivateKey(identity, &key)
  guard let certificate, let key else { throw Failure("the identity is not whole") }
  var error: Unmanaged<CFError>?
  guard
    let signature = SecKeyCreateSignature(
      key, .ecdsaSignatureMessageX962SHA256, challenge as CFData, &error)
  else {
    throw Failure(error?.takeRetainedValue().localizedDescription ?? "the key does not sign")
  }
  return (SecCertificateCopyData(certificate) as Data, signature as Data)
}

do {
  let words = CommandLine.arguments.dropFirst()
  switch (words.first, words.count) {
  case ("store", 3):
    try store(words[2], words[3])
    print("stored \(words[2])")
  case ("sign", 2):
    let challenge = FileHandle.standardInput.readDataToEndOfFile()
    let (certificate, signature) = try sign(challenge, identity(words[2]))
    print(certificate.base64EncodedString())
    print(signature.base64EncodedString())
  default: throw Failure("usage: identity-signer store LABEL FILE | sign LABEL")
  }
} catch {
  FileHandle.standardError.write(Data("identity-signer: \(error)\n".utf8))
  exit(1)
}
