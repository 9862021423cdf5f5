import Glibc

/// An open file descriptor with one owner, closed when the owner lets go.
package struct FileDescriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes over a descriptor that nobody else will close.
  init(owning number: Int32) { self.number = number }

  // The result is of no use: on Linux the descriptor is gone even when close(2) reports an error,
  // and everything that must reach the disk was synchronised before.
  deinit { _ = close(number) }
}
