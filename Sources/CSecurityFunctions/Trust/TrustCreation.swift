import Foundation
import Security

/// The C function `SecTrustGetTypeID`.
@_cdecl("SecTrustGetTypeID")
public func secTrustGetTypeID() -> UInt { Box.typeIdentifier(.trust) }

/// The C function `SecTrustCreateWithCertificates`.
@_cdecl("SecTrustCreateWithCertificates")
public func secTrustCreateWithCertificates(
  _ certificates: UnsafeRawPointer?, _ policies: UnsafeRawPointer?,
  _ trust: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  trust?.pointee = nil
  return ForeignCall.run {
    let ownPolicies = Incoming.object(policies)
    guard let certificates = Incoming.object(certificates), let trust,
      policies == nil || ownPolicies != nil
    else { return errSecParam }
    return Outgoing.give(trust) { SecTrustCreateWithCertificates(certificates, ownPolicies, &$0) }
  }
}

/// The C function `SecTrustSetPolicies`.
@_cdecl("SecTrustSetPolicies")
public func secTrustSetPolicies(_ trust: UnsafeRawPointer?, _ policies: UnsafeRawPointer?) -> Int32 {
  ForeignTrust.call(trust) { trust in
    Incoming.object(policies).map { SecTrustSetPolicies(trust, $0) } ?? errSecParam
  }
}

/// The C function `SecTrustCopyPolicies`.
@_cdecl("SecTrustCopyPolicies")
public func secTrustCopyPolicies(
  _ trust: UnsafeRawPointer?, _ policies: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  policies?.pointee = nil
  return ForeignTrust.call(trust) { trust in
    Outgoing.give(policies) { SecTrustCopyPolicies(trust, &$0) }
  }
}
