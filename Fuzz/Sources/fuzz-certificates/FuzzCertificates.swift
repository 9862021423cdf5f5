import Foundation
import FuzzSupport
import Security

/// Reads the bytes as a certificate, reads all parts of the certificate, and evaluates the certificate with a policy.
/// The evaluation has up to two anchors: the certificate itself, and an authority that has the issuer's name but has
/// not issued the certificate.
///
/// The first byte selects the policy and the anchors. The other bytes are the certificate.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let choice = source.byte()
  guard let certificate = SecCertificateCreateWithData(nil, source.all() as CFData) else {
    return 0
  }
  inspect(certificate)
  // Reading the data of the certificate must give an equal certificate.
  let again = SecCertificateCreateWithData(nil, SecCertificateCopyData(certificate))
  precondition(again == certificate && again?.hash == certificate.hash)
  judge(certificate, choice)
  return 0
}

private func inspect(_ certificate: SecCertificate) {
  _ = SecCertificateCopySubjectSummary(certificate)
  var name: CFString?
  SecCertificateCopyCommonName(certificate, &name)
  var addresses: CFArray?
  SecCertificateCopyEmailAddresses(certificate, &addresses)
  precondition(SecCertificateCopyNormalizedIssuerSequence(certificate) != nil)
  precondition(SecCertificateCopyNormalizedSubjectSequence(certificate) != nil)
  precondition(SecCertificateCopyNormalizedIssuerContent(certificate, nil) != nil)
  precondition(SecCertificateCopyNormalizedSubjectContent(certificate, nil) != nil)
  // The values of every certificate have at least ten fields.
  precondition(SecCertificateCopyValues(certificate, nil, nil).map { $0.count >= 10 } == true)
  _ = SecCertificateCopyLongDescription(nil, certificate, nil)
  _ = SecCertificateCopyShortDescription(nil, certificate, nil)
  _ = SecCertificateCopySerialNumberData(certificate, nil)
  _ = SecCertificateCopyNotValidBeforeDate(certificate)
  _ = SecCertificateCopyNotValidAfterDate(certificate)
  inspectStructures(certificate)
  if let key = SecCertificateCopyKey(certificate) {
    precondition(SecKeyCopyExternalRepresentation(key, nil) != nil)
  }
}

private func inspectStructures(_ certificate: SecCertificate) {
  var data = CSSM_DATA()
  precondition(SecCertificateGetData(certificate, &data) == errSecSuccess)
  var again: SecCertificate?
  precondition(
    SecCertificateCreateFromData(&data, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, &again)
      == errSecSuccess && again == certificate)
  var algorithm: UnsafePointer<CSSM_X509_ALGORITHM_IDENTIFIER>?
  precondition(SecCertificateGetAlgorithmID(certificate, &algorithm) == errSecSuccess)
  for function in [SecCertificateGetSubject, SecCertificateGetIssuer] {
    var name: UnsafePointer<CSSM_X509_NAME>?
    precondition(function(certificate, &name) == errSecSuccess)
    guard let name = name?.pointee else { preconditionFailure("there is always a name") }
    let sets = UnsafeBufferPointer(
      start: name.RelativeDistinguishedName, count: Int(name.numberOfRDNs))
    precondition(sets.allSatisfy { $0.numberOfPairs > 0 && $0.AttributeTypeAndValue != nil })
  }
}

private func judge(_ certificate: SecCertificate, _ choice: UInt8) {
  let policy =
    switch choice & 3 {
    case 0: SecPolicyCreateBasicX509()
    case 1: SecPolicyCreateSSL(true, "www.example.org" as CFString)
    case 2: SecPolicyCreateSSL(false, nil)
    default: SecPolicyCreateSSL(true, nil)
    }
  var trust: SecTrust?
  precondition(
    SecTrustCreateWithCertificates([certificate] as NSArray, policy, &trust) == errSecSuccess)
  guard let trust else { return }
  let isOwnAnchor = choice & 4 != 0
  var anchors = isOwnAnchor ? [certificate] : []
  if choice & 8 != 0, let other = ForeignAnchor.certificate(issuerOf: certificate) {
    anchors.append(other)
  }
  SecTrustSetAnchorCertificates(trust, anchors as NSArray)
  var error: CFError?
  let isTrusted = SecTrustEvaluateWithError(trust, &error)
  // The certificate may be trusted only if it is an anchor itself. A rejection must have an error.
  precondition(!isTrusted || isOwnAnchor)
  precondition(isTrusted == (error == nil))
  _ = SecTrustCopyProperties(trust)
  if let exceptions = SecTrustCopyExceptions(trust) { _ = SecTrustSetExceptions(trust, exceptions) }
}
