import Foundation
import Security

/// The C function `SecTrustSetOCSPResponse`.
@_cdecl("SecTrustSetOCSPResponse")
public func secTrustSetOCSPResponse(
  _ trust: UnsafeRawPointer?, _ response: UnsafeRawPointer?
) -> Int32 {
  CTrustCall.call(trust) { trust in
    guard response != nil else { return SecTrustSetOCSPResponse(trust, nil) }
    if let data = CFInput.data(response) { return SecTrustSetOCSPResponse(trust, data) }
    guard let list = CFInput.array(response) else { return errSecParam }
    return SecTrustSetOCSPResponse(trust, list)
  }
}

/// The C function `SecTrustSetSignedCertificateTimestamps`.
@_cdecl("SecTrustSetSignedCertificateTimestamps")
public func secTrustSetSignedCertificateTimestamps(
  _ trust: UnsafeRawPointer?, _ timestamps: UnsafeRawPointer?
) -> Int32 {
  CTrustCall.call(trust) { trust in
    let list = CFInput.array(timestamps)
    guard timestamps == nil || list != nil else { return errSecParam }
    return SecTrustSetSignedCertificateTimestamps(trust, list)
  }
}
