import CPlatform
import Glibc
import KeychainModel

extension FileDescriptor {
  /// The status of the open file, which must be regular and this user's alone.
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

  /// - Throws: `.readOnly` when the file could only be opened to be read.
  func requireWritable(_ path: String) throws(KeychainError) {
    guard lk_is_open_for_writing(number) == 0 else { return }
    throw systemFailure("write", path, EROFS, .writing)
  }

  /// The status of the open file; nil when the system does not tell.
  func status() -> FileStatus? {
    var status = stat()
    return fstat(number, &status) == 0 ? FileStatus(status) : nil
  }

  /// Reads from the file's beginning until the buffer is full or the file ends; gives the number
  /// of bytes.
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

  /// Writes the whole content, from an offset on.
  ///
  /// - Parameter attempt: What is being done, for messages.
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
        // Zero for a nonzero request is no documented answer; looping on it would never end.
        throw systemFailure(attempt, path, count == 0 ? EIO : errno, .writing)
      }
      done += count
    }
  }

  private static var largestToOverwrite: Int64 { 4 << 20 }

  /// Writes random bytes over the content of a small file, down to the disk; false, and nothing
  /// changed, when it is no regular file, is large, or has another number of names: then it is also
  /// somebody else's, or its name leads to another by now.
  func overwrite(nameCount: UInt64, _ path: String) throws(KeychainError) -> Bool {
    // Wide rights, for which a file is refused otherwise, are no reason to spare it.
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
