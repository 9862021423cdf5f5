import Glibc

/// Writes immediately, without a buffer that a kill would lose.
enum Output {
  static func line(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(1, bytes, bytes.count)
  }

  /// Acknowledges a call. The reader receives this even if the process is killed directly
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
