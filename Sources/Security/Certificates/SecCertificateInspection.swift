public import Foundation
import KeychainModel
import AsymmetricKeys
import X509Certificates

/// Returns a line that stands for a certificate in a list: its common names, the later first, with the
/// description in brackets; without one the first e-mail address, the first host name, or what else its
/// subject has. Nil when there is nothing to print.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
  certificate.certificate.subjectSummary.map { NSString(string: $0) }
}

/// Finds the common name of a certificate's subject: the last one, if there are several.
///
/// - Parameters:
///   - certificate: The certificate.
///   - commonName: Receives the name; is left as it was when there is none.
/// - Returns: `errSecSuccess`; `errSecInternal` when the subject has no common name.
@discardableResult
public func SecCertificateCopyCommonName(
  _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  KeyCall.status {
    guard let name = certificate.certificate.commonName else { return errSecInternal }
    commonName.pointee = NSString(string: name)
    return errSecSuccess
  }
}

/// Finds the e-mail addresses of a certificate: those of the alternative names, then those of the
/// subject.
///
/// - Parameters:
///   - certificate: The certificate.
///   - emailAddresses: Receives an array of strings, empty when there are none.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateCopyEmailAddresses(
  _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  emailAddresses.pointee =
    certificate.certificate.emailAddresses.map { NSString(string: $0) } as NSArray
  return errSecSuccess
}

/// Returns the issuer of a certificate as names are compared: a sequence in DER whose PrintableStrings are
/// in capitals with single blanks. The keychain stores the same without the header of the sequence.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
  Data(certificate.certificate.issuer.normalizedSequence) as NSData
}

/// Returns the subject of a certificate as names are compared; see
/// `SecCertificateCopyNormalizedIssuerSequence`.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
  Data(certificate.certificate.subject.normalizedSequence) as NSData
}

/// Returns the issuer of a certificate as names are compared, without the header of the sequence: what an item
/// has as `kSecAttrIssuer`.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Left as it was: there is always an issuer.
public func SecCertificateCopyNormalizedIssuerContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  Data(certificate.certificate.issuer.normalizedContent) as NSData
}

/// Returns the subject of a certificate as names are compared, without the header of the sequence: what an item
/// has as `kSecAttrSubject`.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Left as it was: there is always a subject, though it may be empty.
public func SecCertificateCopyNormalizedSubjectContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  Data(certificate.certificate.subject.normalizedContent) as NSData
}

/// Returns the public key of a certificate; nil when it is neither an RSA key nor one of the curves
/// P-192 to P-521.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
  KeyCall.perform(nil) { () throws(KeychainError) in
    guard let key = certificate.certificate.publicKey else {
      throw KeychainError(.parameter, "the certificate's key is of another kind")
    }
    return SecKey(.asymmetric(key))
  }
}

/// Returns the public key of a certificate: `SecCertificateCopyKey` under its older name on iOS.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
  SecCertificateCopyKey(certificate)
}

/// Finds the public key of a certificate: `SecCertificateCopyKey` in its older form on macOS.
///
/// - Parameters:
///   - certificate: The certificate.
///   - key: Receives the key.
/// - Returns: `errSecSuccess`; `errSecUnsupportedKeyFormat` when the key is of another kind.
@discardableResult
public func SecCertificateCopyPublicKey(
  _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  KeyCall.status {
    guard let found = SecCertificateCopyKey(certificate) else { return errSecUnsupportedKeyFormat }
    key.pointee = found
    return errSecSuccess
  }
}

/// Returns the serial number of a certificate: the bytes of the integer, a leading zero included.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Left as it was: there is always a serial number.
public func SecCertificateCopySerialNumberData(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  Data(certificate.certificate.serialNumber) as NSData
}

/// Returns the serial number of a certificate: `SecCertificateCopySerialNumberData` under its older name
/// on macOS.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Left as it was: there is always a serial number.
public func SecCertificateCopySerialNumber(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, error)
}

/// Returns the serial number of a certificate: `SecCertificateCopySerialNumberData` under its older name
/// on iOS.
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, nil)
}

/// Returns the time from which a certificate is valid.
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSinceReferenceDate: certificate.certificate.notValidBefore)
}

/// Returns the last moment at which a certificate is valid.
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSinceReferenceDate: certificate.certificate.notValidAfter)
}
