import Foundation
import KeychainModel
import Testing

@testable import CertificateTrust
@testable import PropertyLists

/// Tests of the binary form of property lists. Foundation writes the property lists that the tests read.
@Suite struct BinaryPropertyListTests {
  private static let value: PropertyListValue = .dictionary([
    "text": .string("plain"), "letters": .string("sömé 🔑"), "": .string(""),
    "long": .string(String(repeating: "x", count: 300)), "data": .data([0, 1, 255]),
    "numbers": .array([.integer(0), .integer(255), .integer(65_536), .integer(-1), .integer(.max)]),
    "real": .real(0.5), "date": .date(12.5), "yes": .boolean(true), "no": .boolean(false),
    "nested": .array([.dictionary(["a": .array([])])]),
  ])

  private static func object(_ value: PropertyListValue) -> Any {
    switch value {
    case .string(let text): text
    case .data(let bytes): Data(bytes)
    case .integer(let number): number
    case .real(let number): number
    case .boolean(let flag): flag
    case .date(let time): Date(timeIntervalSinceReferenceDate: time)
    case .array(let members): members.map(object)
    case .dictionary(let entries): entries.mapValues(object)
    }
  }

  private static func written(_ value: PropertyListValue) throws -> [UInt8] {
    Array(
      try PropertyListSerialization.data(
        fromPropertyList: object(value), format: .binary, options: 0))
  }

  @Test func everyKindIsReadAsFoundationWroteIt() throws {
    #expect(try PropertyListValue(file: Self.written(Self.value)) == Self.value)
    let many = PropertyListValue.array((0..<1000).map { .integer($0) })
    #expect(try PropertyListValue(file: Self.written(many)) == many)
  }

  /// A truncated file or a changed byte must not crash the program.
  @Test func damagedFilesAreRefusedOrAnother() throws {
    let whole = try Self.written(Self.value)
    for count in 0..<whole.count {
      #expect(throws: KeychainError.self) {
        try BinaryPropertyListReader.read(Array(whole.prefix(count)))
      }
    }
    for place in whole.indices {
      for bit in [UInt8(1), 0x10, 0x80, 0xFF] {
        var damaged = whole
        damaged[place] ^= bit
        _ = try? BinaryPropertyListReader.read(damaged)
      }
    }
  }

  /// The test files are an array that contains itself, and a small file that represents a huge number of values.
  @Test func filesThatGrowAreRefused() {
    func file(_ objects: [[UInt8]], top: UInt8) -> [UInt8] {
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt8] = []
      for object in objects {
        offsets.append(UInt8(bytes.count))
        bytes += object
      }
      let table = UInt8(bytes.count)
      bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
      for number in [UInt8(objects.count), top, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
      return bytes
    }
    let itself = file([[0xA1, 0]], top: 0)
    #expect(throws: KeychainError.self) { try BinaryPropertyListReader.read(itself) }
    var levels: [[UInt8]] = [[0x09]]
    for level in 0..<14 { levels.append([0xAE] + [UInt8](repeating: UInt8(level), count: 14)) }
    let wide = file(levels, top: UInt8(levels.count - 1))
    #expect(throws: KeychainError.self) { try BinaryPropertyListReader.read(wide) }
    #expect(
      (try? BinaryPropertyListReader.read(file([[0xA1, 1], [0x09]], top: 0)))
        == .array([.boolean(true)]))
  }
}
