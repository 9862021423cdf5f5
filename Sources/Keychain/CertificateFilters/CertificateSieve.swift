import KeychainModel
import KeychainStore
import X509Certificates
import Vault

/// Tells which certificates of a search pass its filter. Remembers what it found out for the next ones.
final class CertificateSieve {
  private let filter: CertificateFilter
  private let subject: SubjectMatcher
  private let issuers: IssuerChains

  /// The address that is looked for, in small letters.
  private let address: String?

  init(
    _ filter: CertificateFilter, _ groups: GroupScope, _ session: ItemSession
  ) {
    self.filter = filter
    subject = SubjectMatcher(filter)
    address = filter.emailAddress?.lowercased()
    issuers = IssuerChains(groups: groups, session: session)
  }

  /// Whether attributes say what the filter asks.
  var readsAttributes: Bool { !filter.issuers.isEmpty }

  /// Whether the data of a row need not be read to tell.
  var isDecidedByIssuer: Bool {
    filter.subject.isEmpty && filter.emailAddress == nil && filter.validity == nil
  }

  /// Whether a certificate with these attributes passes as far as these say.
  func passes(_ attributes: AttributeSet) throws(KeychainError) -> Bool {
    guard !filter.issuers.isEmpty else { return true }
    guard case .data(let issuer)? = attributes[.issuer] else { return false }
    return try issuers.lead(from: issuer, of: attributes[.subject], to: filter.issuers)
  }

  /// Whether a certificate with this content passes. What is no certificate passes no filter.
  func passes(_ der: [UInt8]?) -> Bool {
    guard let der, let glance = try? CertificateGlance(der: der), subject.matches(glance) else {
      return false
    }
    if let date = filter.validity, !glance.isValid(at: date) { return false }
    if let address, !glance.hasAddress(address) { return false }
    return true
  }
}
