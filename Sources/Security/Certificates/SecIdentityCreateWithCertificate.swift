import Keychain
import KeychainModel
import X509Certificates

/// Makes an identity from a certificate and its private key in the keychain. The certificate need not be in the
/// keychain.
///
/// - Parameters:
///   - keychainOrArray: The keychain, or an array that contains only the keychain. Nil also selects the keychain.
///   - certificateRef: The certificate.
///   - identityRef: Receives the identity. Unchanged on failure.
/// - Returns:
///   - `errSecSuccess`: The identity was made.
///   - `errSecItemNotFound`: The private key is not in the keychain.
///   - `errSecParam`: `keychainOrArray` names another keychain.
///   - If a key cannot be read, the status that `SecItemCopyMatching` returns.
@discardableResult
public func SecIdentityCreateWithCertificate(
  _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
  _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    try ArgumentChecks.check(keychainOrArray)
    guard keychainOrArray.map(SecKeychain.isStandard) ?? true else {
      throw KeychainError(.parameter, "there is no other keychain")
    }
    identityRef.pointee = try SecIdentity(of: certificateRef, in: try KeychainContext.resolve())
  }
}

extension SecIdentity {
  /// Makes an identity from a certificate and the first matching private key in the keychain.
  ///
  /// - Throws: `.itemNotFound` if the keychain has no matching private key, and the errors of a search.
  convenience init(
    of certificate: SecCertificate, in context: KeychainContext
  ) throws(KeychainError) {
    let hash = try certificate.certificate.publicKeyHash()
    let query = ItemQuery(
      .key, attributes: AttributeSet([.applicationLabel: .data(hash), .keyClass: .number(1)]),
      isSynchronizable: nil)
    let options = AuthenticationOptions(context: nil, prompt: nil, mayAsk: true)
    // The first request reads only one item, because another item may be locked, or may require a proof from the user.
    // The second request reads all items. The second request runs only if the first item contains no usable key.
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
  /// Returns whether an object is the keychain, or an array that contains only the keychain.
  fileprivate static func isStandard(_ object: CFTypeRef) -> Bool {
    if let keychains = object as? [AnyObject] {
      return !keychains.isEmpty && keychains.allSatisfy(isStandard)
    }
    return (object as? SecKeychain)?.isMissing == false
  }
}
