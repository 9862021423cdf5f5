import Foundation
import Security

/// Makes certificates for tests, with any content and a valid signature.
struct MadeCertificate {
  /// An attribute of a name. `type` is the number after 2.5.4 in the object identifier of the attribute. `tag` is the
  /// ASN.1 tag of the text.
  struct NamePart {
    var type: UInt8
    var text: String
    var tag: UInt8 = 0x0C

    static func commonName(_ text: String) -> NamePart { NamePart(type: 3, text: text) }
    static func organization(_ text: String) -> NamePart { NamePart(type: 10, text: text) }
    static func printable(_ type: UInt8, _ text: String) -> NamePart {
      NamePart(type: type, text: text, tag: 0x13)
    }
  }

  var subject: [NamePart]
  /// The issuer. If nil, the issuer is the subject, as in a root.
  var issuer: [NamePart]?
  var serial: [UInt8] = [1]
  var notBefore = "20200101000000Z"
  var notAfter = "20990101000000Z"
  var addresses: [String] = []
  var hosts: [String] = []
  var subjectKeyID: [UInt8]?
  var isAuthority = false
  /// The hosts that the name constraints of an authority exclude.
  var excludedHosts: [String] = []
  /// The extended key usages, as the content octets of object identifiers.
  var purposes: [[UInt8]] = []

  init(_ commonName: String, issuer: String? = nil, serial: Int = 1) {
    subject = [.commonName(commonName)]
    self.issuer = issuer.map { [.commonName($0)] }
    var bytes = withUnsafeBytes(of: UInt32(serial).bigEndian, Array.init).drop { $0 == 0 }
    if bytes.isEmpty || bytes[bytes.startIndex] >= 0x80 { bytes.insert(0, at: bytes.startIndex) }
    self.serial = Array(bytes)
  }

  /// Returns a certificate for `key`, signed with `signer`. If `signer` is nil, `key` signs the certificate.
  func made(_ key: SecKey, signer: SecKey? = nil) throws -> SecCertificate {
    let content = try content(of: key)
    var error: Unmanaged<CFError>?
    guard
      let signature = SecKeyCreateSignature(
        signer ?? key, .ecdsaSignatureMessageX962SHA256, Data(content) as NSData, &error)
    else { throw Failure() }
    let bytes = Self.element(
      0x30, content + Self.algorithm + Self.element(0x03, [0] + Array(signature as Data)))
    guard let certificate = SecCertificateCreateWithData(nil, Data(bytes) as NSData) else {
      throw Failure()
    }
    return certificate
  }

  struct Failure: Error {}

  /// The algorithm identifier of ecdsa-with-SHA256.
  private static let algorithm = element(
    0x30, element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))

  private func content(of key: SecKey) throws -> [UInt8] {
    guard let publicKey = SecKeyCopyPublicKey(key),
      let point = SecKeyCopyExternalRepresentation(publicKey, nil)
    else { throw Failure() }
    let keyAlgorithm = Self.element(
      0x30,
      Self.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
        + Self.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]))
    var bytes = Self.element(0xA0, Self.element(0x02, [2]))
    bytes += Self.element(0x02, serial)
    bytes += Self.algorithm
    bytes += Self.name(issuer ?? subject)
    bytes += Self.element(
      0x30, [notBefore, notAfter].flatMap(Self.time))
    bytes += Self.name(subject)
    bytes += Self.element(
      0x30, keyAlgorithm + Self.element(0x03, [0] + Array(point as Data)))
    let extensions = self.extensions
    if !extensions.isEmpty { bytes += Self.element(0xA3, Self.element(0x30, extensions)) }
    return Self.element(0x30, bytes)
  }

  private var extensions: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ type: UInt8, _ value: [UInt8], isCritical: Bool = false) {
      bytes += Self.element(
        0x30,
        Self.element(0x06, [0x55, 0x1D, type]) + (isCritical ? [0x01, 0x01, 0xFF] : [])
          + Self.element(0x04, value))
    }
    if let subjectKeyID { add(0x0E, Self.element(0x04, subjectKeyID)) }
    if !addresses.isEmpty || !hosts.isEmpty {
      let names =
        addresses.flatMap { Self.element(0x81, Array($0.utf8)) }
        + hosts.flatMap { Self.element(0x82, Array($0.utf8)) }
      add(0x11, Self.element(0x30, names))
    }
    if isAuthority { add(0x13, Self.element(0x30, [0x01, 0x01, 0xFF]), isCritical: true) }
    if !excludedHosts.isEmpty {
      let subtrees = excludedHosts.flatMap {
        Self.element(0x30, Self.element(0x82, Array($0.utf8)))
      }
      add(0x1E, Self.element(0x30, Self.element(0xA1, subtrees)), isCritical: true)
    }
    if !purposes.isEmpty {
      add(0x25, Self.element(0x30, purposes.flatMap { Self.element(0x06, $0) }))
    }
    return bytes
  }

  /// Returns a UTCTime for a text with a two-digit year, and a GeneralizedTime for a text with a four-digit year.
  private static func time(_ text: String) -> [UInt8] {
    element(text.utf8.count == 13 ? 0x17 : 0x18, Array(text.utf8))
  }

  /// Returns the DER encoding of a name, including the header.
  static func name(_ parts: [NamePart]) -> [UInt8] { element(0x30, nameContent(parts)) }

  /// Returns the DER encoding of a name, without the header.
  static func nameContent(_ parts: [NamePart]) -> [UInt8] {
    parts.flatMap { part in
      element(
        0x31,
        element(
          0x30, element(0x06, [0x55, 0x04, part.type]) + element(part.tag, Array(part.text.utf8))))
    }
  }

  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length = [UInt8(truncatingIfNeeded: content.count)]
    if content.count >= 0x100 {
      length = [0x82, UInt8(content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
    } else if content.count >= 0x80 {
      length = [0x81, UInt8(content.count)]
    }
    return [tag] + length + content
  }
}

extension SecCertificate {
  /// Returns a certificate for a new key. The new key signs the certificate.
  static func made(
    _ commonName: String, issuer: String? = nil, serial: Int = 1,
    _ change: (inout MadeCertificate) -> Void = { _ in }
  ) throws -> SecCertificate {
    var certificate = MadeCertificate(commonName, issuer: issuer, serial: serial)
    change(&certificate)
    return try certificate.made(try SecKey.made())
  }

  var data: Data { SecCertificateCopyData(self) as Data }
}

extension SecIdentity {
  /// Returns an identity of `key`, or of a new key if `key` is nil.
  static func made(
    _ commonName: String, serial: Int = 1, key: SecKey? = nil,
    _ change: (inout MadeCertificate) -> Void = { _ in }
  ) throws -> SecIdentity {
    let key = try key ?? SecKey.made()
    var certificate = MadeCertificate(commonName, serial: serial)
    change(&certificate)
    guard let identity = SecIdentityCreate(nil, try certificate.made(key), key) else {
      throw MadeCertificate.Failure()
    }
    return identity
  }

  var itsCertificate: SecCertificate? {
    var certificate: SecCertificate?
    SecIdentityCopyCertificate(self, &certificate)
    return certificate
  }

  var itsKey: SecKey? {
    var key: SecKey?
    SecIdentityCopyPrivateKey(self, &key)
    return key
  }
}
