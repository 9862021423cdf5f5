import AsymmetricKeys
import X509Certificates
import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// Reads PKCS#12 files (RFC 7292), which contain private keys and certificates, encrypted with a password.
///
/// The reader also accepts unencrypted keys. It ignores revocation lists, secrets and nested contents.
package struct PKCS12Reader {
  /// The password. Nil means an empty password that is encoded as no bytes at all, without a NUL character.
  private let password: UnsafeBufferPointer<UInt8>?
  private var work: KeyDerivationCost
  private var bagCount = 0
  /// The largest number of keys and certificates in a file. The number is limited, because each key may have a chain
  /// that contains all certificates.
  static let largestBagCount = 256
  private var keys: [PKCS12Bag<AsymmetricKey>] = []
  private var certificates: [PKCS12Bag<Certificate>] = []

  private init(_ password: UnsafeBufferPointer<UInt8>?, _ work: KeyDerivationCost) {
    self.password = password
    self.work = work
  }

  /// Whether the bytes begin like a PKCS#12 file: with a sequence that contains a version and a sequence. Both definite
  /// and indefinite lengths are accepted.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    bytes.first == DERTag.sequence.rawValue
      && (2...6).contains { bytes.dropFirst($0).starts(with: [0x02, 0x01, 0x03, 0x30]) }
  }

  /// Checks the structure of a file. Callers check the structure before they request the password from the user.
  ///
  /// - Throws: `.decode` for malformed bytes.
  static func check(_ bytes: [UInt8]) throws(KeychainError) {
    _ = OpenSSLInitialization.isDone
    defer { ERR_clear_error() }
    guard let file = file(bytes, nil) else { throw malformed }
    PKCS12_free(file)
  }

  /// Reads a file.
  ///
  /// - Parameter password: The password in UTF-8. For an empty password, some programs use a NUL character, and other
  ///   programs use no bytes at all. The reader tries both encodings.
  /// - Throws:
  ///   - `.authenticationFailed` for a wrong password; `.dataTooLarge` for more than 16 MiB.
  ///   - `.decode` for malformed bytes, and for a key with a certificate that does not belong to the key.
  ///   - `.decode` for a file without a MAC, and for a file that is signed or encrypted with a public key.
  ///   - `.decode` for contents that cannot be decrypted, and for keys that `SecKey` does not support.
  ///   - `.decode` for more than 256 keys and certificates.
  ///   - `.decode` for too many rounds of hashing. The limit is 10 million rounds for one key. The limit for all keys
  ///     together is 160 million rounds, or 40 million rounds with SHA-1 and other short digests.
  package static func read(
    _ bytes: [UInt8], password: UnsafeBufferPointer<UInt8>
  ) throws(KeychainError) -> PKCS12Content {
    var work = KeyDerivationCost()
    return try read(bytes, password: password, &work)
  }

  /// Reads a file.
  ///
  /// - Parameter work: The work of deriving keys from the password, with its limit. The reader adds the work that it
  ///   performs.
  static func read(
    _ bytes: [UInt8], password: UnsafeBufferPointer<UInt8>, _ work: inout KeyDerivationCost
  ) throws(KeychainError) -> PKCS12Content {
    _ = OpenSSLInitialization.isDone
    guard bytes.count <= ExternalItem.largestByteCount else {
      throw KeychainError(.dataTooLarge, "there is more to import than 16 MiB")
    }
    do throws(KeychainError) {
      return try read(bytes, password, nil, &work)
    } catch {
      guard error.code == .unsupportedFormat, !work.isTooMuch, let legacy = LegacyProvider.context
      else {
        throw undecipherable(error)
      }
      do throws(KeychainError) {
        return try read(bytes, password, legacy, &work)
      } catch {
        throw undecipherable(error)
      }
    }
  }

  /// Converts errors of encrypted contents into `.decode`.
  private static func undecipherable(_ error: KeychainError) -> KeychainError {
    switch error.code {
    case .parameter, .unsupportedFormat: KeychainError(.decode, "\(error.reason)")
    default: error
    }
  }

  private static func read(
    _ bytes: [UInt8], _ password: UnsafeBufferPointer<UInt8>, _ context: OpaquePointer?,
    _ work: inout KeyDerivationCost
  ) throws(KeychainError) -> PKCS12Content {
    defer { ERR_clear_error() }
    guard let file = file(bytes, context) else { throw malformed }
    defer { PKCS12_free(file) }
    let spellings = password.isEmpty ? [password, nil] : [password]
    for spelling in spellings {
      var reader = PKCS12Reader(spelling, work)
      defer { work = reader.work }
      guard try reader.isAuthentic(file) else { continue }
      try reader.readContents(file)
      return try PKCS12Content(reader.keys, reader.certificates)
    }
    throw KeychainError(.authenticationFailed, "the password is not that of the file")
  }

  private static func file(_ bytes: [UInt8], _ context: OpaquePointer?) -> OpaquePointer? {
    var file = PKCS12_init_ex(NID_pkcs7_data, context, nil)
    let isRead = bytes.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return place != nil && d2i_PKCS12(&file, &place, buffer.count) != nil
    }
    guard isRead else {
      PKCS12_free(file)
      return nil
    }
    return file
  }

  /// Whether the password is correct for the file.
  ///
  /// - Throws: `.decode` when the file has no MAC; `.unsupportedFormat` for an unknown MAC algorithm.
  private mutating func isAuthentic(_ file: OpaquePointer) throws(KeychainError) -> Bool {
    guard PKCS12_mac_present(file) == 1 else {
      throw KeychainError(.decode, "no password protects the file from changes")
    }
    var count: UnsafePointer<ASN1_INTEGER>?
    var algorithm: UnsafePointer<X509_ALGOR>?
    PKCS12_get0_mac(nil, &algorithm, nil, &count, file)
    // The parameters of the MAC algorithm PBMAC1 contain their own number of rounds. OpenSSL supports PBMAC1 from
    // version 3.4.
    if let algorithm, OBJ_obj2nid(algorithm.pointee.algorithm) == NID_pbmac1 {
      try work.add(algorithm: ASN1Encoding.written { i2d_X509_ALGOR(algorithm, $0) })
    }
    // If the file does not contain the number of rounds, the number is 1.
    try work.add(iterationCount: count.map { ASN1_INTEGER_get($0) } ?? 1)
    ERR_clear_error()
    let isRight = text { PKCS12_verify_mac(file, $0, $1) } == 1
    guard !isRight, ERR_peek_error() != 0 else { return isRight }
    throw OpenSSLDecryptionError.isUnsupported
      ? KeychainError(.unsupportedFormat, "the file is protected in a way that is not known")
      : Self.malformed
  }

  private mutating func readContents(_ file: OpaquePointer) throws(KeychainError) {
    guard let parts = PKCS12_unpack_authsafes(file) else { throw Self.malformed }
    defer {
      OPENSSL_sk_pop_free(parts) { PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self)) }
    }
    for index in 0..<OPENSSL_sk_num(parts) {
      guard let part = OPENSSL_sk_value(parts, index)?.assumingMemoryBound(to: PKCS7.self),
        let bags = try bags(part)
      else { throw Self.malformed }
      defer { OPENSSL_sk_pop_free(bags) { PKCS12_SAFEBAG_free($0.map(OpaquePointer.init)) } }
      for index in 0..<OPENSSL_sk_num(bags) {
        bagCount += 1
        guard bagCount <= Self.largestBagCount else {
          throw KeychainError(.decode, "there are more than 256 keys and certificates in the file")
        }
        guard let bag = OPENSSL_sk_value(bags, index) else { throw Self.malformed }
        try read(OpaquePointer(bag))
      }
    }
  }

  private mutating func bags(
    _ part: UnsafeMutablePointer<PKCS7>
  ) throws(KeychainError) -> OpaquePointer? {
    switch OBJ_obj2nid(part.pointee.type) {
    case NID_pkcs7_data: return PKCS12_unpack_p7data(part)
    case NID_pkcs7_encrypted:
      guard let algorithm = part.pointee.d.encrypted?.pointee.enc_data?.pointee.algorithm else {
        return nil
      }
      try work.add(algorithm: ASN1Encoding.written { i2d_X509_ALGOR(algorithm, $0) })
      guard let bags = text({ PKCS12_unpack_p7encdata(part, $0, $1) }) else {
        throw OpenSSLDecryptionError.isUnsupported ? Self.unknownCipher : Self.malformed
      }
      return bags
    default: throw KeychainError(.decode, "a part of the file is sealed with a public key")
    }
  }

  private mutating func read(_ bag: OpaquePointer) throws(KeychainError) {
    switch PKCS12_SAFEBAG_get_nid(bag) {
    case NID_keyBag:
      guard let info = PKCS12_SAFEBAG_get0_p8inf(bag) else { throw Self.malformed }
      keys.append(PKCS12Bag(try PrivateKeyInfo.key(in: info), bag))
    case NID_pkcs8ShroudedKeyBag:
      guard let sealed = PKCS12_SAFEBAG_get0_pkcs8(bag) else { throw Self.malformed }
      guard let info = try decrypted(bag, ASN1Encoding.written { i2d_X509_SIG(sealed, $0) }) else {
        throw OpenSSLDecryptionError.isUnsupported ? Self.unknownCipher : Self.malformed
      }
      defer { PKCS8_PRIV_KEY_INFO_free(info) }
      keys.append(PKCS12Bag(try PrivateKeyInfo.key(in: info), bag))
    case NID_certBag where PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate:
      guard let certificate = PKCS12_SAFEBAG_get1_cert(bag) else { throw Self.malformed }
      defer { X509_free(certificate) }
      guard let own = Certificate(certificate) else { throw Self.malformed }
      certificates.append(PKCS12Bag(own, bag))
    default: break
    }
  }

  private mutating func decrypted(
    _ bag: OpaquePointer, _ bytes: [UInt8]
  ) throws(KeychainError) -> OpaquePointer? {
    try work.add(encryptedPrivateKeyInfo: bytes)
    if let info = text({ PKCS12_decrypt_skey(bag, $0, $1) }) { return info }
    // OpenSSL does not record the library context in which it read a bag. Therefore the legacy context is passed
    // explicitly.
    guard OpenSSLDecryptionError.isUnsupported, let legacy = LegacyProvider.context else { return nil }
    ERR_clear_error()
    // The first call of OpenSSL may have derived an encryption key before it failed. The second call derives a key
    // again. Therefore the work is counted a second time.
    try work.add(encryptedPrivateKeyInfo: bytes)
    return text { PKCS12_decrypt_skey_ex(bag, $0, $1, legacy, nil) }
  }

  private func text<Result>(_ body: (UnsafePointer<CChar>?, Int32) -> Result) -> Result {
    guard let password else { return body(nil, 0) }
    return password.withPassphrase(body)
  }

  private static var malformed: KeychainError {
    KeychainError(.decode, "the bytes are no PKCS#12 file")
  }

  private static var unknownCipher: KeychainError {
    KeychainError(.unsupportedFormat, "a part of the file is encrypted in a way that is not known")
  }
}
