/// A value of 128 bits that represents another value without revealing it: a truncated
/// HMAC-SHA-256.
package struct BlindValue: SixteenBytes {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}
