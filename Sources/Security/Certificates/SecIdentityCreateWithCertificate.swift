import Keychain
import KeychainModel
import X509Certificates

/// Makes an identity from a certificate and its private key in the keychain. The certificate need not be in the
/// keychain.
///
/// - Parameters:
///   - keychainOrArray: A keychain or an array of keychains in which the key is searched. Nil selects the login keychain
///     and the search list.
///   - certificateRef: The certificate.
///   - identityRef: Receives the identity. Unchanged on failure.
/// - Returns:
///   - `errSecSuccess`: The identity was made.
///   - `errSecItemNotFound`: The private key is not in the keychain.
///   - `errSecParam`: `keychainOrArray` is neither a keychain nor an array of keychains.
///   - `errSecNoSuchKeychain`: The keychain does not exist.
///   - If a key cannot be read, the status that `SecItemCopyMatching` returns.
@discardableResult
public func SecIdentityCreateWithCertificate(
  _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
  _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    try ArgumentChecks.check(keychainOrArray)
    var scope = KeychainScope.standard
    if let keychainOrArray {
      let paths = try SecKeychain.paths(in: keychainOrArray, "the argument")
      guard !paths.isEmpty else { throw KeychainError(.parameter, "the array names no keychain") }
      scope = .keychains(paths)
    }
    identityRef.pointee = try SecIdentity(of: certificateRef, in: try KeychainContext.resolve(), scope)
  }
}

extension SecIdentity {
  /// Makes an identity from a certificate and the first matching private key in the keychain.
  ///
  /// - Throws: `.itemNotFound` if the keychain has no matching private key, and the errors of a search.
  convenience init(
    of certificate: SecCertificate, in context: KeychainContext, _ scope: KeychainScope = .standard
  ) throws(KeychainError) {
    let hash = try certificate.certificate.publicKeyHash()
    let query = ItemQuery(
      .key, attributes: AttributeSet([.applicationLabel: .data(hash), .keyClass: .number(1)]),
      isSynchronizable: nil)
    let options = AuthenticationOptions(context: nil, prompt: nil, mayAsk: true, scope: scope)
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
