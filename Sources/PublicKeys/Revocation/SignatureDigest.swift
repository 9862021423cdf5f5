import COpenSSL

/// The digests of signatures.
enum SignatureDigest {
  /// Whether a signature algorithm, by OpenSSL's number, has a digest of which nobody finds two inputs with
  /// one value. One without a digest of its own (Ed25519) has.
  static func isStrong(_ algorithm: Int32) -> Bool {
    var digest: Int32 = 0
    guard OBJ_find_sigid_algs(algorithm, &digest, nil) == 1 else { return false }
    return ![NID_md2, NID_md4, NID_md5, NID_md5_sha1, NID_sha1, NID_ripemd160].contains(digest)
  }
}
