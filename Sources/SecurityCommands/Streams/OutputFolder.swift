import CPlatform
import Glibc

/// The folder that an output file is made in: the same one to the end, whatever its path names
/// meanwhile.
final class OutputFolder {
  private let descriptor: Int32

  init(_ path: [UInt8]) throws(StreamFailure) {
    descriptor = lk_open_passage(AT_FDCWD, Self.terminated(path))
    guard descriptor >= 0 else { throw StreamFailure(error: errno) }
  }

  deinit { close(descriptor) }

  /// Whether a name is free or that of an ordinary file.
  func mayReplace(_ name: [UInt8]) throws(StreamFailure) -> Bool {
    var status = stat()
    if fstatat(descriptor, Self.terminated(name), &status, AT_SYMLINK_NOFOLLOW) == 0 {
      return status.st_mode & S_IFMT == S_IFREG
    }
    guard errno == ENOENT else { throw StreamFailure(error: errno) }
    return true
  }

  /// A new file without a name, for its owner alone; nil where that cannot be.
  func makeNamelessFile() -> Int32? {
    let file = lk_open_nameless(descriptor)
    return file >= 0 ? file : nil
  }

  /// A new file for its owner alone, under a name that resembles another.
  func makeFile(
    beside name: [UInt8]
  ) throws(StreamFailure) -> (descriptor: Int32, name: [UInt8]?) {
    while true {
      let attempt = Self.temporaryName(name)
      let file = lk_open_new(descriptor, Self.terminated(attempt))
      if file >= 0 { return (file, attempt) }
      guard errno == EEXIST else { throw StreamFailure(error: errno) }
    }
  }

  /// Gives a file its first name, unless that is taken: then false.
  func link(_ file: Int32, as name: [UInt8]) throws(StreamFailure) -> Bool {
    if lk_link_open_file(file, descriptor, Self.terminated(name)) == 0 { return true }
    guard errno == EEXIST else { throw StreamFailure(error: errno) }
    return false
  }

  /// Gives a file its first name: one that resembles another.
  func link(_ file: Int32, beside name: [UInt8]) throws(StreamFailure) -> [UInt8] {
    while true {
      let attempt = Self.temporaryName(name)
      if try link(file, as: attempt) { return attempt }
    }
  }

  func rename(_ name: [UInt8], to other: [UInt8]) throws(StreamFailure) {
    guard
      renameat(descriptor, Self.terminated(name), descriptor, Self.terminated(other)) == 0
    else { throw StreamFailure(error: errno) }
  }

  func remove(_ name: [UInt8]) { unlinkat(descriptor, Self.terminated(name), 0) }

  /// Makes the names last through a crash of the machine, as far as the folder lets its user.
  func synchronize() throws(StreamFailure) {
    let readable = lk_open_folder(descriptor, ".")
    guard readable >= 0 else { return }
    defer { close(readable) }
    guard fsync(readable) == 0 || errno == EINVAL else { throw StreamFailure(error: errno) }
  }

  private static func temporaryName(_ name: [UInt8]) -> [UInt8] {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let suffix = (0..<8).map { _ in letters[Int.random(in: letters.indices)] }
    // A name has 255 bytes at most.
    return name.prefix(240) + [UInt8(ascii: ".")] + suffix
  }

  private static func terminated(_ path: [UInt8]) -> [CChar] {
    path.map(CChar.init(bitPattern:)) + [0]
  }
}
