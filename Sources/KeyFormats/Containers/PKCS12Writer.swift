import AsymmetricKeys
import X509Certificates
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Writes PKCS#12 in a form that other programs read. AES-256-CBC encrypts the content. PBKDF2 with HMAC-SHA-256
/// derives the encryption key. HMAC-SHA-256 detects changes. A key and its certificate have the same local key
/// identifier, the SHA-1 digest of the public key. The key and its certificate also have the same friendly name, the
/// summary of the certificate's subject.
enum PKCS12Writer {
  private static let saltByteCount = 16

  /// Writes keys and certificates.
  ///
  /// - Throws: `.parameter` when `items` is empty. `.unsupportedFormat` for public and symmetric keys, and for more
  ///   than 256 keys and certificates, which the reader would reject.
  static func write(
    _ items: [ExternalItem], password: UnsafeBufferPointer<UInt8>, _ iterationCount: Int32
  ) throws(KeychainError) -> [UInt8] {
    _ = OpenSSLInitialization.isDone
    var (keys, certificates) = ([AsymmetricKey](), [Certificate]())
    for item in items {
      switch item {
      case .certificate(let certificate): certificates.append(certificate)
      case .key(.asymmetric(let key)) where key.isPrivate: keys.append(key)
      case .identity(let certificate, let key):
        certificates.append(certificate)
        keys.append(key)
      case .key:
        throw KeychainError(.unsupportedFormat, "PKCS#12 holds private keys and certificates only")
      }
    }
    guard keys.count + certificates.count <= PKCS12Reader.largestBagCount else {
      throw KeychainError(
        .unsupportedFormat, "PKCS#12 is written with no more than 256 keys and certificates")
    }
    guard let parts = OPENSSL_sk_new_null() else { throw failure() }
    defer {
      OPENSSL_sk_pop_free(parts) { PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self)) }
    }
    if !certificates.isEmpty {
      let part = try withBags { bags throws(KeychainError) in
        for certificate in certificates {
          let isPaired = keys.contains { PKCS12Content.belongs(certificate, $0) }
          try add(certificate, to: bags, isPaired: isPaired)
        }
        var salt = try SecretRandom.bytes(saltByteCount)
        let part = password.withPassphrase {
          PKCS12_pack_p7encdata(
            NID_aes_256_cbc, $0, $1, &salt, Int32(salt.count), iterationCount, bags)
        }
        guard let part else { throw failure() }
        return part
      }
      OPENSSL_sk_push(parts, part)
    }
    if !keys.isEmpty {
      let part = try withBags { bags throws(KeychainError) in
        for key in keys {
          let own = certificates.first { PKCS12Content.belongs($0, key) }
          try add(key, own, to: bags, password, iterationCount)
        }
        guard let part = PKCS12_pack_p7data(bags) else { throw failure() }
        return part
      }
      OPENSSL_sk_push(parts, part)
    }
    guard let file = PKCS12_add_safes(parts, 0) else { throw failure() }
    defer { PKCS12_free(file) }
    var salt = try SecretRandom.bytes(saltByteCount)
    let isDone = password.withPassphrase {
      PKCS12_set_mac(file, $0, $1, &salt, Int32(salt.count), iterationCount, EVP_sha256())
    }
    guard isDone == 1 else { throw failure() }
    return try ASN1Encoding.written { i2d_PKCS12(file, $0) }
  }

  /// Runs `body` with an empty list of bags, and frees the list.
  private static func withBags(
    _ body: (OpaquePointer) throws(KeychainError) -> UnsafeMutablePointer<PKCS7>
  ) throws(KeychainError) -> UnsafeMutablePointer<PKCS7> {
    guard let bags = OPENSSL_sk_new_null() else { throw failure() }
    defer { OPENSSL_sk_pop_free(bags) { PKCS12_SAFEBAG_free($0.map(OpaquePointer.init)) } }
    return try body(bags)
  }

  private static func add(
    _ certificate: Certificate, to bags: OpaquePointer, isPaired: Bool
  ) throws(KeychainError) {
    guard let handle = X509Handle(exactly: certificate) else {
      throw KeychainError(.unsupportedFormat, "a certificate cannot be written into PKCS#12")
    }
    guard let bag = PKCS12_SAFEBAG_create_cert(handle.pointer) else { throw failure() }
    OPENSSL_sk_push(bags, UnsafeRawPointer(bag))
    try name(bag, certificate, identifier: isPaired ? certificate.publicKeyHash() : nil)
  }

  private static func add(
    _ key: AsymmetricKey, _ certificate: Certificate?, to bags: OpaquePointer,
    _ password: UnsafeBufferPointer<UInt8>, _ iterationCount: Int32
  ) throws(KeychainError) {
    guard let info = EVP_PKEY2PKCS8(key.pointer) else { throw failure() }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    var salt = try SecretRandom.bytes(saltByteCount)
    // The argument -1 and a cipher select PBES2.
    let sealed = password.withPassphrase {
      PKCS8_encrypt(
        -1, EVP_aes_256_cbc(), $0, $1, &salt, Int32(salt.count), iterationCount, info)
    }
    guard let sealed else { throw failure() }
    guard let bag = PKCS12_SAFEBAG_create0_pkcs8(sealed) else {
      X509_SIG_free(sealed)
      throw failure()
    }
    OPENSSL_sk_push(bags, UnsafeRawPointer(bag))
    try name(bag, certificate, identifier: certificate == nil ? nil : key.publicKeyHash())
  }

  private static func name(
    _ bag: OpaquePointer, _ certificate: Certificate?, identifier: [UInt8]?
  ) throws(KeychainError) {
    if var identifier {
      guard PKCS12_add_localkeyid(bag, &identifier, Int32(identifier.count)) == 1 else {
        throw failure()
      }
    }
    guard let name = certificate?.subjectSummary, !name.isEmpty else { return }
    guard PKCS12_add_friendlyname_utf8(bag, name, -1) == 1 else { throw failure() }
  }

  private static func failure() -> KeychainError { openSSLFailure("write PKCS#12") }
}
