import KeyFormats
import X509Certificates
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// A certificate revocation list (CRL): a list of the certificates that an issuer has revoked (RFC 5280).
final class RevocationList {
  private let pointer: OpaquePointer

  /// Returns nil when the bytes are not a CRL.
  init?(_ der: [UInt8]) {
    _ = OpenSSLInitialization.isDone
    guard
      let pointer = ASN1Encoding.read(der, { d2i_X509_CRL(nil, $0, $1) }, free: X509_CRL_free)
    else { return nil }
    self.pointer = pointer
  }

  deinit { X509_CRL_free(pointer) }

  /// The status of a certificate according to several lists. Lists that the issuer did not sign are removed first,
  /// because OpenSSL selects a list before OpenSSL verifies the signature of the list.
  static func status(
    of certificate: X509Handle, issuer: X509Handle, in lists: [RevocationList], date: Double
  ) -> RevocationStatus {
    defer { ERR_clear_error() }
    let signed = lists.filter { $0.isSigned(by: issuer) }
    for list in signed {
      if let reason = list.revocation(of: certificate, date) { return .revoked(reason: reason) }
    }
    // The issuer of a proxy certificate is a leaf certificate. No revocation list contains proxy certificates.
    // Therefore the status of a proxy certificate is unknown.
    guard X509_get_extension_flags(certificate.pointer) & UInt32(EXFLAG_PROXY) == 0 else {
      return .unknown
    }
    let present = signed.filter { $0.isStrong && $0.isPresent(at: date) && !$0.isDelta }
    guard isCleared(certificate, issuer, by: present, date) else { return .unknown }
    return .good(until: present.compactMap(\.period?.end).min())
  }

  // MARK: One list

  private func isSigned(by issuer: X509Handle) -> Bool {
    guard
      X509_NAME_cmp(X509_CRL_get_issuer(pointer), X509_get_subject_name(issuer.pointer)) == 0,
      let key = X509_get0_pubkey(issuer.pointer)
    else { return false }
    return X509_CRL_verify(pointer, key) == 1
  }

  /// Whether the digest of the signature is strong. With a weak digest, someone could create another list with the same
  /// signature.
  private var isStrong: Bool {
    var algorithm: UnsafePointer<X509_ALGOR>?
    X509_CRL_get0_signature(pointer, nil, &algorithm)
    return algorithm.map { SignatureDigest($0) } == .strong
  }

  /// Whether the list is a delta CRL, which contains only changes. A delta CRL cannot prove that a certificate is good.
  /// OpenSSL does not recognize a delta CRL if the list is limited to some revocation reasons.
  private var isDelta: Bool { X509_CRL_get_ext_by_NID(pointer, NID_delta_crl, -1) >= 0 }

  private func isPresent(at date: Double) -> Bool {
    period?.contains(date) == true
  }

  private var period: RevocationPeriod? {
    RevocationPeriod(
      from: X509_CRL_get0_lastUpdate(pointer), until: X509_CRL_get0_nextUpdate(pointer))
  }

  /// The reason of a certificate's revocation in the list. Returns `.some(nil)` when the list gives no reason. Returns
  /// nil when the list does not contain the certificate. A revocation remains valid after the list has expired, except
  /// for the reason `certificateHold`.
  private func revocation(of certificate: X509Handle, _ date: Double) -> Int?? {
    var entry: OpaquePointer?
    // The result 2 means that the entry removes the certificate from the list.
    guard X509_CRL_get0_by_cert(pointer, &entry, certificate.pointer) == 1, let entry else {
      return nil
    }
    let reason = Self.reason(entry)
    if reason == RevocationStatus.certificateHold, !isPresent(at: date) { return nil }
    let time = X509_REVOKED_get0_revocationDate(entry).flatMap { OpenSSLTime.seconds($0) }
    return time ?? date <= date + RevocationPeriod.skew ? .some(reason) : nil
  }

  private static func reason(_ entry: OpaquePointer) -> Int? {
    guard let value = X509_REVOKED_get_ext_d2i(entry, NID_crl_reason, nil, nil) else { return nil }
    let number = value.assumingMemoryBound(to: ASN1_ENUMERATED.self)
    defer { ASN1_ENUMERATED_free(number) }
    return ASN1_ENUMERATED_get(number)
  }

  // MARK: All lists

  /// Whether OpenSSL finds a list that is responsible for the certificate and does not contain the certificate.
  private static func isCleared(
    _ certificate: X509Handle, _ issuer: X509Handle, by lists: [RevocationList], _ date: Double
  ) -> Bool {
    guard !lists.isEmpty, let stack = OPENSSL_sk_new_null() else { return false }
    defer { OPENSSL_sk_free(stack) }
    guard let store = IssuerTrustStore.store(of: issuer, date: date) else { return false }
    defer { X509_STORE_free(store) }
    guard let context = X509_STORE_CTX_new() else { return false }
    defer { X509_STORE_CTX_free(context) }
    for list in lists { OPENSSL_sk_push(stack, UnsafeRawPointer(list.pointer)) }
    guard X509_STORE_CTX_init(context, store, certificate.pointer, nil) == 1,
      let parameters = X509_STORE_CTX_get0_param(context)
    else { return false }
    X509_STORE_CTX_set0_crls(context, stack)
    X509_VERIFY_PARAM_set_flags(
      parameters, UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_EXTENDED_CRL_SUPPORT))
    X509_STORE_CTX_set_verify_cb(context) { ok, context in
      guard ok != 1, let context else { return ok }
      return RevocationList.isAboutPath(X509_STORE_CTX_get_error(context)) ? 1 : 0
    }
    return withExtendedLifetime(lists) { X509_verify_cert(context) == 1 }
  }

  /// Whether an error concerns the certificate path. The path is checked in `CertificatePath`. All other errors make
  /// the revocation status unknown.
  private static func isAboutPath(_ error: Int32) -> Bool {
    switch error {
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID,
      X509_V_ERR_INVALID_CA, X509_V_ERR_INVALID_NON_CA, X509_V_ERR_PATH_LENGTH_EXCEEDED,
      X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_CERT_UNTRUSTED,
      X509_V_ERR_CERT_REJECTED, X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION,
      X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
      X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
      X509_V_ERR_UNSUPPORTED_NAME_SYNTAX, X509_V_ERR_INVALID_POLICY_EXTENSION,
      X509_V_ERR_NO_EXPLICIT_POLICY, X509_V_ERR_CERT_SIGNATURE_FAILURE:
      true
    default: false
    }
  }
}
