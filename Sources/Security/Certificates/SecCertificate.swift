public import Foundation
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
