import Glibc

/// The processes that hold a flock(2) lock on a file, as `/proc/locks` lists them (proc(5)).
///
/// The kernel lists the process that took the lock, or 0 for a process of another namespace. If that
/// process has ended but a child inherited the lock, the ended process is listed.
enum LockHolders {
  /// The largest number of bytes to read. The rest of a larger file is ignored, because a message names only a few
  /// processes.
  private static let largestByteCount = 1 << 20

  /// The holders except this process; empty when `/proc/locks` cannot be read.
  static func processes(of file: FileStatus) -> [Int32] {
    guard let text = content() else { return [] }
    return processes(in: text, of: file, except: getpid())
  }

  /// Parses lines like `1: FLOCK ADVISORY WRITE 4711 fd:01:131122 0 EOF`. A line of a waiting process has
  /// `->` after its number.
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
