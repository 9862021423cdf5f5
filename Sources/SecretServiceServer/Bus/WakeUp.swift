import Glibc
import KeychainModel

/// Wakes the thread of the service from another thread.
final class WakeUp: Sendable {
  /// Becomes readable after `send`.
  let descriptor: Int32
  private let end: Int32

  init() throws(KeychainError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw KeychainError(.notAvailable, "no descriptors are left", because: .outOfMemory)
    }
    (descriptor, end) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(end)
  }

  func send() {
    // A full buffer already wakes the thread.
    var byte: UInt8 = 0
    _ = write(end, &byte, 1)
  }

  /// Returns whether `send` was called since the last call.
  func take() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    var isSent = false
    while read(descriptor, &bytes, bytes.count) > 0 { isSent = true }
    return isSent
  }
}
