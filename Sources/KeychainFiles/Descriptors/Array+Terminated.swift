extension [UInt8] {
  /// The bytes of a path or a word as a C string, with a zero byte at the end. They need not be
  /// UTF-8.
  package var terminated: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
