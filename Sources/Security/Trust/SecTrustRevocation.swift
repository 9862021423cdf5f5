public import Foundation
import CertificateTrust

/// Supplies OCSP responses or revocation lists, for example from a TLS handshake. Evaluations use these data with every
/// policy, and without the network.
///
/// Apple's function takes only OCSP responses. This function also takes certificate revocation lists, because Apple's
/// interface has no other way to supply revocation lists.
///
/// - Parameters:
///   - trust: The trust object.
///   - responseData: The DER of an OCSP response or a revocation list, or an array of such data. Nil removes all
///     earlier data. An evaluation ignores data that it cannot read, data that are not valid at the time of the
///     evaluation, and data without a signature of the issuer.
/// - Returns: `errSecSuccess`; `errSecParam` for an object of another type.
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

/// Accepts only nil. Latchkey does not support certificate transparency.
///
/// - Parameters:
///   - trust: The trust object.
///   - sctArray: An array of signed certificate timestamps. Nil for no timestamps.
/// - Returns: `errSecUnimplemented`; `errSecSuccess` for nil; `errSecParam` for an array with a malformed collection or
///   a malformed string.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(
  _ trust: SecTrust, _ sctArray: CFArray?
) -> OSStatus {
  guard let sctArray else { return errSecSuccess }
  return ArgumentChecks.areValid(sctArray) ? errSecUnimplemented : errSecParam
}
