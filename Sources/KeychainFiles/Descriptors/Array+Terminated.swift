extension [UInt8] {
  /// A path or a word as C has it, with a zero at the end. It need not be UTF-8.
  package var terminated: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
