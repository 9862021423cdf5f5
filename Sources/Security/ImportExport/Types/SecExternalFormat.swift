/// How keys and certificates are written outside of a keychain.
public enum SecExternalFormat: UInt32, Sendable {
  /// Importing: whatever the data are. Exporting: the usual format of the item.
  case formatUnknown = 0
  /// PKCS#1 for RSA private keys, SEC 1 for those of elliptic curves, `SubjectPublicKeyInfo` for public
  /// keys.
  case formatOpenSSL = 1
  /// The first version of SSH: not supported.
  case formatSSH = 2
  /// PKCS#8 in the clear for private keys, PKCS#1 for RSA public keys.
  case formatBSAFE = 3
  /// The bytes of a symmetric key.
  case formatRawKey = 4
  /// PKCS#8, encrypted under a passphrase.
  case formatWrappedPKCS8 = 5
  /// PEM that OpenSSL encrypted before PKCS#8. It is imported, and not exported.
  case formatWrappedOpenSSL = 6
  /// The first version of SSH, encrypted: not supported.
  case formatWrappedSSH = 7
  /// The first version of SSH as LSH has it: not supported.
  case formatWrappedLSH = 8
  /// A certificate.
  case formatX509Cert = 9
  /// PEM, one item after the other.
  case formatPEMSequence = 10
  /// Certificates in PKCS#7.
  case formatPKCS7 = 11
  /// Certificates and private keys in PKCS#12.
  case formatPKCS12 = 12
  /// Certificates in the way of Netscape.
  case formatNetscapeCertSequence = 13
  /// OpenSSH: the line of a public key, `OPENSSH PRIVATE KEY` in the clear for a private one.
  case formatSSHv2 = 14
}
