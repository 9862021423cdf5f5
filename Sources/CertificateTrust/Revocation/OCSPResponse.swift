import X509Certificates
import COpenSSL
import OpenSSLSupport

/// The response of an OCSP responder about the status of certificates (RFC 6960).
final class OCSPResponse {
  private let content: OpaquePointer

  /// Returns nil when the bytes are not an OCSP response, or when the response is an error.
  init?(_ der: [UInt8]) {
    _ = OpenSSLInitialization.isDone
    defer { ERR_clear_error() }
    let whole = der.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return d2i_OCSP_RESPONSE(nil, &place, buffer.count)
    }
    guard let whole else { return nil }
    defer { OCSP_RESPONSE_free(whole) }
    guard OCSP_response_status(whole) == OCSP_RESPONSE_STATUS_SUCCESSFUL,
      let content = OCSP_response_get1_basic(whole)
    else { return nil }
    self.content = content
  }

  deinit { OCSP_BASICRESP_free(content) }

  /// The status of a certificate in the response. The response must be valid at the date. The signer must be the
  /// issuer, or a responder that the issuer has certified for OCSP. A certificate cannot sign the response about its
  /// own status.
  ///
  /// - Parameter isRevoked: Returns whether a responder other than the issuer is known to be revoked.
  func status(
    of certificate: X509Handle, issuer: X509Handle, date: Double,
    isRevoked: (X509Handle) -> Bool
  ) -> RevocationStatus {
    defer { ERR_clear_error() }
    guard !hasCriticalExtension, let signer = signer(issuer, date) else { return .unknown }
    if X509_cmp(signer.pointer, issuer.pointer) != 0 {
      guard X509_cmp(signer.pointer, certificate.pointer) != 0, !isRevoked(signer) else {
        return .unknown
      }
    }
    let isStrong = isStrong && Self.isStrong(signer, issuer)
    let identifiers = Identifiers(certificate, issuer)
    var best = RevocationStatus.unknown
    for index in 0..<OCSP_resp_count(content) {
      guard let single = OCSP_resp_get0(content, index), identifiers.contain(single) else {
        continue
      }
      let status = Self.status(single, date, isStrong: isStrong)
      if status.isRevoked { return status }
      if best == .unknown { best = status }
    }
    return best
  }

  /// The status in a single response. A revocation remains valid after the response has expired, except for the reason
  /// `certificateHold`.
  ///
  /// - Parameter isStrong: Whether the signature of the response is strong. If the signature is not strong, the status
  ///   "good" becomes `.unknown`.
  private static func status(
    _ single: OpaquePointer, _ date: Double, isStrong: Bool
  ) -> RevocationStatus {
    guard !hasCriticalExtension(single) else { return .unknown }
    var reason: Int32 = 0
    var time: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var begin: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var end: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    let status = OCSP_single_get0_status(single, &reason, &time, &begin, &end)
    let period = RevocationPeriod(
      from: begin.map { UnsafePointer($0) }, until: end.map { UnsafePointer($0) })
    let present = period?.contains(date) == true ? period : nil
    switch status {
    case V_OCSP_CERTSTATUS_GOOD:
      guard let present, isStrong else { return .unknown }
      return .good(until: present.end)
    case V_OCSP_CERTSTATUS_REVOKED:
      let revoked = time.flatMap { OpenSSLTime.seconds($0) } ?? date
      guard revoked <= date + RevocationPeriod.skew,
        present != nil || reason != RevocationStatus.certificateHold
      else { return .unknown }
      return .revoked(reason: reason < 0 ? nil : Int(reason))
    default: return .unknown
    }
  }

  /// Whether the digest of the signature is strong. With a weak digest, someone could create another response with the
  /// same signature.
  private var isStrong: Bool {
    OCSP_resp_get0_tbs_sigalg(content).map { SignatureDigest($0) } == .strong
  }

  /// Whether the certificate of the responder has a strong signature. The result is true when the issuer itself is the
  /// responder.
  private static func isStrong(_ signer: X509Handle, _ issuer: X509Handle) -> Bool {
    X509_cmp(signer.pointer, issuer.pointer) == 0 || SignatureDigest(signer) == .strong
  }

  // MARK: Extensions

  /// Whether there is a critical extension. Latchkey supports no critical extension of an OCSP response.
  private var hasCriticalExtension: Bool {
    (0..<OCSP_BASICRESP_get_ext_count(content)).contains { index in
      OCSP_BASICRESP_get_ext(content, index).map { X509_EXTENSION_get_critical($0) != 0 } ?? true
    }
  }

  private static func hasCriticalExtension(_ single: OpaquePointer) -> Bool {
    (0..<OCSP_SINGLERESP_get_ext_count(single)).contains { index in
      OCSP_SINGLERESP_get_ext(single, index).map { X509_EXTENSION_get_critical($0) != 0 } ?? true
    }
  }

  // MARK: Signer

  /// The signer of the response; nil when the issuer has not authorized the signer.
  private func signer(_ issuer: X509Handle, _ date: Double) -> X509Handle? {
    guard let certificates = OPENSSL_sk_new_null() else { return nil }
    defer { OPENSSL_sk_free(certificates) }
    guard let store = IssuerTrustStore.store(of: issuer, date: date) else { return nil }
    defer { X509_STORE_free(store) }
    OPENSSL_sk_push(certificates, UnsafeRawPointer(issuer.pointer))
    var signer: OpaquePointer?
    guard OCSP_basic_verify(content, certificates, store, 0) == 1,
      OCSP_resp_get0_signer(content, &signer, certificates) == 1, let signer
    else { return nil }
    return X509Handle(sharing: signer)
  }

  /// The identifiers of a certificate in OCSP responses, one for each digest algorithm.
  private final class Identifiers {
    private let pointers: [OpaquePointer]

    init(_ certificate: X509Handle, _ issuer: X509Handle) {
      pointers = [EVP_sha1(), EVP_sha256(), EVP_sha384(), EVP_sha512()].compactMap {
        OCSP_cert_to_id($0, certificate.pointer, issuer.pointer)
      }
    }

    deinit { for pointer in pointers { OCSP_CERTID_free(pointer) } }

    func contain(_ single: OpaquePointer) -> Bool {
      guard let identifier = OCSP_SINGLERESP_get0_id(single) else { return false }
      return pointers.contains { OCSP_id_cmp(identifier, $0) == 0 }
    }
  }
}
