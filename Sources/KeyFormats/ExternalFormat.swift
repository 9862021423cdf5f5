package import KeychainModel

/// The formats of exported keys and certificates. The raw values equal the constants of `SecExternalFormat`
/// (specification: keys-and-certificates 5.2).
package enum ExternalFormat: UInt32, Sendable, CaseIterable {
  /// When reading, any format. When writing, the usual format of the item.
  case unknown = 0
  /// PKCS#1 for RSA private keys, SEC 1 for elliptic-curve private keys, and `SubjectPublicKeyInfo` for public keys.
  case openSSL = 1
  /// The key format of SSH version 1, which is obsolete.
  case ssh1 = 2
  /// Unencrypted PKCS#8 for private keys, and PKCS#1 for RSA public keys.
  case bsafe = 3
  /// The bytes of a symmetric key.
  case rawKey = 4
  /// Encrypted PKCS#8.
  case wrappedPKCS8 = 5
  /// PEM with header lines that describe the encryption. Latchkey reads this format, but does not write it.
  case wrappedOpenSSL = 6
  case wrappedSSH = 7
  case wrappedLSH = 8
  case x509Certificate = 9
  /// A sequence of PEM blocks.
  case pemSequence = 10
  case pkcs7 = 11
  case pkcs12 = 12
  case netscapeCertificateSequence = 13
  /// The OpenSSH public key line for public keys, and `OPENSSH PRIVATE KEY` for private keys.
  case ssh2 = 14

  /// Whether the format is a container of certificates, with or without keys.
  var isContainer: Bool {
    switch self {
    case .pkcs7, .pkcs12, .netscapeCertificateSequence: true
    default: false
    }
  }
}

extension ExternalFormat {
  /// The file extensions of formats that cannot always be detected from the bytes.
  private static let endings: KeyValuePairs<String, ExternalFormat> = [
    "cer": .x509Certificate, "crt": .x509Certificate, "p12": .pkcs12, "pfx": .pkcs12,
    "p7b": .pkcs7, "p7c": .pkcs7, "p7m": .pkcs7, "p7r": .pkcs7, "p7s": .pkcs7,
  ]

  /// The format for a file name, or for a file extension alone. The result is `.unknown` for other file extensions.
  package init(fileName: some Collection<UInt8>) {
    let dot = UInt8(ascii: ".")
    let ending = Array(fileName).split(separator: dot, omittingEmptySubsequences: false).last ?? []
    // The bit 0x20 distinguishes upper-case and lower-case ASCII letters.
    let lower = ending.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    self = Self.endings.first { lower.elementsEqual($0.key.utf8) }?.value ?? .unknown
  }
}

/// The items that were read, and their format.
package struct ExternalContent: Sendable {
  package let items: [ExternalItem]
  package let format: ExternalFormat

  package init(_ items: [ExternalItem], _ format: ExternalFormat) {
    self.items = items
    self.format = format
  }

  /// The type of the only item. The type is `.aggregate` for several items and for a container.
  package var type: ExternalItemType {
    items.count == 1 && !format.isContainer ? items[0].type : .aggregate
  }

  /// The items to store. `acceptsConflicting` is true for the certificates of an identity's chain in PKCS#12. If the
  /// keychain contains a different certificate with the same primary key, such a certificate is not stored. The
  /// identity is complete without its chain.
  package var parts: [(item: ExternalItem, acceptsConflicting: Bool)] {
    let hasChain = format == .pkcs12 && items.contains { $0.parts.count > 1 }
    return items.flatMap { item in
      item.parts.map { ($0, hasChain && item.parts.count == 1 && item.type == .certificate) }
    }
  }

  /// - Throws: `.multiplePrivateKeys` when there are several private keys.
  package func checkOnePrivateKey() throws(KeychainError) {
    guard items.count(where: \.hasPrivateKey) <= 1 else {
      throw KeychainError(.multiplePrivateKeys, "there is more than one private key")
    }
  }
}
