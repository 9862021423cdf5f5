import Keychain
import KeychainModel
import X509Certificates

/// Joins a certificate and its private key in the keychain. The certificate itself need not be stored.
///
/// - Parameters:
///   - keychainOrArray: The keychain, or an array of it; nil for the same.
///   - certificateRef: The certificate.
///   - identityRef: Receives the identity; left as it was without one.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when the private key is not there; `errSecParam` for
///   another keychain; what `SecItemCopyMatching` returns when keys cannot be read.
@discardableResult
public func SecIdentityCreateWithCertificate(
  _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
  _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    try Arguments.check(keychainOrArray)
    guard keychainOrArray.map(SecKeychain.isStandard) ?? true else {
      throw KeychainError(.parameter, "there is no other keychain")
    }
    identityRef.pointee = try SecIdentity(of: certificateRef, in: try KeychainContext.resolve())
  }
}

extension SecIdentity {
  /// The identity of a certificate and its first private key in a keychain.
  ///
  /// - Throws: `.itemNotFound` when the key is not there, and what a search throws.
  convenience init(
    of certificate: SecCertificate, in context: KeychainContext
  ) throws(KeychainError) {
    let hash = try certificate.certificate.publicKeyHash()
    let query = ItemQuery(
      .key, attributes: AttributeSet([.applicationLabel: .data(hash), .keyClass: .number(1)]),
      isSynchronizable: nil)
    let options = AuthenticationOptions(context: nil, prompt: nil, mayAsk: true)
    // All are read only where the first holds no key: another copy of it may ask, or be locked.
    for limit in [1, nil] {
      let request = SearchRequest(query, contents: [.attributes, .secret], limit: limit)
      for item in try context.perform(.search(request), options) {
        if let key = SecKey(of: item) {
          self.init(certificate, key)
          return
        }
      }
    }
    throw KeychainError(.itemNotFound, "the items with the hash of the key hold none")
  }
}

extension SecKeychain {
  /// Whether an object is the keychain there is, or a list of it.
  fileprivate static func isStandard(_ object: CFTypeRef) -> Bool {
    if let keychains = object as? [AnyObject] {
      return !keychains.isEmpty && keychains.allSatisfy(isStandard)
    }
    return (object as? SecKeychain)?.isMissing == false
  }
}
