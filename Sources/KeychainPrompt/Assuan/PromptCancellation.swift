import CPlatform
import Glibc

/// Ends a wait with `poll` from another thread.
final class PromptCancellation: Sendable {
  /// Becomes readable when it is cancelled.
  let descriptor: Int32
  private let writing: Int32

  /// Nil when no descriptors can be had.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard lk_pipe(&ends) == 0 else { return nil }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Once is enough: nobody reads it.
  func cancel() { lk_write_quietly(writing, "x", 1) }
}
