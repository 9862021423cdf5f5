import Testing

@testable import SecurityCommands

/// Tests of a buffer that collects output. A full buffer passes its content on.
@Suite struct OutputBufferTests {
  private struct Refused: Error {}

  /// Appends pieces to a buffer with the capacity `capacity`, and drains the buffer. Returns the pieces that the buffer
  /// has passed on.
  private func sent(_ pieces: [[UInt8]], capacity: Int) -> [[UInt8]] {
    let buffer = OutputBuffer(capacity: capacity)
    var sent: [[UInt8]] = []
    for piece in pieces { buffer.append(piece) { sent.append(Array($0)) } }
    if !buffer.isEmpty { buffer.drain { sent.append(Array($0)) } }
    #expect(buffer.isEmpty)
    return sent
  }

  private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  @Test(arguments: [1, 7, 2047, 2048, 2049, 10_000, 65_536])
  func everythingComesOutInOrder(_ capacity: Int) {
    for count in [0, 1, 2047, 2048, 2049, 65_535, 65_536, 65_537, 200_000] {
      let content = pattern(count)
      #expect(sent([content], capacity: capacity).flatMap { $0 } == content)
      let pieces = stride(from: 0, to: count, by: 1000).map {
        Array(content[$0..<min(count, $0 + 1000)])
      }
      let parts = sent(pieces, capacity: capacity)
      #expect(parts.flatMap { $0 } == content)
      #expect(parts.count == (count + capacity - 1) / capacity)
    }
  }

  @Test func whatIsRefusedIsForgotten() {
    let buffer = OutputBuffer(capacity: 10)
    #expect(throws: Refused.self) {
      try buffer.append(pattern(11)) { (_) throws(Refused) in throw Refused() }
    }
    #expect(buffer.isEmpty)
  }
}
