import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// OpenSSL's generators, seeded by the kernel and seeded anew in a forked child.
///
/// Keys come from the private generator, so that what others see of the public one says nothing
/// about them even if that generator were weak.
package struct SystemRandom: RandomSource {
  package init() {}

  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    try fill(buffer, with: RAND_bytes)
  }

  package func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    try fill(buffer, with: RAND_priv_bytes)
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer,
    with generator: (UnsafeMutablePointer<UInt8>?, Int32) -> Int32
  ) throws(KeychainError) {
    guard let count = Int32(exactly: buffer.count) else {
      throw KeychainError(.parameter, "too many random bytes at once: \(buffer.count)")
    }
    _ = OpenSSLStart.isDone
    guard generator(buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count) == 1 else {
      throw openSSLFailure("make random bytes")
    }
  }
}
