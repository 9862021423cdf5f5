import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@Suite struct TwoCopyFileTests {
  private let temporary: TemporaryDirectory
  private let file: TwoCopyFile

  init() throws {
    temporary = try TemporaryDirectory()
    let directory = try ProtectedDirectory.openOrCreate(temporary.path)
    file = TwoCopyFile(
      ProtectedFile("keybag", in: directory),
      codec: TwoCopyCodec(magic: "LKTEST\r\n", version: 1, checksum: testChecksum), limit: 65536)
  }

  @Test func missingFileIsNil() throws {
    #expect(try read() == nil)
    #expect(try file.repair() == false)
  }

  @Test func payloadIsCreatedReadAndReplaced() throws {
    #expect(try create([1, 2]))
    #expect(try create([3]) == false)
    #expect(try read() == Reading(payload: [1, 2], needsRepair: false))
    try replace([3])
    #expect(try read() == Reading(payload: [3], needsRepair: false))
  }

  @Test func damagedCopyIsWrittenAnewFromTheOther() throws {
    #expect(try create([1, 2]))
    let whole = try temporary.read("keybag")
    for index in [0, 17, 4096, 4113] {
      var damaged = whole
      damaged[index] ^= 1
      try temporary.write(damaged, to: "keybag")
      #expect(try read() == Reading(payload: [1, 2], needsRepair: true))
      #expect(try file.repair())
      #expect(try temporary.read("keybag") == whole)
      #expect(try file.repair() == false)
    }
  }

  @Test func damageOfBothCopiesIsReportedAndNothingChanged() throws {
    #expect(try create([1, 2]))
    var damaged = try temporary.read("keybag")
    damaged[17] ^= 1
    damaged[4113] ^= 1
    try temporary.write(damaged, to: "keybag")
    let error = #expect(throws: KeychainError.self) { _ = try read() }
    #expect(error?.code == .notAvailable)
    #expect(throws: KeychainError.self) { try file.repair() }
    #expect(try temporary.read("keybag") == damaged)
  }

  private struct Reading: Equatable {
    let payload: [UInt8]
    let needsRepair: Bool
  }

  private func create(_ payload: [UInt8]) throws -> Bool {
    try payload.withUnsafeBytes { try file.create($0) }
  }

  private func replace(_ payload: [UInt8]) throws {
    try payload.withUnsafeBytes { try file.replace($0) }
  }

  private func read() throws -> Reading? {
    try file.read { payload, needsRepair in
      Reading(payload: Array(payload), needsRepair: needsRepair)
    }
  }
}
