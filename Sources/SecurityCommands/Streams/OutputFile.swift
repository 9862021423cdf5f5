import CPlatform
import Glibc

/// A file that only its owner may read, and that appears under its name only when it is complete.
///
/// It is written under another name beside its place and renamed: nothing is ever written through
/// a symbolic link or into a file that somebody else has open.
struct OutputFile: ~Copyable {
  private let name: Word
  private let path: [CChar]
  private let temporaryPath: [CChar]
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var isComplete = false

  private static let capacity = 1 << 16

  /// Begins a file. One that has the name may be replaced, if it is an ordinary file.
  ///
  /// - Parameter name: The path, which need not be UTF-8.
  init(_ name: Word) throws(CommandFailure) {
    let path = Self.terminated(name.bytes)
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .failed("\(name.text): only an ordinary file may be replaced")
    }
    var template = Self.terminated(name.bytes + Array(".XXXXXX".utf8))
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.failure(name, StreamFailure(error: errno)) }
    self.name = name
    self.path = path
    self.descriptor = descriptor
    temporaryPath = template
  }

  deinit {
    close(descriptor)
    if !isComplete { unlink(temporaryPath) }
  }

  mutating func write(_ bytes: [UInt8]) throws(CommandFailure) {
    pending += bytes
    if pending.count > Self.capacity { try flush() }
  }

  /// Gives the file its name.
  mutating func finish() throws(CommandFailure) {
    try flush()
    guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else {
      throw Self.failure(name, StreamFailure(error: errno))
    }
    isComplete = true
  }

  private mutating func flush() throws(CommandFailure) {
    do throws(StreamFailure) {
      try writeAll(pending, to: descriptor)
    } catch {
      throw Self.failure(name, error)
    }
    // It may have held a secret.
    pending.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) }
    pending.removeAll(keepingCapacity: true)
  }

  private static func failure(_ name: Word, _ failure: StreamFailure) -> CommandFailure {
    .failed("\(name.text): \(failure.text)")
  }

  private static func terminated(_ path: [UInt8]) -> [CChar] {
    path.map(CChar.init(bitPattern:)) + [0]
  }
}
