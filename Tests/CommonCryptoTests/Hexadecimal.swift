extension Array where Element == UInt8 {
  /// Creates the bytes that hexadecimal digits represent.
  init(hex: String) {
    let digits = hex.map { UInt8($0.hexDigitValue ?? 0) }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
