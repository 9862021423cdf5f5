import AsymmetricKeys
import X509Certificates
package import KeychainModel

/// Writes keys and certificates in the formats of other programs.
package struct ExternalItemWriter {
  private let format: ExternalFormat
  private let isPEM: Bool
  private let passphrase: PassphraseSource?
  private let iterationCount: Int32

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - format: The format. `.unknown` means the usual format of the item: `.openSSL` for a key, `.rawKey` for a
  ///     symmetric key, `.wrappedPKCS8` for a private key with a passphrase, `.x509Certificate` for a certificate, and
  ///     `.pemSequence` for several items.
  ///   - isPEM: Whether the writer writes PEM instead of DER, if both are possible.
  ///   - passphrase: The passphrase that encrypts private keys. `.wrappedPKCS8` requires a passphrase. With
  ///     `.pemSequence` and `.unknown`, private keys are encrypted only if a passphrase is given.
  ///   - iterationCount: The number of rounds that derive the encryption key from the passphrase.
  package init(
    _ format: ExternalFormat, isPEM: Bool, passphrase: PassphraseSource? = nil,
    iterationCount: Int32? = nil
  ) {
    self.format = format
    self.isPEM = isPEM
    self.passphrase = passphrase
    self.iterationCount = iterationCount ?? EncryptedPrivateKeyInfo.iterationCount
  }

  /// Writes items in the format of the writer.
  ///
  /// - Throws:
  ///   - `.parameter` when `items` is empty, and for several items in a format that can contain only one item.
  ///   - `.unsupportedFormat` for a format that cannot contain the item, and for the encryption of a symmetric key.
  ///   - `.unsupportedFormat` when a file would contain more than 256 encrypted keys, or a PKCS#12 file more than 256
  ///     keys and certificates, because the reader would reject the file.
  ///   - `.unimplemented` for the Netscape format.
  ///   - `.passphraseRequired` when there is no passphrase for encrypted keys or for PKCS#12.
  package func write(_ items: [ExternalItem]) throws(KeychainError) -> [UInt8] {
    guard let first = items.first else {
      throw KeychainError(.parameter, "there is nothing to export")
    }
    if format.isContainer { return try writeContainer(items) }
    if format == .pemSequence
      || (format == .unknown && (items.count > 1 || Self.defaultFormat(first) == .pemSequence))
    {
      let keyCount = items.count { $0.type == .privateKey || $0.type == .aggregate }
      guard passphrase == nil || keyCount <= PKCS12Reader.largestBagCount else {
        throw KeychainError(.unsupportedFormat, "no more than 256 keys are wrapped at once")
      }
      var text: [UInt8] = []
      for item in items { text += try writeInSequence(item) }
      return text
    }
    guard items.count == 1 else {
      throw KeychainError(.parameter, "the format holds one item only")
    }
    return try write(first, format == .unknown ? partFormat(first) : format, isPEM: isPEM)
  }

  private func writeContainer(_ items: [ExternalItem]) throws(KeychainError) -> [UInt8] {
    switch format {
    case .pkcs12:
      guard let passphrase else {
        throw KeychainError(.passphraseRequired, "PKCS#12 is written under a passphrase")
      }
      return try passphrase.use { password throws(KeychainError) in
        try armoured(PKCS12Writer.write(items, password: password, iterationCount), .pkcs12, isPEM)
      }
    case .pkcs7:
      var certificates: [Certificate] = []
      for item in items {
        guard case .certificate(let certificate) = item else {
          throw KeychainError(.unsupportedFormat, "PKCS#7 holds certificates only")
        }
        certificates.append(certificate)
      }
      return try armoured(PKCS7Certificates.write(certificates), .pkcs7, isPEM)
    default:
      throw KeychainError(.unimplemented, "Netscape's sequences of certificates are not written")
    }
  }

  private func writeInSequence(_ item: ExternalItem) throws(KeychainError) -> [UInt8] {
    if case .identity(let certificate, let key) = item {
      return try writeInSequence(.certificate(certificate))
        + writeInSequence(.key(.asymmetric(key)))
    }
    return try write(item, partFormat(item), isPEM: true)
  }

  /// The usual format of an item. If there is a passphrase, the format encrypts private keys.
  private func partFormat(_ item: ExternalItem) throws(KeychainError) -> ExternalFormat {
    switch item {
    case .key(.asymmetric(let key)) where key.isPrivate && passphrase != nil: .wrappedPKCS8
    case .key(.symmetric) where passphrase != nil:
      throw KeychainError(.unsupportedFormat, "symmetric keys cannot be wrapped")
    default: Self.defaultFormat(item)
    }
  }

  private static func defaultFormat(_ item: ExternalItem) -> ExternalFormat {
    switch item {
    case .key(.asymmetric): .openSSL
    case .key(.symmetric): .rawKey
    case .certificate: .x509Certificate
    case .identity: .pemSequence
    }
  }

  private func write(
    _ item: ExternalItem, _ format: ExternalFormat, isPEM: Bool
  ) throws(KeychainError) -> [UInt8] {
    switch (item, format) {
    case (.key(.symmetric(let key)), .rawKey): try armoured(key.bytes, .symmetricKey, isPEM)
    case (.key(.asymmetric(let key)), .ssh2) where key.isPrivate:
      try armoured(OpenSSHPrivateKey.write(key), .openSSHPrivateKey, true)
    case (.key(.asymmetric(let key)), .ssh2): try SSHPublicKey.line(key)
    case (.key(.asymmetric(let key)), _) where key.isPrivate:
      try writePrivate(key, format, isPEM)
    case (.key(.asymmetric(let key)), _): try writePublic(key, format, isPEM)
    case (.certificate(let certificate), .x509Certificate):
      try armoured(certificate.der, .certificate, isPEM)
    case (.identity, _):
      throw KeychainError(.parameter, "the format holds one item only")
    case (.certificate, _):
      throw KeychainError(.unsupportedFormat, "certificates are not written in this format")
    case (.key(.symmetric), _):
      throw KeychainError(.unsupportedFormat, "symmetric keys are exported raw")
    }
  }

  private func writePrivate(
    _ key: AsymmetricKey, _ format: ExternalFormat, _ isPEM: Bool
  ) throws(KeychainError) -> [UInt8] {
    switch format {
    case .openSSL:
      if case .rsa = key.kind {
        return try armoured(key.externalRepresentation(), .rsaPrivateKey, isPEM)
      }
      return try armoured(ECPrivateKey.write(key), .ecPrivateKey, isPEM)
    case .bsafe: return try armoured(PrivateKeyInfo.write(key), .privateKey, isPEM)
    case .wrappedPKCS8:
      guard let passphrase else {
        throw KeychainError(.passphraseRequired, "a key is wrapped under a passphrase")
      }
      return try passphrase.use { passphrase throws(KeychainError) in
        try armoured(
          EncryptedPrivateKeyInfo.write(key, passphrase, iterationCount), .encryptedPrivateKey,
          isPEM)
      }
    default: throw Self.unsupported
    }
  }

  private func writePublic(
    _ key: AsymmetricKey, _ format: ExternalFormat, _ isPEM: Bool
  ) throws(KeychainError) -> [UInt8] {
    switch (format, key.kind) {
    case (.openSSL, _): try armoured(PublicKeyInfo.write(key), .publicKey, isPEM)
    case (.bsafe, .rsa): try armoured(key.publicRepresentation, .rsaPublicKey, isPEM)
    default: throw Self.unsupported
    }
  }

  private func armoured(
    _ bytes: [UInt8], _ label: PEMLabel, _ isPEM: Bool
  ) throws(KeychainError) -> [UInt8] {
    guard isPEM else { return bytes }
    var bytes = bytes
    defer { bytes.wipe() }
    return try PEMBlock.write(label, bytes)
  }

  private static var unsupported: KeychainError {
    KeychainError(.unsupportedFormat, "keys of this kind are not written in this format")
  }
}
