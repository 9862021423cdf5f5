import Testing

@testable import KeychainStore

@Suite struct RecordDecodingTests {
  @Test(
    arguments: [
      ([0x00], 0, 1), ([0x7F], 127, 1), ([0x81, 0x00], 128, 2), ([0x82, 0x2C, 0xFF], 300, 2),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], -1, 9),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x07], 7, 9),
    ] as [([UInt8], Int64, Int)])
  func variableIntegers(_ bytes: [UInt8], _ value: Int64, _ end: Int) throws {
    let read = try #require(bytes.variableInteger(at: 0))
    #expect(read.value == value)
    #expect(read.end == end)
    #expect(Array(bytes.prefix(end - 1)).variableInteger(at: 0) == nil)
    #expect(bytes.variableInteger(at: -1) == nil)
    #expect(bytes.variableInteger(at: 100) == nil)
  }

  @Test func everyTypeIsRead() {
    let header: [UInt8] = [13, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17]
    let body: [UInt8] =
      [0xFE, 0xFF, 0xFE, 0x80, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 1, 0]
      + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]
      + [1, 2, 0x61, 0x62]
    #expect(
      RecordDecoding.values(of: header + body) == [
        .null, .integer(-2), .integer(-2), .integer(-8_388_608), .integer(2_147_483_647),
        .integer(256), .integer(-1), .real(1.5), .integer(0), .integer(1), .blob([1, 2]),
        .text([0x61, 0x62]),
      ])
  }

  @Test(
    arguments: [
      [], [0], [2], [2, 1], [2, 10, 0], [2, 11, 0], [3, 1], [2, 14, 1, 2], [200, 1],
      [2, 0xFF], [10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE],
    ] as [[UInt8]])
  func whatIsNoRecordIsRefused(_ bytes: [UInt8]) {
    #expect(RecordDecoding.values(of: bytes) == nil)
  }
}
