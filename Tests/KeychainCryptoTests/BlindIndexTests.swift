import KeychainCrypto
import KeychainModel
import Testing

@Suite struct BlindIndexTests {
  @Test func agreesWithRFC4231() throws {
    for vector in try vectors("hmac-sha-256") {
      let index = try vector[0].withUnsafeBytes { try BlindIndex(key: $0) }
      let expected = try #require(vector[2].prefix(16).withUnsafeBytes { BlindValue($0) })
      // Computes the value twice, because the second computation uses the same context again.
      for _ in 0..<2 {
        #expect(
          try index.value { input in vector[1].withUnsafeBytes { input.append(raw: $0) } }
            == expected)
        #expect(
          try index.tag { input in vector[1].withUnsafeBytes { input.append(raw: $0) } }
            == expected.high)
      }
    }
  }

  @Test func piecesAreEncodedWithTheirLength() throws {
    let index = try makeIndex()
    let text = "Äpfel"
    let direct = try index.value { input in
      ([7, 6, 0, 0, 0, 0, 0, 0, 0] + Array(text.utf8)).withUnsafeBytes { input.append(raw: $0) }
    }
    #expect(
      try index.value { input in
        input.append(byte: 7)
        input.append(text)
      } == direct)
    #expect(
      try index.value { input in
        input.append(byte: 7)
        input.append(Array(text.utf8))
      } == direct)
    #expect(
      try index.value { input in
        input.append("ab")
        input.append("c")
      }
        != index.value { input in
          input.append("a")
          input.append("bc")
        })
  }

  @Test func longInputsGrowTheBuffer() throws {
    let index = try makeIndex()
    let long = String(repeating: "x", count: 100_000)
    let value = try index.value { $0.append(long) }
    #expect(try index.value { $0.append("short") } != value)
    #expect(try index.value { $0.append(long) } == value)
    #expect(try makeIndex().value { $0.append(long) } == value)
  }

  @Test func stringsAreNotNormalised() throws {
    let index = try makeIndex()
    #expect(try index.value { $0.append("\u{E9}") } != index.value { $0.append("e\u{301}") })
  }

  @Test func emptyInputHasAValue() throws {
    let index = try makeIndex()
    #expect(try index.value { _ in } != index.value { $0.append("") })
  }

  @Test func emptyKeyIsRefused() {
    #expect(throws: KeychainError.self) {
      _ = try BlindIndex(key: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  @Test func blindValuesKeepTheirBytes() throws {
    let bytes: [UInt8] = (1...16).map { $0 }
    let value = try #require(bytes.withUnsafeBytes { BlindValue($0) })
    #expect(value.high == 0x0102_0304_0506_0708)
    var written = [UInt8](repeating: 0, count: 16)
    written.withUnsafeMutableBytes { value.write(to: $0) }
    #expect(written == bytes)
    #expect(bytes.dropLast().withUnsafeBytes { BlindValue($0) } == nil)
  }

  private func makeIndex() throws -> BlindIndex {
    try [UInt8](repeating: 9, count: 32).withUnsafeBytes { try BlindIndex(key: $0) }
  }
}
