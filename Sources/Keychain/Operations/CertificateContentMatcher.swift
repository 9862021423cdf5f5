import KeychainModel
import X509Certificates

/// Applies the conditions of a filter on the content of a certificate: its subject, its email addresses and its
/// validity.
struct CertificateContentMatcher {
  private let filter: CertificateFilter
  private let subject: SubjectMatcher

  /// The email address to match, in lower case.
  private let address: String?

  init(_ filter: CertificateFilter) {
    self.filter = filter
    subject = SubjectMatcher(filter)
    address = filter.emailAddress?.lowercased()
  }

  /// Returns false when `der` is not a certificate.
  func passes(_ der: [UInt8]?) -> Bool {
    guard let der, let glance = try? PartialCertificate(der: der), subject.matches(glance) else {
      return false
    }
    if let date = filter.validity, !glance.isValid(at: date) { return false }
    if let address, !glance.hasAddress(address) { return false }
    return true
  }
}
