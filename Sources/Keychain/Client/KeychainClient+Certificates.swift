import KeychainModel
package import X509Certificates

extension KeychainClient {
  /// The certificates of the keychain; empty when they cannot be read. Does not create the keychain.
  package func certificates() -> [Certificate] {
    guard (try? isPresent()) == true else { return [] }
    let query = ItemQuery(.certificate, isSynchronizable: nil)
    let request = SearchRequest(query, contents: .secret, limit: nil, skipsGuarded: true)
    let items = (try? perform(.search(request))) ?? []
    return items.compactMap { $0.secret.flatMap { try? Certificate(der: $0) } }
  }
}
