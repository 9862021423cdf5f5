import CPlatform
import Glibc
package import KeychainModel

/// Content of a known length that arrives in pieces, in a file without a name (memfd_create(2)). It goes with its owner.
package final class SpooledFile: Sendable {
  private let handle: FileDescriptor
  private let noun: String
  private let byteCount: Int
  private let receivedCount = Guarded(0)

  /// - Parameter noun: What it is, for messages.
  /// - Throws: `.notAvailable` when no file can be made.
  package init(byteCount: Int, noun: StaticString) throws(KeychainError) {
    let number = lk_make_memory_file()
    guard number >= 0 else { throw systemFailure("receive", "\(noun)", errno, .writing) }
    handle = FileDescriptor(owning: number)
    self.byteCount = max(0, byteCount)
    self.noun = "\(noun)"
  }

  package var isComplete: Bool { receivedCount.withLock { $0 == byteCount } }

  /// Adds bytes at the end.
  ///
  /// - Throws: `.parameter` for more bytes than the length says; `.inputOutput`, `.allocation`.
  package func append(_ bytes: [UInt8]) throws(KeychainError) {
    try receivedCount.withLock { (received) throws(KeychainError) in
      guard bytes.count <= byteCount - received else {
        throw KeychainError(.parameter, "\(noun) has more bytes than were announced")
      }
      try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
        try handle.write(UnsafeRawBufferPointer(bytes), at: received, noun, "receive")
      }
      received += bytes.count
    }
  }

  /// The content, to be read.
  package func file() throws(KeychainError) -> GivenFile {
    let copy = fcntl(handle.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw systemFailure("receive", noun, errno, .reading) }
    return GivenFile(FileDescriptor(owning: copy), byteCount: byteCount, noun: noun)
  }
}
