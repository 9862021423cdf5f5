import COpenSSL
import CPlatform
package import KeychainModel
import OpenSSLSupport

/// The random generators of the system: the kernel's generator for bytes that need not stay secret, and OpenSSL's
/// generator for keys.
///
/// Keys come from a separate generator. So public output of the kernel's generator says nothing about keys, even if
/// that generator were weak. OpenSSL seeds its generator from the kernel, and seeds it again in a forked child. For a
/// few bytes, the kernel takes a sixth of OpenSSL's time.
package struct SystemRandom: RandomSource {
  package init() {}

  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    guard lk_fill_randomly(buffer.baseAddress, buffer.count) == 0 else {
      throw KeychainError(.inputOutput, "the kernel gives no random bytes")
    }
  }

  package func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    guard let count = Int32(exactly: buffer.count) else {
      throw KeychainError(.parameter, "too many random bytes at once: \(buffer.count)")
    }
    _ = OpenSSLInitialization.isDone
    guard RAND_priv_bytes(buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count) == 1 else {
      throw openSSLFailure("make random bytes")
    }
  }
}
