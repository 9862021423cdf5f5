import Keychain
import KeychainModel
import X509Certificates

/// The certificates of the caller's keychain that may be used to build chains (specification: keys-and-certificates
/// 4.2).
///
/// Being in the keychain does not make a certificate trusted. Anchors and trust settings determine trust.
struct KeychainIssuers {
  let context: KeychainContext

  /// The maximum number of certificates that are read for one trust object.
  private static let limit = 40

  /// Returns the issuers of the given certificates, and their issuers, nearest first. Returns none if the keychain is
  /// missing, locked or damaged; the evaluation then continues without them. The function asks the user for nothing
  /// and creates no keychain.
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
