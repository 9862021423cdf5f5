import KeychainModel
import Synchronization

/// Keeps the last used context, because preparing a context takes a considerable part of the time
/// of a signature.
///
/// A thread takes the context out while it uses it. Meanwhile, another thread finds an empty slot
/// and creates its own context. There is no lock, so a child that is forked in between finds an
/// empty slot at worst.
final class KeyContextSlot: Sendable {
  /// The address of the context; 0 when the slot is empty.
  private let kept = Atomic<UInt>(0)

  deinit { _ = exchange(nil) }

  /// Runs `body` with a context for a purpose. After an error, the context is not reused.
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

  /// Puts a context into the slot and returns the previous one. The slot owns one reference to its
  /// context.
  private func exchange(_ context: KeyContext?) -> KeyContext? {
    let new = context.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
    let old = kept.exchange(new ?? 0, ordering: .acquiringAndReleasing)
    return UnsafeRawPointer(bitPattern: old).map {
      Unmanaged<KeyContext>.fromOpaque($0).takeRetainedValue()
    }
  }
}
