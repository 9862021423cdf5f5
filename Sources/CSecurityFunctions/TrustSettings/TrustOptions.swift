import Foundation
import Security

/// The C function `SecTrustSetOptions`.
@_cdecl("SecTrustSetOptions")
public func secTrustSetOptions(_ trust: UnsafeRawPointer?, _ options: UInt32) -> Int32 {
  CTrustCall.call(trust) { SecTrustSetOptions($0, SecTrustOptionFlags(rawValue: options)) }
}

/// The C function `SecTrustSetKeychains`. The function has no effect.
@_cdecl("SecTrustSetKeychains")
public func secTrustSetKeychains(
  _ trust: UnsafeRawPointer?, _ keychains: UnsafeRawPointer?
) -> Int32 {
  CTrustCall.call(trust) { SecTrustSetKeychains($0, nil) }
}

/// The C function `SecTrustCopyAnchorCertificates`.
@_cdecl("SecTrustCopyAnchorCertificates")
public func secTrustCopyAnchorCertificates(
  _ anchors: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  anchors?.pointee = nil
  return CCall.run {
    CFOutput.give(anchors) { SecTrustCopyAnchorCertificates(&$0) }
  }
}
