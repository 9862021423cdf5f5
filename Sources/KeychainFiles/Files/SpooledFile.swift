import CPlatform
import Glibc
package import KeychainModel

/// A file without a name. The writer and the reader of the file can work at different speeds. The content is deleted
/// with this object, and also when the process is killed.
package final class SpooledFile: Sendable {
  /// What a file leaves to others.
  package struct Spared: Sendable {
    /// The number of bytes that stay free on the file system.
    package let freeByteCount: Int
    /// The largest size of a file in memory.
    package let largestInMemory: Int

    /// - Parameters:
    ///   - freeByteCount: The number of bytes that stay free on the file system; zero if the file may fill it.
    package init(freeByteCount: Int = 0, largestInMemory: Int = .max) {
      self.freeByteCount = freeByteCount
      self.largestInMemory = largestInMemory
    }

    /// - Parameter noun: What needs the room, for messages.
    /// - Throws: `.notAvailable` with the cause `diskFull` when further bytes leave too little of the disk to others.
    package func requireRoom(for count: Int, in folder: ProtectedDirectory, _ noun: String) throws(KeychainError) {
      guard freeByteCount > 0 else { return }
      guard try folder.freeByteCount() - Int64(count) >= Int64(freeByteCount) else {
        throw KeychainError(
          .notAvailable, "\(noun) would leave less than \(freeByteCount >> 20) MiB of the disk free",
          because: .diskFull)
      }
    }
  }

  private let handle: FileDescriptor
  private let noun: String
  private let largestByteCount: Int
  /// The folder on whose file system the file is; nil for a file in memory.
  private let folder: ProtectedDirectory?
  private let spared: Spared
  private let writtenCount = ForkSafeMutex(0)

  /// - Parameters:
  ///   - folder: The folder of the file (open(2) with `O_TMPFILE`). The bytes are in memory (memfd_create(2)) when
  ///     `folder` is nil, or when the file system of the folder does not support files without a name.
  ///   - largestByteCount: The largest number of bytes that is accepted.
  ///   - spared: What the file leaves to others. If the disk has no room for `largestByteCount` bytes, no file is made.
  ///   - further: The number of further bytes for which the disk must have room, because the content is copied.
  ///   - noun: The kind of content, for messages.
  /// - Throws: `.notAvailable` when no file can be created, with the cause `diskFull` when it has no room.
  package init(
    in folder: ProtectedDirectory?, largestByteCount: Int = .max, sparing spared: Spared = Spared(),
    andRoomFor further: Int = 0, noun: StaticString
  ) throws(KeychainError) {
    if let folder, let file = folder.makeNamelessFile() {
      handle = file
      self.folder = folder
    } else {
      self.folder = nil
      let number = lk_make_memory_file()
      guard number >= 0 else { throw systemFailure("receive", "\(noun)", errno, .writing) }
      handle = FileDescriptor(owning: number)
    }
    self.largestByteCount = max(0, largestByteCount)
    self.noun = "\(noun)"
    self.spared = spared
    let announced = largestByteCount == .max ? 0 : self.largestByteCount
    try requireRoom(for: announced, after: 0)
    if let folder { try spared.requireRoom(for: announced + further, in: folder, self.noun) }
  }

  /// - Throws: `.notAvailable` with the cause `diskFull` when further bytes leave too little to others.
  private func requireRoom(for count: Int, after written: Int) throws(KeychainError) {
    guard let folder else {
      guard count <= spared.largestInMemory - written else {
        throw KeychainError(
          .notAvailable,
          "the file system has no files without a name, and \(noun) would take more than "
            + "\(spared.largestInMemory >> 20) MiB of memory", because: .diskFull)
      }
      return
    }
    try spared.requireRoom(for: count, in: folder, noun)
  }

  /// The number of bytes that were written.
  package var byteCount: Int { writtenCount.withLock { $0 } }

  /// Whether no more bytes are accepted.
  package var isFull: Bool { byteCount == largestByteCount }

  /// Appends bytes.
  ///
  /// - Throws: `.parameter` for more bytes than are accepted; `.notAvailable` with the cause `diskFull` when the bytes
  ///   leave too little to others, and on a full disk; `.inputOutput`, `.allocation`.
  package func append(_ bytes: [UInt8]) throws(KeychainError) {
    try writtenCount.withLock { (written) throws(KeychainError) in
      guard bytes.count <= largestByteCount - written else {
        throw KeychainError(.parameter, "\(noun) has more bytes than were announced")
      }
      try requireRoom(for: bytes.count, after: written)
      try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
        try handle.write(UnsafeRawBufferPointer(bytes), at: written, noun, "receive")
      }
      written += bytes.count
    }
  }

  /// Removes all bytes.
  package func removeAll() throws(KeychainError) {
    try writtenCount.withLock { (written) throws(KeychainError) in
      guard uninterrupted({ ftruncate(handle.number, 0) }) == 0 else {
        throw systemFailure("receive", noun, errno, .writing)
      }
      written = 0
    }
  }

  /// The content, for reading.
  package func file() throws(KeychainError) -> InputFile {
    let copy = fcntl(handle.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw systemFailure("receive", noun, errno, .reading) }
    return InputFile(FileDescriptor(owning: copy), byteCount: byteCount, noun: noun)
  }

  /// The bytes from an offset on, at most `count`.
  package func bytes(from offset: Int, atMost count: Int) throws(KeychainError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, byteCount - offset)))
    let file = try file()
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes
  }
}
