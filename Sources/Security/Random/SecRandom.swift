import Glibc

/// A source of random bytes.
public typealias SecRandomRef = OpaquePointer

/// The default source of random bytes, which is the kernel. The value is nil. There is no other source.
///
/// `nonisolated(unsafe)` is safe here, because the pointer is always nil.
nonisolated(unsafe) public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes from the kernel. The bytes are suitable for keys.
///
/// - Parameters:
///   - rnd: Ignored; pass `kSecRandomDefault`.
///   - count: The number of bytes to write. Zero writes nothing and succeeds.
///   - bytes: The memory to fill.
/// - Returns: `errSecSuccess`; `errSecParam` for a negative count; `errSecInternalComponent` if the kernel returned an
///   error. Use the bytes only after success.
@discardableResult
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  guard count >= 0 else { return errSecParam }
  // Up to this size, getentropy(3) never returns a partial result and is never interrupted, unlike getrandom(2).
  let largestRequest = 256
  for offset in stride(from: 0, to: count, by: largestRequest) {
    let size = min(largestRequest, count - offset)
    guard getentropy(bytes + offset, size) == 0 else { return errSecInternalComponent }
  }
  return errSecSuccess
}
