public import Foundation
import KeychainModel
package import X509Certificates

/// An X.509 certificate.
///
/// Made by `SecCertificateCreateWithData`, or found in the keychain with `kSecReturnRef`. It never
/// changes, and may be used from many threads at once. Two certificates are equal if their bytes are.
///
/// `@unchecked Sendable` holds because the class is final and its properties are constants of
/// Sendable types.
public final class SecCertificate: NSObject, @unchecked Sendable {
  package let certificate: Certificate

  /// Made when one of them is asked for first.
  private let madeStructures = Guarded<CertificateStructures?>(nil)

  package init(_ certificate: Certificate) { self.certificate = certificate }

  /// What the certificate says in structures of C. They stay where they are as long as the certificate.
  var structures: CertificateStructures {
    madeStructures.withLock { structures in
      if let structures { return structures }
      let made = CertificateStructures(certificate)
      structures = made
      return made
    }
  }

  /// Whether the other object is a certificate of the same bytes.
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

  /// The subject and the issuer for a log.
  public override var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    let issuer = certificate.issuer.summary ?? ""
    return "<cert(0x\(address)) s: \(certificate.subjectSummary ?? "") i: \(issuer)>"
  }
}

extension SecCertificate: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .certificate }
}

/// Returns the type number of certificates, as `CFGetTypeID` gives it.
public func SecCertificateGetTypeID() -> CFTypeID {
  SecCertificate.typeIdentifier.rawValue
}
