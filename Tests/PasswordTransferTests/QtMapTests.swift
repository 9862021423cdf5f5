import Testing

@testable import PasswordTransfer

@Suite struct QtMapTests {
  private static let pair: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 2, 0, 0x61, 0, 0, 0, 4, 0xD8, 0x3D, 0xDD, 0x11]

  @Test func entriesAreRead() {
    #expect(QtMap.read([0, 0, 0, 0])?.isEmpty == true)
    #expect(QtMap.read(Self.pair)?.map(\.key) == ["a"])
    #expect(QtMap.read(Self.pair)?.map(\.value) == ["\u{1F511}"])
    let empty: [UInt8] = [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    #expect(QtMap.read(empty)?.map { $0.key + $0.value } == [""])
  }

  @Test func damagedMapsAreRefused() {
    for count in 0..<Self.pair.count { #expect(QtMap.read(Array(Self.pair.prefix(count))) == nil) }
    #expect(QtMap.read(Self.pair + [0]) == nil)
    #expect(QtMap.read([0xFF, 0xFF, 0xFF, 0xFF]) == nil)
    #expect(QtMap.read([0, 0, 0, 1, 0, 0, 0, 1, 0x61, 0, 0, 0, 0]) == nil)
    // A half of a pair of UTF-16 is no character.
    #expect(QtMap.read([0, 0, 0, 1, 0, 0, 0, 2, 0xD8, 0x3D, 0, 0, 0, 0]) == nil)
  }
}
