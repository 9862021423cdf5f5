import Foundation
import Security

/// The C function `SecTrustSetAnchorCertificates`.
@_cdecl("SecTrustSetAnchorCertificates")
public func secTrustSetAnchorCertificates(
  _ trust: UnsafeRawPointer?, _ anchors: UnsafeRawPointer?
) -> Int32 {
  CTrustCall.call(trust) { trust in
    let own = CFInput.array(anchors)
    // An object that is not an array is refused. Passing nil for such an object would restore the system's authorities.
    guard anchors == nil || own != nil else { return errSecParam }
    return SecTrustSetAnchorCertificates(trust, own)
  }
}

/// The C function `SecTrustSetAnchorCertificatesOnly`.
@_cdecl("SecTrustSetAnchorCertificatesOnly")
public func secTrustSetAnchorCertificatesOnly(
  _ trust: UnsafeRawPointer?, _ isOnly: UInt8
) -> Int32 {
  CTrustCall.call(trust) { SecTrustSetAnchorCertificatesOnly($0, isOnly != 0) }
}

/// The C function `SecTrustCopyCustomAnchorCertificates`.
@_cdecl("SecTrustCopyCustomAnchorCertificates")
public func secTrustCopyCustomAnchorCertificates(
  _ trust: UnsafeRawPointer?, _ anchors: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  anchors?.pointee = nil
  return CTrustCall.call(trust) { trust in
    CFOutput.give(anchors) { SecTrustCopyCustomAnchorCertificates(trust, &$0) }
  }
}

/// The C function `SecTrustSetVerifyDate`.
@_cdecl("SecTrustSetVerifyDate")
public func secTrustSetVerifyDate(_ trust: UnsafeRawPointer?, _ date: UnsafeRawPointer?) -> Int32 {
  CTrustCall.call(trust) { trust in
    CFInput.date(date).map { SecTrustSetVerifyDate(trust, $0) } ?? errSecParam
  }
}

/// The C function `SecTrustGetVerifyTime`.
@_cdecl("SecTrustGetVerifyTime")
public func secTrustGetVerifyTime(_ trust: UnsafeRawPointer?) -> Double {
  CTrustCall.read(trust) { SecTrustGetVerifyTime($0) } ?? 0
}

/// The C function `SecTrustSetNetworkFetchAllowed`.
@_cdecl("SecTrustSetNetworkFetchAllowed")
public func secTrustSetNetworkFetchAllowed(
  _ trust: UnsafeRawPointer?, _ isAllowed: UInt8
) -> Int32 {
  CTrustCall.call(trust) { SecTrustSetNetworkFetchAllowed($0, isAllowed != 0) }
}

/// The C function `SecTrustGetNetworkFetchAllowed`.
@_cdecl("SecTrustGetNetworkFetchAllowed")
public func secTrustGetNetworkFetchAllowed(
  _ trust: UnsafeRawPointer?, _ isAllowed: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  CTrustCall.call(trust) { trust in
    guard let isAllowed else { return errSecParam }
    var allowed: DarwinBoolean = false
    let status = SecTrustGetNetworkFetchAllowed(trust, &allowed)
    isAllowed.pointee = allowed.boolValue ? 1 : 0
    return status
  }
}

/// The C function `SecTrustSetExceptions`.
@_cdecl("SecTrustSetExceptions")
public func secTrustSetExceptions(
  _ trust: UnsafeRawPointer?, _ exceptions: UnsafeRawPointer?
) -> Bool {
  CTrustCall.read(trust) { SecTrustSetExceptions($0, CFInput.data(exceptions)) } ?? false
}

/// The C function `SecTrustCopyExceptions`.
@_cdecl("SecTrustCopyExceptions")
public func secTrustCopyExceptions(_ trust: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CTrustCall.read(trust) { CFOutput.data(SecTrustCopyExceptions($0)) }
}
