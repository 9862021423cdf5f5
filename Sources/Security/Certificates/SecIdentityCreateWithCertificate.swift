import Keychain
import KeychainModel
import X509Certificates

/// Makes an identity from a certificate and its private key in the keychain. The certificate itself need not be
/// stored.
///
/// - Parameters:
///   - keychainOrArray: The keychain, or an array that holds only the keychain. Nil also selects it.
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
  /// Makes an identity from a certificate and its first private key in the keychain.
  ///
  /// - Throws: `.itemNotFound` if the key is not there, and the errors of a search.
  convenience init(
    of certificate: SecCertificate, in context: KeychainContext
  ) throws(KeychainError) {
    let hash = try certificate.certificate.publicKeyHash()
    let query = ItemQuery(
      .key, attributes: AttributeSet([.applicationLabel: .data(hash), .keyClass: .number(1)]),
      isSynchronizable: nil)
    let options = AuthenticationOptions(context: nil, prompt: nil, mayAsk: true)
    // Reads all matching keys only if the first match holds no usable key. A further copy of the key may be locked, or
    // reading it may ask the user for a proof.
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
  /// Returns whether an object is the one keychain, or an array that holds only it.
  fileprivate static func isStandard(_ object: CFTypeRef) -> Bool {
    if let keychains = object as? [AnyObject] {
      return !keychains.isEmpty && keychains.allSatisfy(isStandard)
    }
    return (object as? SecKeychain)?.isMissing == false
  }
}
