import KeychainFiles
import KeychainModel
import Testing

@Suite struct TwoCopyCodecTests {
  private let codec = TwoCopyCodec(magic: "LKTEST\r\n", version: 1, checksum: testChecksum)

  @Test(arguments: [0, 1, 4047, 4048, 4049, 4096, 8144, 8145, 20_000])
  func payloadComesBack(count: Int) throws {
    let payload = pattern(count)
    let file = try encode(payload)
    #expect(file.count % 8192 == 0)
    let range = 16..<16 + count
    #expect(try locate(file) == .intact(range))
    #expect(Array(file[range]) == payload)
  }

  @Test(arguments: [0, 48, 4048, 5000])
  func anyDamagedByteIsRepairable(count: Int) throws {
    let payload = pattern(count)
    var file = try encode(payload)
    for index in file.indices {
      file[index] ^= 0x5A
      guard case .repairable(let range) = try locate(file), Array(file[range]) == payload else {
        Issue.record("byte \(index) of \(file.count)")
        return
      }
      file[index] ^= 0x5A
    }
  }

  @Test(arguments: [48, 5000])
  func anyTruncationGivesThePayloadOrDamage(count: Int) throws {
    let payload = pattern(count)
    let file = try encode(payload)
    for length in file.indices {
      let state = try locate(Array(file.prefix(length)))
      if length < 16 + count + 32 {
        guard state == .damaged else { Issue.record("cut to \(length)"); return }
      } else {
        guard state == .repairable(16..<16 + count) else {
          Issue.record("cut to \(length)"); return
        }
      }
    }
  }

  @Test func eitherCopySufficesWhenTheOtherIsLost() throws {
    let payload = pattern(5000)
    let file = try encode(payload)
    let zeros = [UInt8](repeating: 0, count: 8192)
    #expect(try locate(zeros + file[8192...]) == .repairable(8192 + 16..<8192 + 16 + 5000))
    #expect(try locate(file[..<8192] + zeros) == .repairable(16..<16 + 5000))
    #expect(try locate(zeros + zeros) == .damaged)
  }

  @Test func secondCopyIsFoundWhenTheFirstLostItsLength() throws {
    var file = try encode(pattern(5000))
    file.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try locate(file) == .repairable(8192 + 16..<8192 + 16 + 5000))
  }

  @Test func firstOfTwoDifferentCopiesCounts() throws {
    let file = try encode([1, 2, 3])[..<4096] + encode([4, 5, 6])[4096...]
    #expect(try locate(Array(file)) == .repairable(16..<19))
  }

  @Test func copyInsideAPayloadIsNotTakenForTheFile() throws {
    // The payload contains the encoded copy of another payload, at a block boundary of the file. Decoding must not use
    // this inner copy.
    let inner = try encode([1, 2, 3])[..<4096]
    var file = try encode([UInt8](repeating: 9, count: 3 * 4096 - 16) + inner)
    file[0] ^= 1
    file[file.count / 2] ^= 1
    #expect(try locate(file) == .damaged)
  }

  @Test func unknownVersionIsRefusedNotRepaired() throws {
    let newer = TwoCopyCodec(magic: "LKTEST\r\n", version: 2, checksum: testChecksum)
    let file = try encode([1], with: newer)
    let error = #expect(throws: KeychainError.self) { _ = try locate(file) }
    #expect(error?.code == .notAvailable)
  }

  @Test func anotherMagicIsDamage() throws {
    let other = TwoCopyCodec(magic: "LKOTHER\n", version: 1, checksum: testChecksum)
    let file = try encode([1], with: other)
    #expect(try locate(file) == .damaged)
  }

  private func encode(_ payload: [UInt8], with other: TwoCopyCodec? = nil) throws -> [UInt8] {
    try payload.withUnsafeBytes { try (other ?? codec).encode($0).withUnsafeBytes { Array($0) } }
  }

  private func locate(_ file: [UInt8]) throws -> TwoCopyState {
    try file.withUnsafeBytes { try codec.locatePayload(in: $0) }
  }
}
