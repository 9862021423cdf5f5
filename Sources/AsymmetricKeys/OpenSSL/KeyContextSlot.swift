import KeychainModel
import Synchronization

/// Keeps the context that was used last: to prepare one costs a good part of a signature.
///
/// A thread takes the context out while it works with it, so that another finds none and makes its
/// own. Without a lock: a child that is forked in the meantime finds the slot empty, at worst.
final class KeyContextSlot: Sendable {
  /// The address of the context, 0 without one.
  private let kept = Atomic<UInt>(0)

  deinit { _ = exchange(nil) }

  /// Runs `body` with a context for a purpose. One that failed is not used again.
  func use<Result>(
    _ key: OpaquePointer, _ purpose: KeyContext.Purpose,
    _ body: (OpaquePointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var context = exchange(nil)
    if context?.purpose != purpose { context = nil }
    let ready = if let context { context } else { try KeyContext(key, purpose) }
    let result = try body(ready.pointer)
    _ = exchange(ready)
    return result
  }

  /// Puts a context in and takes out what was there. The slot owns one reference to what it holds.
  private func exchange(_ context: KeyContext?) -> KeyContext? {
    let new = context.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
    let old = kept.exchange(new ?? 0, ordering: .acquiringAndReleasing)
    return UnsafeRawPointer(bitPattern: old).map {
      Unmanaged<KeyContext>.fromOpaque($0).takeRetainedValue()
    }
  }
}
