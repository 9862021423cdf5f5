import Glibc

/// Writes to standard output without a buffer, because a kill would lose the content of a buffer.
enum Output {
  static func line(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(1, bytes, bytes.count)
  }

  /// Writes the number of a completed call. The test receives the number even if this process is killed directly
  /// afterwards.
  static func acknowledge(_ number: Int) {
    var number = UInt32(number)
    _ = write(1, &number, 4)
  }

  static func fail(_ text: String) -> Never {
    let bytes = Array("\(text)\n".utf8)
    _ = write(2, bytes, bytes.count)
    _exit(3)
  }
}
