import CPlatform
import Glibc

/// Ends a `poll` call of another thread.
final class PromptCancellation: Sendable {
  /// Becomes readable on cancellation.
  let descriptor: Int32
  private let writing: Int32

  /// Returns nil when no descriptors are available.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard lk_pipe(&ends) == 0 else { return nil }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// One byte is sufficient, because it is never read.
  func cancel() { lk_write_quietly(writing, "x", 1) }
}
