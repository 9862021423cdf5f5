import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// The parsed fields of a certificate (specification: keys-and-certificates 2.2).
package struct CertificateContent: Sendable {
  /// The encoded certificate, without bytes that follow the certificate.
  let der: [UInt8]
  let version: Int
  /// The content octets of the serial number, including a leading zero.
  let serialNumber: [UInt8]
  let issuer: DistinguishedName
  let subject: DistinguishedName
  /// The beginning of the validity period, in seconds since 2001-01-01 00:00:00 UTC.
  let notValidBefore: Double
  let notValidAfter: Double
  /// The content octets of the object identifier of the public key algorithm.
  let keyAlgorithm: [UInt8]
  /// The encoded parameters of the public key algorithm. The parameters of an elliptic-curve key name the curve.
  let keyParameters: [UInt8]
  /// The content of the bit string that contains the public key.
  let publicKey: [UInt8]
  let extensions: [CertificateExtension]
  let signature: [UInt8]
  /// The content octets of the object identifier of the signature algorithm.
  let signatureAlgorithm: [UInt8]
  /// The encoded parameters of the signature algorithm.
  let signatureParameters: [UInt8]

  /// The largest accepted number of extensions. Real certificates have fewer extensions. The time for reading and
  /// comparing extensions grows with the square of this number.
  private static let largestExtensionCount = 256

  /// - Throws: `.parameter` when the bytes are not a certificate.
  init(_ bytes: [UInt8]) throws(KeychainError) {
    var reader = DERReader(bytes[...])
    let outer = try reader.readAny()
    guard outer.tag == DERTag.sequence.rawValue else { throw DERReader.malformed }
    der = Array(outer.whole)
    var certificate = outer.content
    var content = try certificate.read(.sequence)
    var signing = try certificate.read(.sequence)
    signatureAlgorithm = Array(try signing.read(.objectIdentifier).rest)
    signatureParameters = Array(signing.rest)
    signature = try Self.bits(&certificate)
    try certificate.end()

    version = try Self.version(&content)
    serialNumber = Array(try content.read(.integer).rest)
    guard (1...37).contains(serialNumber.count) else { throw DERReader.malformed }
    _ = try content.read(.sequence)
    issuer = try DistinguishedName(content: content.read(.sequence))
    var validity = try content.read(.sequence)
    notValidBefore = try CertificateTime.read(&validity)
    notValidAfter = try CertificateTime.read(&validity)
    try validity.end()
    subject = try DistinguishedName(content: content.read(.sequence))

    var key = try content.read(.sequence)
    var algorithm = try key.read(.sequence)
    keyAlgorithm = Array(try algorithm.read(.objectIdentifier).rest)
    keyParameters = Array(algorithm.rest)
    publicKey = try Self.bits(&key)
    try key.end()

    // The unique identifiers of the issuer and the subject are skipped.
    for tag in [DERTag.implicit1, .implicit2] { _ = try content.readOptional(tag) }
    if let list = try content.readOptional(.explicit3) {
      extensions = try Self.extensions(list)
    } else {
      extensions = []
    }
    try content.end()
  }

  /// Reads the version. If the version is absent, the result is 1, as DER requires.
  private static func version(_ content: inout DERReader) throws(KeychainError) -> Int {
    guard var field = try content.readOptional(.explicit0) else { return 1 }
    let number = Array(try field.read(.integer).rest)
    try field.end()
    guard number == [1] || number == [2] else { throw DERReader.malformed }
    return Int(number[0]) + 1
  }

  /// Reads a bit string that has no unused bits.
  private static func bits(_ reader: inout DERReader) throws(KeychainError) -> [UInt8] {
    let content = try reader.read(.bitString).rest
    guard content.first == 0 else { throw DERReader.malformed }
    return Array(content.dropFirst())
  }

  private static func extensions(
    _ field: DERReader
  ) throws(KeychainError) -> [CertificateExtension] {
    var field = field
    var list = try field.read(.sequence)
    try field.end()
    guard !list.isAtEnd else { throw DERReader.malformed }
    var extensions: [CertificateExtension] = []
    while !list.isAtEnd {
      guard extensions.count < largestExtensionCount else { throw DERReader.malformed }
      let element = try list.readAny()
      guard element.tag == DERTag.sequence.rawValue else { throw DERReader.malformed }
      var one = element.content
      let identifier = Array(try one.read(.objectIdentifier).rest)
      let isCritical = try one.readOptional(.boolean).map { $0.rest.elementsEqual([0xFF]) } ?? false
      let value = Array(try one.read(.octetString).rest)
      try one.end()
      extensions.append(
        CertificateExtension(
          identifier: identifier, isCritical: isCritical, value: value, der: Array(element.whole)))
    }
    return extensions
  }

  /// The value of an extension; nil when the certificate does not have the extension.
  package func value(of identifier: [UInt8]) -> [UInt8]? {
    extensions.first { $0.identifier == identifier }?.value
  }
}

extension CertificateContent {
  /// The number of certificate policies and policy mappings (RFC 5280, 4.2.1.4 and 4.2.1.5). If one of these extensions
  /// is not valid DER, the function counts the largest number of policies that fit into the extension.
  var policyCount: Int {
    [OID.certificatePolicies, OID.policyMappings].reduce(0) {
      $0 + Self.memberCount(value(of: $1) ?? [])
    }
  }

  private static func memberCount(_ sequence: [UInt8]) -> Int {
    var reader = DERReader(sequence[...])
    var count = 0
    do {
      var list = try reader.read(.sequence)
      while !list.isAtEnd {
        _ = try list.readAny()
        count += 1
      }
      return count
    } catch {
      return sequence.count / 5
    }
  }
}

/// An extension of a certificate.
struct CertificateExtension: Sendable {
  let identifier: [UInt8]
  let isCritical: Bool
  /// The content of the octet string of the extension.
  let value: [UInt8]
  /// The complete encoded extension.
  let der: [UInt8]
}

/// Checks that OpenSSL can read critical extensions.
enum KnownExtensions {
  /// Whether OpenSSL can read each critical extension that OpenSSL knows. This function ignores unknown critical
  /// extensions. The evaluation of a certificate rejects unknown critical extensions.
  static func areReadable(_ extensions: [CertificateExtension]) -> Bool {
    _ = OpenSSLInitialization.isDone
    return extensions.allSatisfy { !$0.isCritical || isReadable($0.der) }
  }

  private static func isReadable(_ der: [UInt8]) -> Bool {
    let one = der.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return d2i_X509_EXTENSION(nil, &start, buffer.count)
    }
    defer {
      X509_EXTENSION_free(one)
      ERR_clear_error()
    }
    guard let one else { return false }
    guard let method = X509V3_EXT_get(one), let form = method.pointee.it else { return true }
    guard let value = X509V3_EXT_d2i(one) else { return false }
    // `form` describes the type of `value`. `ASN1_item_free` requires this description.
    ASN1_item_free(OpaquePointer(value), form())
    return true
  }
}
