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
  /// The endings of files that need not say themselves what they are.
  private static let endings: KeyValuePairs<String, ExternalFormat> = [
    "cer": .x509Certificate, "crt": .x509Certificate, "p12": .pkcs12, "pfx": .pkcs12,
    "p7b": .pkcs7, "p7c": .pkcs7, "p7m": .pkcs7, "p7r": .pkcs7, "p7s": .pkcs7,
  ]

  /// What the end of a file's name, or the ending alone, says; `.unknown` when it says nothing.
  package init(fileName: some Collection<UInt8>) {
    let dot = UInt8(ascii: ".")
    let ending = Array(fileName).split(separator: dot, omittingEmptySubsequences: false).last ?? []
    // Capital letters are those without this bit.
    let lower = ending.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    self = Self.endings.first { lower.elementsEqual($0.key.utf8) }?.value ?? .unknown
  }
}
