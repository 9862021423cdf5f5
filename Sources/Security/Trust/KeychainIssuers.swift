import Keychain
import KeychainModel
import X509Certificates

/// Finds the certificates in the caller's keychain with which an evaluation can build chains (specification:
/// keys-and-certificates 4.2).
///
/// A certificate in the keychain is not trusted for this reason alone. Anchors and trust settings determine trust.
struct KeychainIssuers {
  let context: KeychainContext

  /// The maximum number of certificates that are read for one trust object.
  private static let limit = 40

  /// Returns the issuers of the given certificates and the issuers of these issuers, the nearest issuers first. Returns
  /// an empty array if the keychain is missing, locked or damaged. The evaluation then continues without the keychain.
  /// The function does not ask the user, and does not create a keychain.
  func above(_ certificates: [Certificate]) -> [Certificate] {
    guard (try? context.keychain.isPresent()) == true else { return [] }
    return Certificate.issuers(above: certificates, atMost: Self.limit, find: issuers)
  }

  private func issuers(_ name: [UInt8]) -> [Certificate] {
    let query = ItemQuery(
      .certificate, attributes: AttributeSet([.subject: .data(name)]), isSynchronizable: nil)
    let request = SearchRequest(
      query, contents: [.secret], limit: Self.limit, skipsGuarded: true)
    let items = try? ForkGate.enter { () throws(KeychainError) in
      try context.keychain.perform(.search(request))
    }
    return (items ?? []).compactMap { $0.secret.flatMap { try? Certificate(der: $0) } }
  }
}
