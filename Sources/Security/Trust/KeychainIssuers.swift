import Keychain
import KeychainModel
import X509Certificates

/// The certificates of the caller's keychain from which paths may be built upwards (keys-and-certificates 4.2).
///
/// They prove nothing by being there: who is trusted, anchors and settings say.
struct KeychainIssuers {
  let context: KeychainContext

  /// How many certificates are looked at for one trust object.
  private static let limit = 40

  /// Those above the given ones, nearest first. A keychain that is not there, locked or damaged has none:
  /// a judgement without them is made all the same. Nobody is asked for a proof, and no keychain is made.
  func above(_ certificates: [Certificate]) -> [Certificate] {
    guard (try? context.keychain.isPresent()) == true else { return [] }
    var found: [Certificate] = []
    var names = certificates.map(\.issuer.normalizedContent)
    var seen: Set<[UInt8]> = []
    while !names.isEmpty, found.count < Self.limit {
      let name = names.removeFirst()
      guard seen.insert(name).inserted else { continue }
      for one in issuers(name).prefix(Self.limit - found.count) {
        found.append(one)
        names.append(one.issuer.normalizedContent)
      }
    }
    return found
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
