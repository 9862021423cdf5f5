import COpenSSL
import KeychainModel
import OpenSSLSupport

/// A list of the certificates that an issuer revoked (RFC 5280).
final class RevocationList {
  private let pointer: OpaquePointer

  /// Nil for bytes that are none.
  init?(_ der: [UInt8]) {
    _ = OpenSSLStart.isDone
    let (pointer, rest) = der.withUnsafeBufferPointer { buffer -> (OpaquePointer?, Int) in
      guard let base = buffer.baseAddress else { return (nil, 0) }
      var place: UnsafePointer<UInt8>? = base
      let list = d2i_X509_CRL(nil, &place, buffer.count)
      return (list, buffer.count - (place.map { $0 - base } ?? 0))
    }
    guard let pointer else {
      ERR_clear_error()
      return nil
    }
    self.pointer = pointer
    // `deinit` frees the handle: every stored property is set.
    if rest != 0 { return nil }
  }

  deinit { X509_CRL_free(pointer) }

  /// What the lists say of a certificate. Which of them is in charge, whether the issuer signed it and it is
  /// of that time, is for OpenSSL to find out.
  static func status(
    of certificate: X509Handle, issuer: X509Handle, in lists: [RevocationList], date: Double
  ) -> RevocationStatus {
    guard !lists.isEmpty, let store = OpenSSLTrust.store(of: issuer, date: date),
      let context = X509_STORE_CTX_new(), let stack = OPENSSL_sk_new_null()
    else { return .unknown }
    defer {
      X509_STORE_CTX_free(context)
      X509_STORE_free(store)
      OPENSSL_sk_free(stack)
      ERR_clear_error()
    }
    for list in lists { OPENSSL_sk_push(stack, UnsafeRawPointer(list.pointer)) }
    guard X509_STORE_CTX_init(context, store, certificate.pointer, nil) == 1,
      let parameters = X509_STORE_CTX_get0_param(context)
    else { return .unknown }
    X509_STORE_CTX_set0_crls(context, stack)
    X509_VERIFY_PARAM_set_flags(
      parameters, UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_EXTENDED_CRL_SUPPORT))
    let finding = Finding()
    return withExtendedLifetime((finding, lists)) {
      X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(finding).toOpaque())
      X509_STORE_CTX_set_verify_cb(context) { ok, context in
        guard let context, ok != 1, let data = X509_STORE_CTX_get_ex_data(context, 0) else {
          return 1
        }
        return Unmanaged<Finding>.fromOpaque(data).takeUnretainedValue().take(context) ? 1 : 0
      }
      let isDone = X509_verify_cert(context) == 1
      if let status = finding.status { return status }
      // Nothing was found against it: the list in charge was checked, and does not name it.
      return isDone ? .good(until: nextUpdate(lists, of: issuer)) : .unknown
    }
  }

  /// The earliest end of the lists of an issuer.
  private static func nextUpdate(_ lists: [RevocationList], of issuer: X509Handle) -> Double? {
    let name = X509_get_subject_name(issuer.pointer)
    return lists.filter { X509_NAME_cmp(X509_CRL_get_issuer($0.pointer), name) == 0 }
      .compactMap { X509_CRL_get0_nextUpdate($0.pointer).flatMap { OpenSSLTime.seconds($0) } }
      .min()
  }

  /// What the verification found.
  private final class Finding {
    private(set) var status: RevocationStatus?

    /// Whether to go on: what is wrong with the path is found elsewhere.
    func take(_ context: OpaquePointer) -> Bool {
      switch X509_STORE_CTX_get_error(context) {
      case X509_V_ERR_CERT_REVOKED:
        status = .revoked(reason: RevocationList.reason(context))
      case X509_V_ERR_UNABLE_TO_GET_CRL, X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER,
        X509_V_ERR_UNABLE_TO_DECRYPT_CRL_SIGNATURE, X509_V_ERR_CRL_SIGNATURE_FAILURE,
        X509_V_ERR_CRL_NOT_YET_VALID, X509_V_ERR_CRL_HAS_EXPIRED,
        X509_V_ERR_ERROR_IN_CRL_LAST_UPDATE_FIELD, X509_V_ERR_ERROR_IN_CRL_NEXT_UPDATE_FIELD,
        X509_V_ERR_KEYUSAGE_NO_CRL_SIGN, X509_V_ERR_UNHANDLED_CRITICAL_CRL_EXTENSION,
        X509_V_ERR_DIFFERENT_CRL_SCOPE, X509_V_ERR_CRL_PATH_VALIDATION_ERROR,
        X509_V_ERR_OUT_OF_MEM, X509_V_ERR_UNSPECIFIED:
        status = .unknown
      default: return true
      }
      return false
    }
  }

  private static func reason(_ context: OpaquePointer) -> Int? {
    var entry: OpaquePointer?
    guard let list = X509_STORE_CTX_get0_current_crl(context),
      let certificate = X509_STORE_CTX_get_current_cert(context),
      X509_CRL_get0_by_cert(list, &entry, certificate) > 0, let entry,
      let value = X509_REVOKED_get_ext_d2i(entry, NID_crl_reason, nil, nil)
    else { return nil }
    let number = value.assumingMemoryBound(to: ASN1_ENUMERATED.self)
    defer { ASN1_ENUMERATED_free(number) }
    return ASN1_ENUMERATED_get(number)
  }
}
