import KeyFormats
import X509Certificates
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Fetches issuers from the addresses in certificates (`caIssuers` of RFC 5280, 4.2.2.1), over plain HTTP.
/// Neither these certificates nor the answers are trusted yet. A returned certificate has the right name and
/// the right key; the evaluation checks everything else.
struct IssuerFetcher {
  /// The largest size of an answer, and the largest number of certificates that are examined in it.
  private static let (largestAnswer, largestAnswerCount) = (1 << 16, 16)

  /// The largest number of addresses that are tried for a certificate.
  private static let largestPlaceCount = 3

  /// The largest number of certificates for which issuers are fetched, and of issuers that are used. Real
  /// chains do not lack more, and the limit ends a chain that would lead to ever more certificates.
  private static let largestCount = 4

  private let deadline: NetworkDeadline
  private var asked: Set<[UInt8]> = []
  private var takenCount = 0

  init(_ deadline: NetworkDeadline) { self.deadline = deadline }

  /// Fetches new issuers of the highest certificate in a chain for which there are any. Lower certificates are
  /// tried, too, because an issuer that came with the leaf and leads nowhere may take the place of a better
  /// one.
  ///
  /// - Returns: At least one issuer; nil when no address is left.
  mutating func issuers(
    above chain: [Certificate], besides known: [Certificate]
  ) -> [Certificate]? {
    for certificate in chain.reversed() where !certificate.isSelfSigned {
      guard asked.count < Self.largestCount, takenCount < Self.largestCount else { return nil }
      guard !asked.contains(certificate.der), let handle = X509Handle(certificate) else { continue }
      let places = Self.places(handle)
      guard !places.isEmpty else { continue }
      asked.insert(certificate.der)
      let found = fetch(from: places) { issuer in
        // A fetched root is useless: it is already an anchor, or it is not trusted.
        !issuer.isSelfSigned && !known.contains { $0.der == issuer.der }
          && certificate.isSigned(by: issuer) == true && Self.mayIssue(issuer, handle)
      }.prefix(Self.largestCount - takenCount)
      takenCount += found.count
      if !found.isEmpty { return Array(found) }
    }
    return nil
  }

  /// The wanted certificates from the first address that has any.
  private func fetch(
    from places: [HTTPAddress], where isWanted: (Certificate) -> Bool
  ) -> [Certificate] {
    for place in places {
      guard let timeout = deadline.timeout else { break }
      guard let answer = HTTPClient.get(place, atMost: Self.largestAnswer, timeout: timeout) else {
        continue
      }
      let issuers = Self.certificates(in: answer).prefix(Self.largestAnswerCount).filter(isWanted)
      if !issuers.isEmpty { return issuers }
    }
    return []
  }

  /// The certificates in an answer: one certificate in DER, or a PKCS#7 message that contains only
  /// certificates.
  private static func certificates(in answer: [UInt8]) -> [Certificate] {
    if PKCS7Certificates.isBeginning(of: answer) {
      return (try? PKCS7Certificates.read(answer)) ?? []
    }
    return (try? Certificate(der: answer)).map { [$0] } ?? []
  }

  /// Whether OpenSSL would use the issuer for the certificate. OpenSSL compares more than name and
  /// key.
  private static func mayIssue(_ issuer: Certificate, _ certificate: X509Handle) -> Bool {
    defer { ERR_clear_error() }
    guard let issuer = X509Handle(issuer) else { return false }
    return X509_check_issued(issuer.pointer, certificate.pointer) == X509_V_OK
  }

  /// The addresses of a certificate's issuer that can be used.
  private static func places(_ certificate: X509Handle) -> [HTTPAddress] {
    defer { ERR_clear_error() }
    guard let list = X509_get_ext_d2i(certificate.pointer, NID_info_access, nil, nil) else {
      return []
    }
    let descriptions = OpaquePointer(list)
    defer { AUTHORITY_INFO_ACCESS_free(descriptions) }
    var addresses: [HTTPAddress] = []
    for index in 0..<OPENSSL_sk_num(descriptions) {
      guard
        let one = OPENSSL_sk_value(descriptions, index)?
          .assumingMemoryBound(to: ACCESS_DESCRIPTION.self),
        OBJ_obj2nid(one.pointee.method) == NID_ad_ca_issuers, let place = one.pointee.location,
        let address = HTTPAddress(UnsafePointer(place))
      else { continue }
      addresses.append(address)
      if addresses.count == largestPlaceCount { break }
    }
    return addresses
  }
}
