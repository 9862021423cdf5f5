/// The format of exported keys and certificates.
public enum SecExternalFormat: UInt32, Sendable {
  /// Import: any format. Export: the usual format of the item.
  case formatUnknown = 0
  /// PKCS#1 for RSA private keys, SEC 1 for elliptic-curve private keys, `SubjectPublicKeyInfo` for public keys.
  case formatOpenSSL = 1
  /// The first version of SSH: not supported.
  case formatSSH = 2
  /// Unencrypted PKCS#8 for private keys, PKCS#1 for RSA public keys.
  case formatBSAFE = 3
  /// The bytes of a symmetric key.
  case formatRawKey = 4
  /// PKCS#8, encrypted with a passphrase.
  case formatWrappedPKCS8 = 5
  /// Encrypted PEM in OpenSSL's format from before PKCS#8. It can be imported, but not exported.
  case formatWrappedOpenSSL = 6
  /// The first version of SSH, encrypted: not supported.
  case formatWrappedSSH = 7
  /// The first version of SSH in the format of LSH: not supported.
  case formatWrappedLSH = 8
  /// A certificate.
  case formatX509Cert = 9
  /// Several items in PEM, one after the other.
  case formatPEMSequence = 10
  /// Certificates in PKCS#7.
  case formatPKCS7 = 11
  /// Certificates and private keys in PKCS#12.
  case formatPKCS12 = 12
  /// A certificate sequence in Netscape's format: not supported.
  case formatNetscapeCertSequence = 13
  /// OpenSSH: a one-line public key, or an unencrypted `OPENSSH PRIVATE KEY`.
  case formatSSHv2 = 14
}
