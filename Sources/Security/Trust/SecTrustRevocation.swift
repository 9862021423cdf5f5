public import Foundation
import CertificateTrust

/// Brings what tells whether certificates were revoked, as a server sends it in a handshake. It counts
/// whatever the policies say; nothing is asked of the network for it.
///
/// Apple's function takes OCSP responses. This one takes certificate revocation lists as well, for which
/// Apple's interface has no way.
///
/// - Parameters:
///   - trust: The trust object.
///   - responseData: The DER of an OCSP response or of a revocation list, or an array of them; nil to forget
///     what was brought. What cannot be read, is not of the time of the judgement, or not signed by
///     the issuer, says nothing.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
  guard Arguments.areSound(responseData) else { return errSecParam }
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

/// Certificate transparency is not judged here.
///
/// - Parameters:
///   - trust: The trust object.
///   - sctArray: Signed certificate timestamps; nil for none.
/// - Returns: `errSecUnimplemented`; `errSecSuccess` for nil.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(
  _ trust: SecTrust, _ sctArray: CFArray?
) -> OSStatus {
  guard let sctArray else { return errSecSuccess }
  return Arguments.areSound(sctArray) ? errSecUnimplemented : errSecParam
}
