import COpenSSL
import OpenSSLSupport

/// What a responder says of certificates (RFC 6960).
enum OCSPResponse {
  /// How far the clock of a responder may be ahead, in seconds.
  private static let skew = 300.0

  /// How long an answer holds that names no end, in seconds.
  private static let ownDuration = 86_400.0

  /// The status of a certificate in an answer that its issuer, or a responder that the issuer certified for
  /// that, has signed, and that is of that time.
  static func status(
    of certificate: X509Handle, issuer: X509Handle, in response: [UInt8], date: Double
  ) -> RevocationStatus {
    defer { ERR_clear_error() }
    guard let content = content(response) else { return .unknown }
    defer { OCSP_BASICRESP_free(content) }
    guard isSigned(content, issuer, date) else { return .unknown }
    for method in [EVP_sha1(), EVP_sha256(), EVP_sha384(), EVP_sha512()] {
      guard let identifier = OCSP_cert_to_id(method, certificate.pointer, issuer.pointer) else {
        continue
      }
      defer { OCSP_CERTID_free(identifier) }
      var (status, reason): (Int32, Int32) = (0, 0)
      var begin: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
      var end: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
      guard
        OCSP_resp_find_status(content, identifier, &status, &reason, nil, &begin, &end) == 1
      else { continue }
      guard let begin, let from = OpenSSLTime.seconds(begin), from <= date + skew else {
        return .unknown
      }
      let until = end.flatMap { OpenSSLTime.seconds($0) }
      // An end that cannot be read is none that was left out.
      guard end == nil || until != nil, date <= until ?? from + ownDuration else { return .unknown }
      switch status {
      case V_OCSP_CERTSTATUS_GOOD: return .good(until: until)
      case V_OCSP_CERTSTATUS_REVOKED: return .revoked(reason: reason < 0 ? nil : Int(reason))
      default: return .unknown
      }
    }
    return .unknown
  }

  /// To be freed.
  private static func content(_ response: [UInt8]) -> OpaquePointer? {
    _ = OpenSSLStart.isDone
    let whole = response.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return d2i_OCSP_RESPONSE(nil, &place, buffer.count)
    }
    guard let whole else { return nil }
    defer { OCSP_RESPONSE_free(whole) }
    guard OCSP_response_status(whole) == OCSP_RESPONSE_STATUS_SUCCESSFUL else { return nil }
    return OCSP_response_get1_basic(whole)
  }

  private static func isSigned(
    _ content: OpaquePointer, _ issuer: X509Handle, _ date: Double
  ) -> Bool {
    guard let store = OpenSSLTrust.store(of: issuer, date: date),
      let certificates = OPENSSL_sk_new_null()
    else { return false }
    defer {
      X509_STORE_free(store)
      OPENSSL_sk_free(certificates)
    }
    OPENSSL_sk_push(certificates, UnsafeRawPointer(issuer.pointer))
    return OCSP_basic_verify(content, certificates, store, 0) == 1
  }
}
