import AsymmetricKeys
import X509Certificates
package import KeychainModel

/// Reads keys and certificates in the formats of other programs. The reader detects the format from the bytes.
package struct ExternalItemReader {
  /// The format and the type that the caller expects. The reader uses the format and the type only when the bytes are
  /// ambiguous: for raw keys, and for containers that are not DER.
  private let format: ExternalFormat
  private let type: ExternalItemType
  private let passphrase: PassphraseSource

  /// The largest size of the data: 16 MiB. Real files with keys are smaller.
  package static let largestByteCount = ExternalItem.largestByteCount

  package init(
    _ format: ExternalFormat = .unknown, _ type: ExternalItemType = .unknown,
    passphrase: PassphraseSource? = nil
  ) {
    self.format = format
    self.type = type
    self.passphrase = passphrase ?? PassphraseSource { () throws(KeychainError) in nil }
  }

  /// Reads all items in the bytes.
  ///
  /// - Throws:
  ///   - `.parameter` when `bytes` is empty; `.dataTooLarge` for more than 16 MiB.
  ///   - `.unknownFormat` for an unknown format; `.decode` for malformed data.
  ///   - `.unsupportedFormat` for keys that `SecKey` does not support, for unknown encryption, and for too many rounds
  ///     of hashing a passphrase. The limit is 10 million rounds for one key. The limit for all keys together is 160
  ///     million rounds, or 40 million rounds with SHA-1 and other short digests.
  ///   - `.unimplemented` for Netscape certificate sequences.
  ///   - `.passphraseRequired` when a passphrase is missing.
  ///   - For a wrong passphrase, `.pkcs12VerifyFailure` for PKCS#12, and `.authenticationFailed` for other encrypted
  ///     keys.
  package func read(_ bytes: [UInt8]) throws(KeychainError) -> ExternalContent {
    do throws(KeychainError) {
      return try content(of: bytes)
    } catch {
      // Invalid numbers in a key are an error of the data, not of the caller's arguments.
      guard error.code == .parameter, !bytes.isEmpty else { throw error }
      throw KeychainError(.decode, "\(error.reason)")
    }
  }

  private func content(of bytes: [UInt8]) throws(KeychainError) -> ExternalContent {
    guard !bytes.isEmpty else { throw KeychainError(.parameter, "there is nothing to import") }
    guard bytes.count <= Self.largestByteCount else {
      throw KeychainError(.dataTooLarge, "there is more to import than 16 MiB")
    }
    if PEMBlock.isPEM(bytes) { return try readPEM(bytes) }
    if SSHPublicKey.isLine(bytes) { return one(try SSHPublicKey.read(line: bytes), .ssh2) }
    if let shape = DERContentType(bytes) { return try read(shape, bytes) }
    if format == .rawKey || type == .sessionKey {
      return ExternalContent([try Self.symmetricKey(bytes)], .rawKey)
    }
    switch format {
    case .pkcs12: return try readPKCS12(bytes)
    case .pkcs7: return try readPKCS7(bytes)
    case .netscapeCertificateSequence:
      throw KeychainError(.unimplemented, "Netscape's sequences of certificates are not read")
    default: break
    }
    // These functions also recognize containers with indefinite lengths.
    if PKCS12Reader.isBeginning(of: bytes) { return try readPKCS12(bytes) }
    if PKCS7Certificates.isBeginning(of: bytes) { return try readPKCS7(bytes) }
    throw KeychainError(.unknownFormat, "the bytes are of no format that is known")
  }

  private func one(_ key: AsymmetricKey, _ format: ExternalFormat) -> ExternalContent {
    ExternalContent([.key(.asymmetric(key))], format)
  }

  private func read(_ shape: DERContentType, _ bytes: [UInt8]) throws(KeychainError) -> ExternalContent {
    switch shape {
    case .privateKeyInfo: one(try PrivateKeyInfo.read(bytes), .bsafe)
    case .encryptedPrivateKeyInfo:
      one(try EncryptedPrivateKeyInfo.read(bytes, passphrase), .wrappedPKCS8)
    case .subjectPublicKeyInfo: one(try PublicKeyInfo.read(bytes), .openSSL)
    case .rsaPrivateKey: one(try RSAPrivateKey.read(bytes), .openSSL)
    case .rsaPublicKey: one(try AsymmetricKey(rsaPublicKey: bytes), .bsafe)
    case .ellipticCurvePrivateKey: one(try ECPrivateKey.read(bytes), .openSSL)
    case .certificate: ExternalContent([try Self.certificate(bytes)], .x509Certificate)
    case .pkcs7: try readPKCS7(bytes)
    case .pkcs12: try readPKCS12(bytes)
    }
  }

  private func readPKCS12(_ bytes: [UInt8]) throws(KeychainError) -> ExternalContent {
    try PKCS12Reader.check(bytes)
    return try passphrase.use { password throws(KeychainError) in
      do throws(KeychainError) {
        let content = try passphrase.withCost { (work) throws(KeychainError) in
          try PKCS12Reader.read(bytes, password: password, &work)
        }
        return ExternalContent(content.items, .pkcs12)
      } catch {
        guard error.code == .authenticationFailed else { throw error }
        throw KeychainError(.pkcs12VerifyFailure, "\(error.reason)")
      }
    }
  }

  private func readPKCS7(_ bytes: [UInt8]) throws(KeychainError) -> ExternalContent {
    ExternalContent(try PKCS7Certificates.read(bytes).map { .certificate($0) }, .pkcs7)
  }

  private func readPEM(_ bytes: [UInt8]) throws(KeychainError) -> ExternalContent {
    let blocks = try PEMBlock.all(in: bytes)
    var contents: [ExternalContent] = []
    for block in blocks {
      guard let label = PEMLabel(rawValue: block.label), label != .publicKeyHash else {
        throw KeychainError(.unknownFormat, "a block of PEM holds something that is not known")
      }
      if label != .ecParameters { contents.append(try read(block, label)) }
    }
    guard let first = contents.first else {
      throw KeychainError(.unknownFormat, "there is nothing in the PEM that can be imported")
    }
    return contents.count == 1
      ? first : ExternalContent(contents.flatMap(\.items), .pemSequence)
  }

  private func read(
    _ block: PEMBlock, _ label: PEMLabel
  ) throws(KeychainError) -> ExternalContent {
    switch label {
    case .certificate, .x509Certificate, .trustedCertificate:
      return ExternalContent([try Self.certificate(block.content)], .x509Certificate)
    case .pkcs7: return try readPKCS7(block.content)
    case .pkcs12: return try readPKCS12(block.content)
    case .dsaPrivateKey, .dsaPublicKey:
      throw UnsupportedKey.dsa
    case .dhPrivateKey, .dhPublicKey:
      throw UnsupportedKey.diffieHellman
    case .rsaPrivateKey, .ecPrivateKey, .privateKey, .encryptedPrivateKey, .anyPrivateKey:
      let content = try readPrivateKey(block)
      guard content.type == .privateKey else {
        throw KeychainError(.decode, "a block of PEM holds no private key")
      }
      return content
    case .rsaPublicKey, .publicKey, .ecdsaPublicKey:
      guard let shape = DERContentType(block.content) else { throw Self.malformed }
      let content = try read(shape, block.content)
      guard content.type == .publicKey else {
        throw KeychainError(.decode, "a block of PEM holds no public key")
      }
      return content
    case .symmetricKey: return ExternalContent([try Self.symmetricKey(block.content)], .rawKey)
    case .openSSHPrivateKey: return one(try OpenSSHPrivateKey.read(block.content), .ssh2)
    case .ecParameters, .publicKeyHash: throw Self.malformed
    }
  }

  private func readPrivateKey(_ block: PEMBlock) throws(KeychainError) -> ExternalContent {
    guard block.isEncrypted else {
      guard let shape = DERContentType(block.content) else { throw Self.malformed }
      return try read(shape, block.content)
    }
    var content = try TraditionalEncryption.open(block, passphrase)
    defer { content.wipe() }
    // About one in several hundred wrong passphrases produces valid padding. The decrypted content is then meaningless.
    guard let shape = DERContentType(content) else { throw TraditionalEncryption.wrongPassphrase }
    return ExternalContent(try read(shape, content).items, .wrappedOpenSSL)
  }

  /// An AES key with the given bytes.
  ///
  /// - Throws: `.unknownFormat` when no AES key has this length.
  private static func symmetricKey(_ bytes: [UInt8]) throws(KeychainError) -> ExternalItem {
    guard [16, 24, 32].contains(bytes.count) else {
      throw KeychainError(.unknownFormat, "no key of AES has this length")
    }
    return .key(.symmetric(SymmetricKey(typeNumber: SymmetricKey.aesTypeNumber, bytes: bytes)))
  }

  private static var malformed: KeychainError {
    KeychainError(.decode, "a block of PEM is malformed")
  }

  private static func certificate(_ bytes: [UInt8]) throws(KeychainError) -> ExternalItem {
    .certificate(try Certificate(der: bytes))
  }
}
