import Glibc

/// An open file descriptor with one owner. It is closed at the end of its lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes over a descriptor. No other code may close it.
  init(owning number: Int32) { self.number = number }

  // The result is ignored: on Linux, close(2) frees the descriptor even when it reports an error.
  // Everything that must reach the disk was synchronised before.
  deinit { _ = close(number) }
}
