import Foundation
import Security

/// `SecTrustSetAnchorCertificates`
@_cdecl("SecTrustSetAnchorCertificates")
public func secTrustSetAnchorCertificates(
  _ trust: UnsafeRawPointer?, _ anchors: UnsafeRawPointer?
) -> Int32 {
  ForeignTrust.call(trust) { trust in
    let own = Incoming.array(anchors)
    // What is no array must not restore the anchors of the system.
    guard anchors == nil || own != nil else { return errSecParam }
    return SecTrustSetAnchorCertificates(trust, own)
  }
}

/// `SecTrustSetAnchorCertificatesOnly`
@_cdecl("SecTrustSetAnchorCertificatesOnly")
public func secTrustSetAnchorCertificatesOnly(
  _ trust: UnsafeRawPointer?, _ isOnly: UInt8
) -> Int32 {
  ForeignTrust.call(trust) { SecTrustSetAnchorCertificatesOnly($0, isOnly != 0) }
}

/// `SecTrustCopyCustomAnchorCertificates`
@_cdecl("SecTrustCopyCustomAnchorCertificates")
public func secTrustCopyCustomAnchorCertificates(
  _ trust: UnsafeRawPointer?, _ anchors: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  anchors?.pointee = nil
  return ForeignTrust.call(trust) { trust in
    Outgoing.give(anchors) { SecTrustCopyCustomAnchorCertificates(trust, &$0) }
  }
}

/// `SecTrustSetVerifyDate`
@_cdecl("SecTrustSetVerifyDate")
public func secTrustSetVerifyDate(_ trust: UnsafeRawPointer?, _ date: UnsafeRawPointer?) -> Int32 {
  ForeignTrust.call(trust) { trust in
    Incoming.date(date).map { SecTrustSetVerifyDate(trust, $0) } ?? errSecParam
  }
}

/// `SecTrustGetVerifyTime`
@_cdecl("SecTrustGetVerifyTime")
public func secTrustGetVerifyTime(_ trust: UnsafeRawPointer?) -> Double {
  ForeignTrust.read(trust) { SecTrustGetVerifyTime($0) } ?? 0
}

/// `SecTrustSetNetworkFetchAllowed`
@_cdecl("SecTrustSetNetworkFetchAllowed")
public func secTrustSetNetworkFetchAllowed(
  _ trust: UnsafeRawPointer?, _ isAllowed: UInt8
) -> Int32 {
  ForeignTrust.call(trust) { SecTrustSetNetworkFetchAllowed($0, isAllowed != 0) }
}

/// `SecTrustGetNetworkFetchAllowed`
@_cdecl("SecTrustGetNetworkFetchAllowed")
public func secTrustGetNetworkFetchAllowed(
  _ trust: UnsafeRawPointer?, _ isAllowed: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  ForeignTrust.call(trust) { trust in
    guard let isAllowed else { return errSecParam }
    var allowed: DarwinBoolean = false
    let status = SecTrustGetNetworkFetchAllowed(trust, &allowed)
    isAllowed.pointee = allowed.boolValue ? 1 : 0
    return status
  }
}

/// `SecTrustSetExceptions`
@_cdecl("SecTrustSetExceptions")
public func secTrustSetExceptions(
  _ trust: UnsafeRawPointer?, _ exceptions: UnsafeRawPointer?
) -> Bool {
  ForeignTrust.read(trust) { SecTrustSetExceptions($0, Incoming.data(exceptions)) } ?? false
}

/// `SecTrustCopyExceptions`
@_cdecl("SecTrustCopyExceptions")
public func secTrustCopyExceptions(_ trust: UnsafeRawPointer?) -> UnsafeRawPointer? {
  ForeignTrust.read(trust) { Outgoing.data(SecTrustCopyExceptions($0)) }
}
