import AsymmetricKeys
public import Foundation
import KeychainModel
import X509Certificates

/// Returns a line of text that represents a certificate in a list.
///
/// The line is the first of these texts that exists:
/// 1. the common names of the subject, the last common name first, and then the description attribute of the subject in
///    brackets, if the subject has this attribute;
/// 2. the first e-mail address of the certificate;
/// 3. the first host name of the certificate;
/// 4. another attribute of the subject.
///
/// Returns nil if none of these texts exists.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
  certificate.certificate.subjectSummary.map { NSString(string: $0) }
}

/// Finds the common name of a certificate's subject. If the subject has several common names, the function finds the
/// last common name.
///
/// - Parameters:
///   - certificate: The certificate.
///   - commonName: Receives the name. Unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecInternal` if the subject has no common name.
@discardableResult
public func SecCertificateCopyCommonName(
  _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  ErrorBoundary.status {
    guard let name = certificate.certificate.commonName else { return errSecInternal }
    commonName.pointee = NSString(string: name)
    return errSecSuccess
  }
}

/// Finds the e-mail addresses of a certificate: first the addresses in the alternative names, then the addresses in
/// the subject.
///
/// - Parameters:
///   - certificate: The certificate.
///   - emailAddresses: Receives an array of strings, which is empty if there are no addresses.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateCopyEmailAddresses(
  _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  emailAddresses.pointee =
    certificate.certificate.emailAddresses.map { NSString(string: $0) } as NSArray
  return errSecSuccess
}

/// Returns the issuer of a certificate in the normalized form, in which names are compared. The result is a DER
/// sequence in which each PrintableString has capital letters and single spaces. The keychain stores the same bytes
/// without the header of the sequence.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
  Data(certificate.certificate.issuer.normalizedSequence) as NSData
}

/// Returns the subject of a certificate in the normalized form. `SecCertificateCopyNormalizedIssuerSequence` describes
/// this form.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
  Data(certificate.certificate.subject.normalizedSequence) as NSData
}

/// Returns the normalized issuer of a certificate without the header of the sequence. The attribute `kSecAttrIssuer` of
/// a certificate item contains these bytes.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Unchanged, because every certificate has an issuer.
public func SecCertificateCopyNormalizedIssuerContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  Data(certificate.certificate.issuer.normalizedContent) as NSData
}

/// Returns the normalized subject of a certificate without the header of the sequence. The attribute `kSecAttrSubject`
/// of a certificate item contains these bytes.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Unchanged, because every certificate has a subject. The subject may be empty.
public func SecCertificateCopyNormalizedSubjectContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  Data(certificate.certificate.subject.normalizedContent) as NSData
}

/// Returns the public key of a certificate. Returns nil unless the public key is an RSA key, or a key on one of the
/// curves P-192 to P-521.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    guard let key = certificate.certificate.publicKey else {
      throw KeychainError(.parameter, "the certificate's key is of another kind")
    }
    return SecKey(.asymmetric(key))
  }
}

/// Returns the public key of a certificate. This function is the older name of `SecCertificateCopyKey` on iOS.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
  SecCertificateCopyKey(certificate)
}

/// Finds the public key of a certificate. This function is an older form of `SecCertificateCopyKey` on macOS.
///
/// - Parameters:
///   - certificate: The certificate.
///   - key: Receives the key.
/// - Returns: `errSecSuccess`; `errSecUnsupportedKeyFormat` if the key is neither an RSA key nor a key on one of the
///   curves P-192 to P-521.
@discardableResult
public func SecCertificateCopyPublicKey(
  _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  ErrorBoundary.status {
    guard let found = SecCertificateCopyKey(certificate) else { return errSecUnsupportedKeyFormat }
    key.pointee = found
    return errSecSuccess
  }
}

/// Returns the serial number of a certificate: the content octets of the integer, including a leading zero.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Unchanged, because every certificate has a serial number.
public func SecCertificateCopySerialNumberData(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  Data(certificate.certificate.serialNumber) as NSData
}

/// Returns the serial number of a certificate. This function is the older name of `SecCertificateCopySerialNumberData`
/// on macOS.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Unchanged, because every certificate has a serial number.
public func SecCertificateCopySerialNumber(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, error)
}

/// Returns the serial number of a certificate. This function is the older name of `SecCertificateCopySerialNumberData`
/// on iOS.
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, nil)
}

/// Returns the start of a certificate's validity period.
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSinceReferenceDate: certificate.certificate.notValidBefore)
}

/// Returns the end of a certificate's validity period.
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSinceReferenceDate: certificate.certificate.notValidAfter)
}

/// Returns a description of a certificate in many lines of text, in the form of `openssl x509 -text`. A program must
/// not parse the text, because the text may change with the version of OpenSSL.
///
/// - Parameters:
///   - alloc: Ignored; pass nil.
///   - certificate: The certificate.
///   - error: Receives the error, which the caller must release.
/// - Returns: The text; nil and `errSecInternalComponent` if OpenSSL cannot read the certificate.
public func SecCertificateCopyLongDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  ErrorBoundary.perform(error) { () throws(KeychainError) in
    NSString(string: String(decoding: try certificate.certificate.readableText(), as: UTF8.self))
  }
}

/// Returns a description of a certificate in a few words. The description is the text of
/// `SecCertificateCopySubjectSummary`.
///
/// - Parameters:
///   - alloc: Ignored; pass nil.
///   - certificate: The certificate.
///   - error: Receives the error, which the caller must release.
/// - Returns: The text; nil and `errSecInternal` if the subject has no printable attribute.
public func SecCertificateCopyShortDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  ErrorBoundary.perform(error) { () throws(KeychainError) in
    guard let summary = SecCertificateCopySubjectSummary(certificate) else {
      throw KeychainError(.unexpected, "the subject has nothing to print")
    }
    return summary
  }
}
