import Glibc
package import KeychainModel

/// Waits until a file is written (inotify(7)).
package final class FileWatch: Sendable {
  private let descriptor: FileDescriptor

  /// - Throws: `.notAvailable` when the file cannot be watched.
  package init(_ path: String) throws(KeychainError) {
    let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard number >= 0 else { throw systemFailure("watch", path, errno, .reading) }
    descriptor = FileDescriptor(owning: number)
    guard inotify_add_watch(number, path, UInt32(IN_MODIFY)) >= 0 else {
      throw systemFailure("watch", path, errno, .reading)
    }
  }

  /// Waits until another program writes to the file, or until the deadline.
  ///
  /// - Returns: Whether a program has written to the file since the last call.
  package func wait(until deadline: Deadline) -> Bool {
    var event = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, Int32(clamping: deadline.remaining.wholeMilliseconds)) > 0 else {
      return false
    }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(descriptor.number, buffer.baseAddress, buffer.count) > 0 {}
    }
    return true
  }
}
