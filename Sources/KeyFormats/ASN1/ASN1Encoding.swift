import AsymmetricKeys
import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// Reads and writes ASN.1 with OpenSSL's functions `d2i_…` and `i2d_…`.
package enum ASN1Encoding {
  /// Calls a `d2i_…` function and returns its result. Returns nil unless the function reads all bytes.
  package static func read(
    _ bytes: [UInt8],
    _ function: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?,
    free: (OpaquePointer?) -> Void
  ) -> OpaquePointer? {
    bytes.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      guard place != nil, let result = function(&place, buffer.count) else {
        ERR_clear_error()
        return nil
      }
      guard place == buffer.baseAddress.map({ $0 + buffer.count }) else {
        free(result)
        return nil
      }
      return result
    }
  }

  /// Calls an `i2d_…` function and returns the bytes that it writes.
  package static func written(
    _ function: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) throws(KeychainError) -> [UInt8] {
    let count = function(nil)
    guard count > 0 else { throw openSSLFailure("write a key") }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let done = bytes.withUnsafeMutableBufferPointer { buffer in
      var place = buffer.baseAddress
      return function(&place) == count
    }
    guard done else {
      bytes.wipe()
      throw openSSLFailure("write a key")
    }
    return bytes
  }
}
