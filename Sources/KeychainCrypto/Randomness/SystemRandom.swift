import COpenSSL
import CPlatform
package import KeychainModel
import OpenSSLSupport

/// The generators of the system: the kernel's for bytes that may become known, and OpenSSL's for keys.
///
/// Keys come from a generator of their own, so that what others see of the kernel's says nothing about them even if
/// that one were weak. OpenSSL seeds its generator by the kernel, and again in the child of a fork. For a few bytes the
/// kernel is asked in a sixth of the time that OpenSSL takes.
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
    _ = OpenSSLStart.isDone
    guard RAND_priv_bytes(buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count) == 1 else {
      throw openSSLFailure("make random bytes")
    }
  }
}
