import Foundation
import Security

/// `SecTrustGetTypeID`
@_cdecl("SecTrustGetTypeID")
public func secTrustGetTypeID() -> UInt { Box.typeIdentifier(.trust) }

/// `SecTrustCreateWithCertificates`
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
    var made: SecTrust?
    let status = SecTrustCreateWithCertificates(certificates, ownPolicies, &made)
    trust.pointee = Box.make(made)
    return status
  }
}

/// `SecTrustSetPolicies`
@_cdecl("SecTrustSetPolicies")
public func secTrustSetPolicies(_ trust: UnsafeRawPointer?, _ policies: UnsafeRawPointer?) -> Int32
{
  ForeignTrust.call(trust) { trust in
    Incoming.object(policies).map { SecTrustSetPolicies(trust, $0) } ?? errSecParam
  }
}

/// `SecTrustCopyPolicies`
@_cdecl("SecTrustCopyPolicies")
public func secTrustCopyPolicies(
  _ trust: UnsafeRawPointer?, _ policies: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  policies?.pointee = nil
  return ForeignTrust.call(trust) { trust in
    guard let policies else { return errSecParam }
    var found: CFArray?
    let status = SecTrustCopyPolicies(trust, &found)
    policies.pointee = Outgoing.object(found)
    return status
  }
}
