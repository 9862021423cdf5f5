import KeyFormats
import X509Certificates
import COpenSSL
import OpenSSLSupport

/// Fetches revocation data from the addresses in certificates. Plain HTTP is sufficient, because OCSP responses and
/// revocation lists are signed.
struct RevocationFetcher {
  /// The largest sizes of an OCSP response and of a revocation list, in bytes. A list of the largest size has several
  /// hundred thousand certificates. Reading such a list requires ten times as much memory as the list itself.
  private static let (largestAnswer, largestList) = (1 << 16, 4 << 20)

  /// The largest number of addresses to try for one certificate and one kind of source.
  private static let largestPlaceCount = 3

  /// The kind of source: OCSP responders or revocation lists.
  enum Source { case responders, lists }

  private let deadline: NetworkDeadline

  init(_ deadline: NetworkDeadline) { self.deadline = deadline }

  /// Sends a request to one address after another, until a response contains the status of the certificate.
  func ask(
    _ source: Source, _ certificate: X509Handle, _ issuer: X509Handle,
    _ read: ([UInt8]) -> RevocationStatus
  ) -> RevocationStatus {
    defer { ERR_clear_error() }
    let request = source == .responders ? Self.request(certificate, issuer) : nil
    let places =
      source == .responders
      ? Self.responders(certificate) : Self.distributionPoints(certificate)
    for place in places.prefix(Self.largestPlaceCount) {
      guard let timeout = deadline.timeout else { break }
      let answer =
        switch source {
        case .responders:
          request.flatMap {
            HTTPClient.post(
              $0, as: "application/ocsp-request", to: place,
              expecting: "application/ocsp-response", atMost: Self.largestAnswer,
              timeout: timeout)
          }
        case .lists: HTTPClient.get(place, atMost: Self.largestList, timeout: timeout)
        }
      guard let answer else { continue }
      let status = read(answer)
      if status != .unknown { return status }
    }
    return .unknown
  }

  private static func request(_ certificate: X509Handle, _ issuer: X509Handle) -> [UInt8]? {
    guard let request = OCSP_REQUEST_new() else { return nil }
    defer { OCSP_REQUEST_free(request) }
    // SHA-1 is used because every responder supports it. The digest only identifies the issuer and protects nothing.
    guard let identifier = OCSP_cert_to_id(EVP_sha1(), certificate.pointer, issuer.pointer) else {
      return nil
    }
    guard OCSP_request_add0_id(request, identifier) != nil else {
      OCSP_CERTID_free(identifier)
      return nil
    }
    return try? ASN1Encoding.written { i2d_OCSP_REQUEST(request, $0) }
  }

  private static func responders(_ certificate: X509Handle) -> [HTTPAddress] {
    guard let list = X509_get1_ocsp(certificate.pointer) else { return [] }
    defer { X509_email_free(list) }
    return (0..<OPENSSL_sk_num(list)).compactMap { index in
      OPENSSL_sk_value(list, index).flatMap {
        HTTPAddress(String(cString: $0.assumingMemoryBound(to: CChar.self)))
      }
    }
  }

  private static func distributionPoints(_ certificate: X509Handle) -> [HTTPAddress] {
    guard
      let list = X509_get_ext_d2i(certificate.pointer, NID_crl_distribution_points, nil, nil)
    else { return [] }
    let points = OpaquePointer(list)
    defer { CRL_DIST_POINTS_free(points) }
    var addresses: [HTTPAddress] = []
    for index in 0..<OPENSSL_sk_num(points) {
      guard let point = OPENSSL_sk_value(points, index)?.assumingMemoryBound(to: DIST_POINT.self),
        let name = point.pointee.distpoint, name.pointee.type == 0,
        let names = name.pointee.name.fullname
      else { continue }
      for place in 0..<OPENSSL_sk_num(names) {
        guard
          let one = OPENSSL_sk_value(names, place)?.assumingMemoryBound(to: GENERAL_NAME.self),
          let address = HTTPAddress(UnsafePointer(one))
        else { continue }
        addresses.append(address)
      }
    }
    return addresses
  }
}
