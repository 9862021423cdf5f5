public import Foundation
import CertificateTrust

/// Supplies OCSP responses or revocation lists, for example from a TLS handshake. They apply with all policies, and do
/// not require the network.
///
/// Apple's function takes only OCSP responses. This function also takes certificate revocation lists, because Apple's
/// interface has no other way to supply them.
///
/// - Parameters:
///   - trust: The trust object.
///   - responseData: The DER of an OCSP response or a revocation list, or an array of them; nil removes all earlier
///     ones. Data are ignored if they cannot be read, are not valid at the time of the evaluation, or are not signed
///     by the issuer.
/// - Returns: `errSecSuccess`; `errSecParam` for another object.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
  guard ArgumentChecks.areValid(responseData) else { return errSecParam }
  let parts: [Data]?
  switch responseData {
  case nil: parts = []
  case let data as Data: parts = [data]
  case let list as NSArray: parts = list as? [Data]
  default: parts = nil
  }
  guard let parts else { return errSecParam }
  trust.with { $0.evidence = RevocationEvidence(parts.map { Array($0) }) }
  return errSecSuccess
}

/// Always fails, except for nil: certificate transparency is not supported.
///
/// - Parameters:
///   - trust: The trust object.
///   - sctArray: Signed certificate timestamps; nil for none.
/// - Returns: `errSecUnimplemented`; `errSecSuccess` for nil; `errSecParam` for an array with members that no function
///   accepts.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(
  _ trust: SecTrust, _ sctArray: CFArray?
) -> OSStatus {
  guard let sctArray else { return errSecSuccess }
  return ArgumentChecks.areValid(sctArray) ? errSecUnimplemented : errSecParam
}
