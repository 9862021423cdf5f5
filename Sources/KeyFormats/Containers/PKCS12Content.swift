package import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport
package import X509Certificates

/// The content of a PKCS#12 file. Private keys are paired with their certificates.
package struct PKCS12Content: Sendable {
  /// A private key and its certificate.
  package struct Pair: Sendable {
    package let certificate: Certificate
    package let key: AsymmetricKey
  }

  package let pairs: [Pair]
  /// All certificates in the order of the file, including the certificates in `pairs`.
  package let certificates: [Certificate]
  /// The certificates that are not in `pairs`.
  package let otherCertificates: [Certificate]
  package let otherKeys: [AsymmetricKey]

  /// Pairs keys with certificates.
  ///
  /// - Throws: `.decode` when the file connects a key with a certificate that has another public key.
  init(
    _ keys: [PKCS12Bag<AsymmetricKey>], _ certificates: [PKCS12Bag<Certificate>]
  ) throws(KeychainError) {
    var pairs: [Pair] = []
    var otherKeys: [AsymmetricKey] = []
    var isTaken = certificates.map { _ in false }
    for key in keys {
      let joined = certificates.indices.filter { key.isJoined(to: certificates[$0]) }
      guard !joined.isEmpty else {
        otherKeys.append(key.value)
        continue
      }
      // Several certificates may have the same name. The key is paired with the certificate that has the same public
      // key.
      let own = joined.filter { Self.belongs(certificates[$0].value, key.value) }
      guard let place = own.first(where: { !isTaken[$0] }) ?? own.first else {
        throw KeychainError(.decode, "a certificate of the file is not that of its key")
      }
      isTaken[place] = true
      let pair = Pair(certificate: certificates[place].value, key: key.value)
      if !pairs.contains(where: { Self.areEqual($0, pair) }) { pairs.append(pair) }
    }
    self.pairs = pairs
    self.otherKeys = otherKeys
    self.certificates = certificates.map(\.value)
    otherCertificates = certificates.indices.filter { !isTaken[$0] }.map { certificates[$0].value }
  }

  /// Whether two pairs have the same certificate and the same key. Such pairs are one identity.
  private static func areEqual(_ pair: Pair, _ other: Pair) -> Bool {
    guard pair.certificate.der == other.certificate.der,
      var bytes = try? pair.key.externalRepresentation()
    else { return false }
    defer { bytes.wipe() }
    guard var otherBytes = try? other.key.externalRepresentation() else { return false }
    defer { otherBytes.wipe() }
    return bytes == otherBytes
  }

  static func belongs(_ certificate: Certificate, _ key: AsymmetricKey) -> Bool {
    certificate.publicKey?.publicRepresentation == key.publicRepresentation
  }

  /// The items in this order: the identities, the other keys, the other certificates.
  var items: [ExternalItem] {
    pairs.map { .identity($0.certificate, $0.key) }
      + otherKeys.map { .key(.asymmetric($0)) } + otherCertificates.map { .certificate($0) }
  }
}

/// A value in a PKCS#12 file, with the local key identifier and the friendly name that connect the value with other
/// values.
struct PKCS12Bag<Value: Sendable>: Sendable {
  let value: Value
  /// The local key identifier; nil when the bag has none.
  let localKeyIdentifier: [UInt8]?
  /// The friendly name in UTF-8; nil when the bag has none.
  let friendlyName: [UInt8]?

  init(value: Value, localKeyIdentifier: [UInt8]?, friendlyName: [UInt8]?) {
    self.value = value
    self.localKeyIdentifier = localKeyIdentifier
    self.friendlyName = friendlyName
  }

  /// Reads the local key identifier and the friendly name from an OpenSSL bag.
  init(_ value: Value, _ bag: OpaquePointer) {
    self.value = value
    localKeyIdentifier = Self.octets(PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID))
    friendlyName = PKCS12_get_friendlyname(bag).map { name in
      defer { CRYPTO_free(name, nil, 0) }
      return String(cString: name).utf8.map(\.self)
    }
    ERR_clear_error()
  }

  /// Whether the file connects another value with this value.
  ///
  /// If this value has a local key identifier, the identifiers of both values must be equal. Otherwise the names must
  /// be equal. A value without a local key identifier and without a name is not connected (specification:
  /// keys-and-certificates 5.1).
  func isJoined(to other: PKCS12Bag<some Sendable>) -> Bool {
    if let localKeyIdentifier { return other.localKeyIdentifier == localKeyIdentifier }
    guard let friendlyName else { return false }
    return other.friendlyName == friendlyName
  }

  private static func octets(_ attribute: UnsafePointer<ASN1_TYPE>?) -> [UInt8]? {
    guard let attribute, attribute.pointee.type == V_ASN1_OCTET_STRING,
      let string = attribute.pointee.value.octet_string,
      let start = ASN1_STRING_get0_data(string)
    else { return nil }
    return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
  }
}
