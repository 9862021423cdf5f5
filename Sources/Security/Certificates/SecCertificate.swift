public import Foundation
import Keychain
import KeychainModel
package import X509Certificates

/// An X.509 certificate.
///
/// `SecCertificateCreateWithData` makes one, and a search with `kSecReturnRef` finds one. A certificate is immutable,
/// and many threads may use it at once. Two certificates are equal if their bytes are equal.
///
/// `@unchecked Sendable` is safe: the class is final, and its properties are constants of Sendable types.
public final class SecCertificate: NSObject, @unchecked Sendable {
  package let certificate: Certificate

  /// The C structures; nil until a caller asks for one.
  private let madeStructures = ForkSafeMutex<CertificateStructures?>(nil)

  package init(_ certificate: Certificate) { self.certificate = certificate }

  /// The parts of the certificate as C structures. Their addresses stay valid as long as the certificate exists.
  var structures: CertificateStructures {
    madeStructures.withLock { structures in
      if let structures { return structures }
      let made = CertificateStructures(certificate)
      structures = made
      return made
    }
  }

  /// Returns whether the other object is a certificate with the same bytes.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecCertificate else { return false }
    return self === other || certificate.der == other.certificate.der
  }

  /// Equal certificates have equal hashes.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(certificate.der.count)
    hasher.combine(certificate.signature)
    return hasher.finalize()
  }

  /// The subject and the issuer, for a log.
  public override var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    let issuer = certificate.issuer.summary ?? ""
    return "<cert(0x\(address)) s: \(certificate.subjectSummary ?? "") i: \(issuer)>"
  }
}

extension SecCertificate: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .certificate }
}

/// Returns the type number of certificates, as returned by `CFGetTypeID`.
public func SecCertificateGetTypeID() -> CFTypeID {
  SecCertificate.typeIdentifier.rawValue
}

extension SecCertificate {
  /// Makes the certificate that an item holds. Returns nil if the item's data are not a certificate.
  ///
  /// - Parameter item: The item, with its secret.
  convenience init?(of item: Item) {
    guard let data = item.secret, let certificate = try? Certificate(der: data) else { return nil }
    self.init(certificate)
  }
}

/// Makes a certificate from its bytes.
///
/// The function refuses PEM, an explicit version number 0, an empty serial number or one of more than 37 bytes, an
/// empty list of extensions, a known critical extension that is malformed, and a malformed name. It also refuses times
/// that cannot be read, such as a `UTCTime` with a year from 50 to 69. It checks neither the signature nor the
/// validity period.
///
/// - Parameters:
///   - allocator: Ignored; pass nil.
///   - data: The DER. Bytes after the certificate are ignored.
/// - Returns: The certificate; nil if the bytes are not a certificate.
public func SecCertificateCreateWithData(
  _ allocator: CFAllocator?, _ data: CFData
) -> SecCertificate? {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    SecCertificate(try Certificate(der: data.bytesArray))
  }
}

/// Returns the DER of a certificate, without the bytes that followed it.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  Data(certificate.certificate.der) as NSData
}

/// Makes a certificate from its bytes. This is an older form of `SecCertificateCreateWithData` on macOS, and accepts
/// the same bytes.
///
/// - Parameters:
///   - data: The DER. Bytes after the certificate are ignored.
///   - type: `CSSM_CERT_X_509v1`, `CSSM_CERT_X_509v2` or `CSSM_CERT_X_509v3`. The function ignores the difference: the
///     certificate states its own version.
///   - encoding: `CSSM_CERT_ENCODING_DER` or `CSSM_CERT_ENCODING_BER`. The function ignores the difference: X.509
///     certificates are DER, which is also BER.
///   - certificate: Receives the certificate. Unchanged on failure.
/// - Returns:
///   - `errSecSuccess`: The certificate was made.
///   - `errSecParam`: The type or encoding is not one of the above, or there are no bytes.
///   - `errSecUnknownFormat`: The bytes are not a certificate.
@discardableResult
public func SecCertificateCreateFromData(
  _ data: UnsafePointer<CSSM_DATA>, _ type: CSSM_CERT_TYPE, _ encoding: CSSM_CERT_ENCODING,
  _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  ErrorBoundary.status { () throws(KeychainError) in
    guard (CSSM_CERT_X_509v1...CSSM_CERT_X_509v3).contains(type),
      encoding == CSSM_CERT_ENCODING_BER || encoding == CSSM_CERT_ENCODING_DER,
      let start = data.pointee.Data, data.pointee.Length > 0
    else { return errSecParam }
    let bytes = Array(UnsafeBufferPointer(start: start, count: data.pointee.Length))
    guard let made = try? Certificate(der: bytes) else { return errSecUnknownFormat }
    certificate.pointee = SecCertificate(made)
    return errSecSuccess
  }
}
