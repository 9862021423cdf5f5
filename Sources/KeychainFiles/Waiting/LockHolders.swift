import Glibc

/// The processes that hold a lock of flock(2) on a file, as `/proc/locks` lists them (proc(5)).
///
/// The kernel shows the process that took the lock, and 0 for a process of another namespace. A lock whose
/// process has ended, because a child inherited it, is listed under the ended process.
enum LockHolders {
  /// The content is of no use beyond this size: a sentence names a few processes.
  private static let largestByteCount = 1 << 20

  /// The processes other than this one; none where the file cannot be read.
  static func processes(of file: FileStatus) -> [Int32] {
    guard let text = content() else { return [] }
    return processes(in: text, of: file, except: getpid())
  }

  /// A line is `1: FLOCK ADVISORY WRITE 4711 fd:01:131122 0 EOF`; one that waits has `->` after its number.
  static func processes(in text: String, of file: FileStatus, except own: Int32) -> [Int32] {
    let device = file.device
    let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
    let minor = device & 0xff | (device >> 12) & ~0xff
    var found: [Int32] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", let process = Int32(words[4]), process > 0,
        process != own, !found.contains(process)
      else { continue }
      let place = words[5].split(separator: ":")
      guard place.count == 3, UInt64(place[0], radix: 16) == major,
        UInt64(place[1], radix: 16) == minor, UInt64(place[2]) == file.inode
      else { continue }
      found.append(process)
    }
    return found
  }

  private static func content() -> String? {
    let number = open("/proc/locks", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let handle = FileDescriptor(owning: number)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < largestByteCount {
      let count = uninterrupted { read(handle.number, &buffer, buffer.count) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
