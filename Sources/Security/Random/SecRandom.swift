import Glibc

/// A source of random bytes.
public typealias SecRandomRef = OpaquePointer

/// The default source of random bytes: the kernel. It is nil, and the only one there is.
///
/// `nonisolated(unsafe)` is safe here: the pointer is nil and stays it.
nonisolated(unsafe) public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes fit for keys, taken from the kernel.
///
/// - Parameters:
///   - rnd: Ignored; pass `kSecRandomDefault`.
///   - count: How many bytes to write. Zero writes nothing and succeeds.
///   - bytes: Where to write them.
/// - Returns: `errSecSuccess`; `errSecParam` for a negative count; `errSecInternalComponent` if the
///   kernel gave no randomness. The bytes are to be used only after success.
@discardableResult
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  guard count >= 0 else { return errSecParam }
  // getentropy(3) is getrandom(2) without partial results or interruptions, up to this size.
  let largestRequest = 256
  for offset in stride(from: 0, to: count, by: largestRequest) {
    let size = min(largestRequest, count - offset)
    guard getentropy(bytes + offset, size) == 0 else { return errSecInternalComponent }
  }
  return errSecSuccess
}
