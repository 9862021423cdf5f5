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
  return CCall.run {
    let ownPolicies = CFInput.object(policies)
    guard let certificates = CFInput.object(certificates), let trust,
      policies == nil || ownPolicies != nil
    else { return errSecParam }
    return CFOutput.give(trust) { SecTrustCreateWithCertificates(certificates, ownPolicies, &$0) }
  }
}

/// The C function `SecTrustSetPolicies`.
@_cdecl("SecTrustSetPolicies")
public func secTrustSetPolicies(_ trust: UnsafeRawPointer?, _ policies: UnsafeRawPointer?) -> Int32 {
  CTrustCall.call(trust) { trust in
    CFInput.object(policies).map { SecTrustSetPolicies(trust, $0) } ?? errSecParam
  }
}

/// The C function `SecTrustCopyPolicies`.
@_cdecl("SecTrustCopyPolicies")
public func secTrustCopyPolicies(
  _ trust: UnsafeRawPointer?, _ policies: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  policies?.pointee = nil
  return CTrustCall.call(trust) { trust in
    CFOutput.give(policies) { SecTrustCopyPolicies(trust, &$0) }
  }
}

/// Runs calls with a trust object.
enum CTrustCall {
  /// Calls `body` with a trust object.
  ///
  /// - Returns: The status that `body` returns; `errSecParam` if `trust` is not a trust object.
  static func call(_ trust: UnsafeRawPointer?, _ body: (SecTrust) -> OSStatus) -> Int32 {
    CCall.run { Box.object(trust, as: SecTrust.self).map(body) ?? errSecParam }
  }

  /// Calls `body` with a trust object.
  ///
  /// - Returns: The result of `body`; nil if `trust` is not a trust object.
  static func read<Result>(_ trust: UnsafeRawPointer?, _ body: (SecTrust) -> Result?) -> Result? {
    CCall.run { Box.object(trust, as: SecTrust.self).flatMap(body) }
  }
}
