import Testing

@testable import KeychainStore

@Suite struct QuarantineRecordTests {
  private let record = QuarantineRecord([
    ("id", .integer(.min)), ("mark", .integer(-1)), ("ref", .blob([])), ("moved", .real(-0.0)),
    ("text", .text([0xFF, 0])), ("meta", .blob(Array(0...255))), ("secret", .null),
  ])

  @Test func everyTypeComesBackExactly() throws {
    let decoded = try #require(QuarantineRecord(decoding: record.encoded))
    #expect(decoded == record)
    #expect(decoded["moved"] == .real(-0.0))
    #expect(decoded["none"] == nil)
  }

  @Test func whatIsNotWholeIsRefused() {
    let bytes = record.encoded
    for count in 0..<bytes.count {
      #expect(QuarantineRecord(decoding: Array(bytes[..<count])) == nil)
    }
    #expect(QuarantineRecord(decoding: bytes + [0]) == nil)
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 0xFF
      // The decoder may return any result, but must not crash.
      _ = QuarantineRecord(decoding: changed)
    }
  }
}
