public import Foundation
import KeychainModel
import X509Certificates

/// Returns a description of a certificate for a person: many lines of text, as printed by `openssl x509 -text`. A
/// program must not parse the text: it may change with the version of OpenSSL.
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

/// Returns a description of a certificate in a few words. It is the text of `SecCertificateCopySubjectSummary`.
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
