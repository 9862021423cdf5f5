import CPlatform
import Glibc
import KeychainModel

/// An open file descriptor with one owner. The descriptor is closed at the end of its lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes ownership of a descriptor. No other code may close the descriptor.
  package init(owning number: Int32) { self.number = number }

  // The result of close(2) is ignored, because on Linux close(2) frees the descriptor even when the call reports an
  // error. Everything that must reach the disk was synchronised before.
  deinit { _ = close(number) }
}

extension FileDescriptor {
  /// The status of the open file. Throws unless the file is a regular file that only this user can access.
  @discardableResult
  func requirePrivateRegularFile(_ path: String) throws(KeychainError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    let result = FileStatus(status)
    try result.requirePrivateRegularFile(path)
    return result
  }

  /// - Throws: `.readOnly` when the file is open for reading only.
  func requireWritable(_ path: String) throws(KeychainError) {
    guard lk_is_open_for_writing(number) == 0 else { return }
    throw systemFailure("write", path, EROFS, .writing)
  }

  /// The status of the open file; nil when the system call fails.
  func status() -> FileStatus? {
    var status = stat()
    return fstat(number, &status) == 0 ? FileStatus(status) : nil
  }

  /// Reads from the beginning of the file until the buffer is full or the file ends. Returns the number of bytes that
  /// were read.
  func read(into buffer: UnsafeMutableRawBufferPointer, _ path: String) throws(KeychainError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = uninterrupted { pread(number, rest.baseAddress, rest.count, off_t(done)) }
      guard count >= 0 else { throw systemFailure("read", path, errno, .reading) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes the whole content, starting at an offset.
  ///
  /// - Parameter attempt: The current operation, for error messages.
  func write(
    _ content: UnsafeRawBufferPointer, at offset: Int = 0, _ path: String,
    _ attempt: String = "write"
  ) throws(KeychainError) {
    var done = 0
    while done < content.count {
      let rest = UnsafeRawBufferPointer(rebasing: content[done...])
      let count = uninterrupted {
        pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
      }
      guard count > 0 else {
        // A return value of zero for a nonzero request is undocumented. Retrying could loop
        // forever.
        throw systemFailure(attempt, path, count == 0 ? EIO : errno, .writing)
      }
      done += count
    }
  }

  private static var largestToOverwrite: Int64 { 4 << 20 }

  /// Overwrites the content of a file with random bytes, durably. Returns false, without any change, unless the file is
  /// regular, has at most 4 MiB and has exactly `nameCount` names (hard links). If the file has more names, other
  /// programs may use the file. If the file has fewer names, another program has removed or replaced a name.
  func overwrite(nameCount: UInt64, _ path: String) throws(KeychainError) -> Bool {
    // The permissions of the file are not checked. Other functions reject a file that other users can access, but this
    // function must overwrite such a file as well.
    guard let status = status(), status.isRegularFile, status.linkCount == nameCount,
      status.byteCount <= Self.largestToOverwrite
    else { return false }
    var noise = WipedBytes(count: Int(status.byteCount))
    let isRandom = noise.withUnsafeMutableBytes { lk_fill_randomly($0.baseAddress, $0.count) == 0 }
    guard isRandom else { throw systemFailure("get random bytes for", path, errno, .writing) }
    try noise.withUnsafeBytes { bytes throws(KeychainError) in try write(bytes, path) }
    try synchronize(path)
    return true
  }

  /// Waits until the content is on the disk.
  func synchronize(_ path: String) throws(KeychainError) {
    guard uninterrupted({ fsync(number) }) == 0 else {
      throw systemFailure("synchronize", path, errno, .writing)
    }
  }
}

extension [UInt8] {
  /// The bytes as a C string, with a zero byte at the end. The bytes need not be UTF-8.
  package var terminated: [CChar] {
    [CChar](unsafeUninitializedCapacity: count + 1) { buffer, filled in
      for (index, byte) in enumerated() { buffer[index] = CChar(bitPattern: byte) }
      buffer[count] = 0
      filled = count + 1
    }
  }
}
