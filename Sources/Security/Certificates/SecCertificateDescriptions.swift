public import Foundation
import KeychainModel
import X509Certificates

/// Returns what a certificate says, for a person to read: many lines of text, as `openssl x509 -text` prints
/// them. The text is for no program: it may change with OpenSSL.
///
/// - Parameters:
///   - alloc: Ignored; pass nil.
///   - certificate: The certificate.
///   - error: Receives the error, which the caller has to release.
/// - Returns: The text; nil, and `errSecInternalComponent`, when OpenSSL cannot read the certificate.
public func SecCertificateCopyLongDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  KeyCall.perform(error) { () throws(KeychainError) in
    NSString(string: String(decoding: try certificate.certificate.readableText(), as: UTF8.self))
  }
}

/// Returns what a certificate is, in a few words: those of `SecCertificateCopySubjectSummary`.
///
/// - Parameters:
///   - alloc: Ignored; pass nil.
///   - certificate: The certificate.
///   - error: Receives the error, which the caller has to release.
/// - Returns: The text; nil, and `errSecInternal`, when there is nothing to print.
public func SecCertificateCopyShortDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  KeyCall.perform(error) { () throws(KeychainError) in
    guard let summary = SecCertificateCopySubjectSummary(certificate) else {
      throw KeychainError(.unexpected, "the subject has nothing to print")
    }
    return summary
  }
}
