/// How keys and certificates are written outside of a keychain. The raw values are those of
/// `SecExternalFormat` (keys-and-certificates 5.2).
package enum ExternalFormat: UInt32, Sendable, CaseIterable {
  /// Reading: whatever the bytes are. Writing: the usual format of the item.
  case unknown = 0
  /// RSA: PKCS#1; elliptic curves: SEC 1; public keys: `SubjectPublicKeyInfo`.
  case openSSL = 1
  /// Keys of the first version of SSH, which nothing uses any more.
  case ssh1 = 2
  /// Private keys: PKCS#8 in the clear; RSA public keys: PKCS#1.
  case bsafe = 3
  /// The bytes of a symmetric key.
  case rawKey = 4
  /// PKCS#8, encrypted under a passphrase.
  case wrappedPKCS8 = 5
  /// PEM whose headers say how it is encrypted. Only read.
  case wrappedOpenSSL = 6
  case wrappedSSH = 7
  case wrappedLSH = 8
  case x509Certificate = 9
  /// PEM, one block after the other.
  case pemSequence = 10
  case pkcs7 = 11
  case pkcs12 = 12
  case netscapeCertificateSequence = 13
  /// Public keys: the line that OpenSSH writes; private keys: `OPENSSH PRIVATE KEY`.
  case ssh2 = 14

  /// Whether it is a container of certificates, with keys or without.
  var isContainer: Bool {
    switch self {
    case .pkcs7, .pkcs12, .netscapeCertificateSequence: true
    default: false
    }
  }
}

extension ExternalFormat {
  /// What the end of a file's name says; `.unknown` when it says nothing.
  package init(fileName: String) {
    let name = fileName.lowercased()
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    switch ending {
    case "cer", "crt": self = .x509Certificate
    case "p12", "pfx": self = .pkcs12
    case "p7b", "p7c", "p7s", "p7m", "p7r": self = .pkcs7
    default: self = .unknown
    }
  }
}
