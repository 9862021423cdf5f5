import Glibc

/// Writes at once, without a buffer that a kill would empty.
enum Output {
  static func line(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(1, bytes, bytes.count)
  }

  /// Acknowledges a call. The reader has it even when this process dies right after.
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
