import KeyFormats
import X509Certificates
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Fetches issuers over plain HTTP from the addresses in certificates (`caIssuers` of RFC 5280, 4.2.2.1). Neither these
/// certificates nor the responses are trusted yet. Each returned issuer has the right name and the right key. The
/// evaluation performs all other checks of the issuer.
struct IssuerFetcher {
  /// The largest size of a response in bytes, and the largest number of certificates that are examined in a response.
  private static let (largestAnswer, largestAnswerCount) = (1 << 16, 16)

  /// The largest number of addresses to try for one certificate.
  private static let largestPlaceCount = 3

  /// The largest number of certificates for which issuers are fetched. Also the largest number of fetched issuers. Real
  /// chains do not have more missing issuers. Without this limit, a server could extend a chain forever.
  private static let largestCount = 4

  private let deadline: NetworkDeadline
  private var asked: Set<[UInt8]> = []
  private var takenCount = 0

  init(_ deadline: NetworkDeadline) { self.deadline = deadline }

  /// Fetches issuers that are not in `known`. The function tries the certificates of the chain from the last
  /// certificate to the leaf, and stops at the first certificate for which it finds new issuers. The function also
  /// tries a certificate whose issuer is already in the chain, because another issuer with the same name may have a
  /// path to an anchor.
  ///
  /// - Returns: At least one issuer; nil when no new issuer was found.
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
        // A fetched root is useless: the root is already an anchor, or it is not trusted.
        !issuer.isSelfSigned && !known.contains { $0.der == issuer.der }
          && certificate.isSigned(by: issuer) == true && Self.mayIssue(issuer, handle)
      }.prefix(Self.largestCount - takenCount)
      takenCount += found.count
      if !found.isEmpty { return Array(found) }
    }
    return nil
  }

  /// The certificates that satisfy `isWanted`, from the first address that returns such a certificate.
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

  /// The certificates in a response: one certificate in DER, or the certificates of a PKCS#7 message that contains only
  /// certificates.
  private static func certificates(in answer: [UInt8]) -> [Certificate] {
    if PKCS7Certificates.isBeginning(of: answer) {
      return (try? PKCS7Certificates.read(answer)) ?? []
    }
    return (try? Certificate(der: answer)).map { [$0] } ?? []
  }

  /// Whether OpenSSL would use the issuer for the certificate. OpenSSL compares the name, the key and other fields.
  private static func mayIssue(_ issuer: Certificate, _ certificate: X509Handle) -> Bool {
    defer { ERR_clear_error() }
    guard let issuer = X509Handle(issuer) else { return false }
    return X509_check_issued(issuer.pointer, certificate.pointer) == X509_V_OK
  }

  /// The HTTP addresses from which the issuer of a certificate can be fetched. The certificate contains these
  /// addresses.
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
