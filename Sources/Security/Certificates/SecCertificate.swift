public import Foundation
import Keychain
import KeychainModel
package import X509Certificates

/// An X.509 certificate.
///
/// `SecCertificateCreateWithData` makes a certificate. A search with `kSecReturnRef` returns a certificate. A
/// certificate is immutable, and many threads may use it at once. Two certificates are equal if their bytes are equal.
///
/// `@unchecked Sendable` is safe: the class is final, and its properties are constants of Sendable types.
public final class SecCertificate: NSObject, @unchecked Sendable {
  package let certificate: Certificate

  /// The C structures; nil until a caller uses one of the structures.
  private let madeStructures = ForkSafeMutex<CertificateStructures?>(nil)

  package init(_ certificate: Certificate) { self.certificate = certificate }

  /// The parts of the certificate as C structures. The addresses of the structures stay valid as long as the
  /// certificate exists.
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

  /// Describes the certificate for a log, by its subject and its issuer.
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
  /// Makes a certificate from the data of a certificate item. Returns nil if the data are not a certificate.
  ///
  /// - Parameter item: An item that was read with its secret.
  convenience init?(of item: Item) {
    guard let data = item.secret, let certificate = try? Certificate(der: data) else { return nil }
    self.init(certificate)
  }
}

/// Makes a certificate from its bytes.
///
/// The function refuses PEM, an explicit version number 0, an empty serial number, a serial number of more than 37
/// bytes, an empty list of extensions, a known critical extension that is malformed, and a malformed name. The function
/// also refuses a time that cannot be read, such as a `UTCTime` with a year from 50 to 69. The function checks neither
/// the signature nor the validity period.
///
/// - Parameters:
///   - allocator: Ignored; pass nil.
///   - data: The DER encoding of the certificate. The function ignores bytes after the certificate.
/// - Returns: The certificate; nil if the bytes are not a certificate.
public func SecCertificateCreateWithData(
  _ allocator: CFAllocator?, _ data: CFData
) -> SecCertificate? {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    SecCertificate(try Certificate(der: data.bytesArray))
  }
}

/// Returns the DER encoding of a certificate. The result does not contain bytes that followed the certificate in the
/// data from which it was made.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  Data(certificate.certificate.der) as NSData
}

/// Makes a certificate from its bytes. This function is an older form of `SecCertificateCreateWithData` on macOS, and
/// accepts the same bytes.
///
/// - Parameters:
///   - data: The DER encoding of the certificate. The function ignores bytes after the certificate.
///   - type: `CSSM_CERT_X_509v1`, `CSSM_CERT_X_509v2` or `CSSM_CERT_X_509v3`. The function ignores the difference,
///     because the certificate contains its version.
///   - encoding: `CSSM_CERT_ENCODING_DER` or `CSSM_CERT_ENCODING_BER`. The function ignores the difference, because
///     X.509 certificates are in DER, and DER is also BER.
///   - certificate: Receives the certificate. Unchanged on failure.
/// - Returns:
///   - `errSecSuccess`: The certificate was made.
///   - `errSecParam`: The type or the encoding is not one of the listed values, or the data are empty.
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
