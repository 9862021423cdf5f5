import KeychainCrypto
import KeychainModel
import X509Certificates

/// A certificate of a bundle, with the attributes of a certificate item.
struct BundledCertificate: Sendable {
  let der: [UInt8]
  let attributes: AttributeSet
  /// The beginning of the SHA-256 of the certificate. So the reference of a certificate stays valid when the file of the
  /// bundle is written again.
  let identifier: RowIdentifier

  /// Returns nil for a certificate whose attributes cannot be read.
  init?(_ certificate: Certificate) {
    der = certificate.der
    let digest = try? certificate.der.withBytes { (bytes) throws(KeychainError) in try SHA256Digest.digest(of: bytes) }
    guard var attributes = try? certificate.itemAttributes(), let digest,
      let identifier = RowIdentifier(digest.prefix(RowIdentifier.byteCount))
    else { return nil }
    if let summary = certificate.subjectSummary { attributes[.label] = .string(summary) }
    self.attributes = attributes
    self.identifier = identifier
  }

  func item(_ contents: ItemContents) -> Item {
    Item(
      .certificate, identifier: identifier,
      attributes: contents.contains(.attributes) ? attributes : AttributeSet(),
      secret: contents.contains(.secret) ? der : nil)
  }

  /// The certificate in PEM.
  var pem: [UInt8] {
    var text = Array("-----BEGIN CERTIFICATE-----\n".utf8)
    let digits = Base64.encode(der)
    for start in stride(from: 0, to: digits.count, by: 64) {
      text += digits[start..<min(start + 64, digits.count)] + [UInt8(ascii: "\n")]
    }
    return text + "-----END CERTIFICATE-----\n".utf8
  }
}

/// Applies a query to the certificates of a bundle.
struct BundleQuery {
  private let query: ItemQuery
  private let all: [BundledCertificate]
  private let content: CertificateContentMatcher?

  init(_ query: ItemQuery, _ all: [BundledCertificate]) {
    self.query = query
    self.all = all
    content = query.filter.map { CertificateContentMatcher($0) }
  }

  func matches() -> [BundledCertificate] {
    // A bundle has neither synchronizable items nor access groups.
    guard query.isSynchronizable != true, query.attributes[.accessGroup] == nil else { return [] }
    return all.filter(matches)
  }

  private func matches(_ certificate: BundledCertificate) -> Bool {
    if let reference = query.reference, reference.identifier != certificate.identifier { return false }
    guard has(query.attributes, certificate), query.data.map({ $0 == certificate.der }) ?? true else { return false }
    for list in query.itemLists where !list.contains(where: { isListed($0, certificate) }) { return false }
    guard let filter = query.filter, let content else { return true }
    return content.passes(certificate.der) && (filter.issuers.isEmpty || reaches(filter.issuers, certificate))
  }

  private func isListed(_ member: ListedItem, _ certificate: BundledCertificate) -> Bool {
    switch member {
    case .reference(let reference): reference.identifier == certificate.identifier
    case .elsewhere: false
    case .object(let attributes, let data, let isSynchronizable):
      isSynchronizable != true && has(attributes, certificate) && data.map { $0 == certificate.der } ?? true
    }
  }

  private func has(_ attributes: AttributeSet, _ certificate: BundledCertificate) -> Bool {
    attributes.entries.allSatisfy { name, value in
      if name == .tombstone { return value != .number(1) }
      guard let attribute = ItemSchema.certificate[name], let own = certificate.attributes[name] else { return false }
      return attribute.comparisonForm(of: own) == attribute.comparisonForm(of: value)
    }
  }

  /// Whether an issuer in the chain of the certificate, as far as the bundle has the chain, has one of the names.
  private func reaches(_ names: Set<[UInt8]>, _ certificate: BundledCertificate) -> Bool {
    var level: Set<[UInt8]> = []
    if case .data(let issuer)? = certificate.attributes[.issuer] { level = [issuer] }
    var seen = level
    while !level.isEmpty {
      if !level.isDisjoint(with: names) { return true }
      var above: Set<[UInt8]> = []
      for other in all {
        guard case .data(let subject)? = other.attributes[.subject], level.contains(subject),
          case .data(let issuer)? = other.attributes[.issuer], seen.insert(issuer).inserted
        else { continue }
        above.insert(issuer)
      }
      level = above
    }
    return false
  }
}
