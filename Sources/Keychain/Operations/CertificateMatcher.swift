import KeychainModel
import KeychainStore
import Vault

/// Applies the filter of a query to certificates. The matcher caches its results about issuers for further
/// certificates.
final class CertificateMatcher {
  private let filter: CertificateFilter
  private let content: CertificateContentMatcher
  private let issuers: IssuerReachability

  init(
    _ filter: CertificateFilter, _ groups: GroupScope, _ session: ItemSession
  ) {
    self.filter = filter
    content = CertificateContentMatcher(filter)
    issuers = IssuerReachability(groups: groups, session: session)
  }

  /// Whether the filter has a condition on attributes.
  var readsAttributes: Bool { !filter.issuers.isEmpty }

  /// Whether the filter has no conditions on the content of a certificate, so that the data of a row need not be read.
  var isDecidedByIssuer: Bool {
    filter.subject.isEmpty && filter.emailAddress == nil && filter.validity == nil
  }

  /// Checks the conditions about issuers. `attributes` are the attributes of a certificate.
  func passes(_ attributes: AttributeSet) throws(KeychainError) -> Bool {
    guard !filter.issuers.isEmpty else { return true }
    guard case .data(let issuer)? = attributes[.issuer] else { return false }
    return try issuers.reaches(from: issuer, of: attributes[.subject], to: filter.issuers)
  }

  /// Checks the conditions about the subject, the email address and the validity. Returns false when `der` is not a
  /// certificate.
  func passes(_ der: [UInt8]?) -> Bool { content.passes(der) }
}
