/// The numbers of the entries that a reader has read. No encoding has two entries with one number: without this rule, a
/// small encoding of many equal entries would become many values.
struct NumberSet {
  private var words = SIMD4<UInt64>.zero

  /// Returns false when the set has the number already.
  mutating func insert(_ number: UInt8) -> Bool {
    let word = Int(number >> 6)
    let bit = UInt64(1) << UInt64(number & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }
}
