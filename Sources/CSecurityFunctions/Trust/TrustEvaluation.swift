import CSecurity
import Foundation
import Security

/// The C function `SecTrustEvaluateWithError`.
@_cdecl("SecTrustEvaluateWithError")
public func secTrustEvaluateWithError(
  _ trust: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Bool {
  // This function sets the error to NULL before the evaluation. The key functions do not.
  error?.pointee = nil
  return CErrorCall.run(error) { place in
    guard let trust = Box.object(trust, as: SecTrust.self) else {
      CErrorCall.refuse("trust", place)
      return false
    }
    var failure: CFError?
    if SecTrustEvaluateWithError(trust, &failure) { return true }
    place?.pointee = failure.map { .passRetained($0) }
    return false
  }
}

/// The C function `SecTrustEvaluate`.
@_cdecl("SecTrustEvaluate")
public func secTrustEvaluate(
  _ trust: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  secTrustGetTrustResult(trust, result)
}

/// The C function `SecTrustGetTrustResult`.
@_cdecl("SecTrustGetTrustResult")
public func secTrustGetTrustResult(
  _ trust: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  CTrustCall.call(trust) { trust in
    guard let result else { return errSecParam }
    var found = SecTrustResultType.invalid
    let status = SecTrustGetTrustResult(trust, &found)
    result.pointee = found.rawValue
    return status
  }
}

/// The C function `SecTrustCopyCertificateChain`.
@_cdecl("SecTrustCopyCertificateChain")
public func secTrustCopyCertificateChain(_ trust: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CTrustCall.read(trust) { CFOutput.object(SecTrustCopyCertificateChain($0)) }
}

/// The C function `SecTrustGetCertificateCount`.
@_cdecl("SecTrustGetCertificateCount")
public func secTrustGetCertificateCount(_ trust: UnsafeRawPointer?) -> Int {
  CTrustCall.read(trust) { SecTrustGetCertificateCount($0) } ?? 0
}

/// The C function `SecTrustGetCertificateAtIndex`. The trust object owns the certificate.
@_cdecl("SecTrustGetCertificateAtIndex")
public func secTrustGetCertificateAtIndex(
  _ trust: UnsafeRawPointer?, _ index: Int
) -> UnsafeRawPointer? {
  CTrustCall.read(trust) { object in
    guard let trust, let box = Box.make(SecTrustGetCertificateAtIndex(object, index)) else {
      return nil
    }
    defer { lk_release(box) }
    return lk_box_keep(trust, box)
  }
}

/// The C function `SecTrustCopyKey`.
@_cdecl("SecTrustCopyKey")
public func secTrustCopyKey(_ trust: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CTrustCall.read(trust) { Box.make(SecTrustCopyKey($0)) }
}

/// The C function `SecTrustCopyPublicKey`.
@_cdecl("SecTrustCopyPublicKey")
public func secTrustCopyPublicKey(_ trust: UnsafeRawPointer?) -> UnsafeRawPointer? {
  secTrustCopyKey(trust)
}

/// The C function `SecTrustCopyProperties`.
@_cdecl("SecTrustCopyProperties")
public func secTrustCopyProperties(_ trust: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CTrustCall.read(trust) { CFOutput.object(SecTrustCopyProperties($0)) }
}

/// The C function `SecTrustCopyResult`.
@_cdecl("SecTrustCopyResult")
public func secTrustCopyResult(_ trust: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CTrustCall.read(trust) { CFOutput.object(SecTrustCopyResult($0)) }
}

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
