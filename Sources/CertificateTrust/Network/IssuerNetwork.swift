import KeyFormats
import X509Certificates
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Fetches issuers from where certificates say that they are (`caIssuers` of RFC 5280, 4.2.2.1), over plain
/// HTTP. Nobody vouches for the certificates that say so, nor for what is answered: what is handed out has the
/// right name and the right key, and everything else is for the judgement to find out.
struct IssuerNetwork {
  /// The most bytes that are taken of an answer, and certificates that are looked at in it.
  private static let (largestAnswer, largestAnswerCount) = (1 << 16, 16)

  /// How many places are asked about a certificate.
  private static let largestPlaceCount = 3

  /// About how many certificates anybody is asked, and how many issuers are taken: no chain misses more, and
  /// certificates that lead to ever more others come to an end.
  private static let largestCount = 4

  private let deadline: NetworkDeadline
  private var asked: Set<[UInt8]> = []
  private var takenCount = 0

  init(_ deadline: NetworkDeadline) { self.deadline = deadline }

  /// Issuers that were not known, of the highest certificate of a chain that has any: an issuer that came with
  /// the leaf and leads nowhere may stand in the place of one that does.
  ///
  /// - Returns: At least one; nil when nobody is left who could be asked.
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
        // A root is an anchor or leads nowhere.
        !issuer.isSelfSigned && !known.contains { $0.der == issuer.der }
          && certificate.isSigned(by: issuer) == true && Self.mayIssue(issuer, handle)
      }.prefix(Self.largestCount - takenCount)
      takenCount += found.count
      if !found.isEmpty { return Array(found) }
    }
    return nil
  }

  /// What the first place has that has any.
  private func fetch(
    from places: [HTTPAddress], where isWanted: (Certificate) -> Bool
  ) -> [Certificate] {
    for place in places {
      guard let timeout = deadline.timeout else { break }
      guard let answer = PlainHTTP.get(place, atMost: Self.largestAnswer, timeout: timeout) else {
        continue
      }
      let issuers = Self.certificates(in: answer).prefix(Self.largestAnswerCount).filter(isWanted)
      if !issuers.isEmpty { return issuers }
    }
    return []
  }

  /// One certificate in DER, or a PKCS#7 message with certificates alone.
  private static func certificates(in answer: [UInt8]) -> [Certificate] {
    if PKCS7Certificates.isBeginning(of: answer) {
      return (try? PKCS7Certificates.read(answer)) ?? []
    }
    return (try? Certificate(der: answer)).map { [$0] } ?? []
  }

  /// Whether OpenSSL would build a chain with the two: it looks at more than name and key.
  private static func mayIssue(_ issuer: Certificate, _ certificate: X509Handle) -> Bool {
    defer { ERR_clear_error() }
    guard let issuer = X509Handle(issuer) else { return false }
    return X509_check_issued(issuer.pointer, certificate.pointer) == X509_V_OK
  }

  /// Where a certificate says that its issuer is, as far as anybody there can be asked.
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
        let address = WebAddress.of(place).flatMap(HTTPAddress.init)
      else { continue }
      addresses.append(address)
      if addresses.count == largestPlaceCount { break }
    }
    return addresses
  }
}
