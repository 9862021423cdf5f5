/// A pseudorandom secret. A number and the length of the secret determine its content.
package struct Pattern: Sendable, Hashable {
  package let seed: Int
  package let byteCount: Int

  package init(seed: Int, byteCount: Int) {
    self.seed = seed
    self.byteCount = byteCount
  }

  package var bytes: [UInt8] {
    var generator = SmallGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount + 8)
    while bytes.count < byteCount {
      withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - byteCount)
    return bytes
  }
}
