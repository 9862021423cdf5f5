import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// Creates random bytes for keys, with OpenSSL's generator for private keys.
package enum RandomBytes {
  package static func make(_ count: Int) throws(KeychainError) -> [UInt8] {
    _ = OpenSSLInitialization.isDone
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
      throw openSSLFailure("make random bytes")
    }
    return bytes
  }
}
