import KeychainModel
import Testing

@testable import RowSealing

/// Tests of encoded items that have an entry twice. A backup of such items would use many times its size in memory.
@Suite struct RepeatedEntriesTests {
  private static let schema = ItemSchema.of(.genericPassword)

  private func metadata(_ bytes: [UInt8]) throws -> OpenedRow {
    try bytes.withUnsafeBytes { try MetadataCoding.decode($0, Self.schema) }
  }

  private func secret(_ bytes: [UInt8]) throws -> SecretContent {
    try bytes.withUnsafeBytes { try SecretContent(decoding: $0, Self.schema) }
  }

  /// One text, one unknown attribute.
  @Test(arguments: [1, 2, 3, 200]) func metadataWithAnEntryTwiceIsMalformed(_ number: UInt8) throws {
    let entry: [UInt8] = [number, 2, 0]
    _ = try metadata(entry)
    #expect(failure { _ = try metadata(entry + entry) }?.code == .decode)
  }

  @Test(arguments: [1, 200, 254]) func aSecretWithAnEntryTwiceIsMalformed(_ number: UInt8) throws {
    let entry: [UInt8] = [number, 0]
    _ = try secret([1] + entry)
    #expect(failure { _ = try secret([1] + entry + entry) }?.code == .decode)
  }

  @Test func everyNumberMayOccurOnce() throws {
    var set = NumberSet()
    for isNew in [true, false] {
      for number in 0...255 as ClosedRange<UInt8> {
        let isInserted = set.insert(number)
        #expect(isInserted == isNew)
      }
    }
  }
}
