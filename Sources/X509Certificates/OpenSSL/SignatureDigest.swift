package import COpenSSL
import OpenSSLSupport

/// The strength of the digest of a signature.
package enum SignatureDigest {
  /// The digest is collision-resistant.
  case strong
  case sha1
  /// The digest is MD2, MD4, MD5, or any other digest that is not known to be strong.
  case broken

  /// Determines the strength of the digest of a certificate's signature.
  package init(_ certificate: X509Handle) {
    defer { ERR_clear_error() }
    var (digest, key): (Int32, Int32) = (0, 0)
    guard X509_get_signature_info(certificate.pointer, &digest, &key, nil, nil) == 1 else {
      self = .broken
      return
    }
    self.init(digest: digest, key: key)
  }

  /// Determines the strength of the digest of a signature algorithm. The parameters of RSASSA-PSS name the digest.
  package init(_ algorithm: UnsafePointer<X509_ALGOR>) {
    defer { ERR_clear_error() }
    let identifier = Self.identifier(algorithm)
    if identifier == NID_rsassaPss {
      self.init(digest: Self.digest(ofPSS: algorithm), key: NID_rsassaPss)
      return
    }
    var (digest, key): (Int32, Int32) = (0, 0)
    guard OBJ_find_sigid_algs(identifier, &digest, &key) == 1 else {
      self = .broken
      return
    }
    self.init(digest: digest, key: key)
  }

  private init(digest: Int32, key: Int32) {
    switch digest {
    case NID_sha1: self = .sha1
    case NID_sha224, NID_sha256, NID_sha384, NID_sha512, NID_sha512_224, NID_sha512_256,
      NID_sha3_224, NID_sha3_256, NID_sha3_384, NID_sha3_512:
      self = .strong
    // Ed25519 and Ed448 include their own digest.
    case NID_undef where key == NID_ED25519 || key == NID_ED448: self = .strong
    default: self = .broken
    }
  }

  private static func identifier(_ algorithm: UnsafePointer<X509_ALGOR>) -> Int32 {
    var object: OpaquePointer?
    X509_ALGOR_get0(&object, nil, nil, algorithm)
    return OBJ_obj2nid(object)
  }

  /// The digest in the parameters of an RSASSA-PSS algorithm. Returns `NID_undef` when the parameters are invalid.
  private static func digest(ofPSS algorithm: UnsafePointer<X509_ALGOR>) -> Int32 {
    guard let value = ASN1_TYPE_unpack_sequence(RSA_PSS_PARAMS_it(), algorithm.pointee.parameter)
    else { return NID_undef }
    let parameters = value.assumingMemoryBound(to: RSA_PSS_PARAMS.self)
    defer { RSA_PSS_PARAMS_free(parameters) }
    // SHA-1 is the default of RSASSA-PSS (RFC 8017, A.2.3).
    return parameters.pointee.hashAlgorithm.map { identifier($0) } ?? NID_sha1
  }
}
