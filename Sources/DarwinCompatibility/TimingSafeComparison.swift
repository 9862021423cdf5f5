import COpenSSL

/// Compares bytes in constant time, like timingsafe_bcmp(3) on Apple's platforms. The time depends only on the number
/// of bytes.
///
/// - Returns: 0 if all `len` bytes are equal or `len` is 0; otherwise 1.
@_disfavoredOverload
public func timingsafe_bcmp(
  _ b1: UnsafeRawPointer!, _ b2: UnsafeRawPointer!, _ len: Int
) -> Int32 {
  CRYPTO_memcmp(b1, b2, len) == 0 ? 0 : 1
}
