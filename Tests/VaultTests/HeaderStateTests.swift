import KeychainCrypto
import KeychainModel
import Testing

@testable import Vault

@Suite struct HeaderStateTests {
  static func full() -> HeaderState {
    var state = HeaderState(lockID: RowIdentifier(high: 7, low: 8))
    state.number = 41
    state.vaultID = RowIdentifier(high: 1, low: 2)
    state.databaseID = RowIdentifier(high: 3, low: 4)
    state.lockGeneration = 5
    state.settings = LockSettings(timeout: 300, locksWhenSuspended: true)
    state.isDamaged = true
    state.pending = HeaderState.PendingKeybag(number: 9, digest: Array(1...32))
    state.job = .repair(
      RowIdentifier(high: 5, low: 6), aside: "keychain.db.damaged-20261123-101112-2")
    return state
  }

  private func decode(_ bytes: [UInt8]) throws -> HeaderState? {
    try bytes.withBytes { bytes throws(KeychainError) in try HeaderState(decoding: bytes) }
  }

  @Test func everyFieldComesBack() throws {
    let state = Self.full()
    let bytes = try state.encoded()
    #expect(bytes.count == HeaderState.byteCount)
    #expect(try decode(bytes) == state)
  }

  @Test func stateWithoutVaultComesBack() throws {
    let state = HeaderState(lockID: RowIdentifier(high: 7, low: 8))
    #expect(try decode(state.encoded()) == state)
  }

  @Test(arguments: [
    Job.create(RowIdentifier(high: 1, low: 1)), .erase,
    .repair(RowIdentifier(high: 1, low: 1), aside: String(repeating: "n", count: 128)),
    .changeDeviceKey(keybag: 17), .accept(RowIdentifier(high: 1, low: 1), keybag: 18),
  ])
  func jobComesBack(_ job: Job) throws {
    var state = HeaderState(lockID: RowIdentifier(high: 7, low: 8))
    state.job = job
    #expect(try decode(state.encoded())?.job == job)
  }

  /// Every bit is covered by the checksum, or is part of it.
  @Test func noFlippedBitIsAccepted() throws {
    let bytes = try Self.full().encoded()
    for place in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        #expect(try decode(damaged) == nil, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test func anotherLengthIsNoRecord() throws {
    let bytes = try Self.full().encoded()
    #expect(try decode(Array(bytes.dropLast())) == nil)
    #expect(try decode(bytes + [0]) == nil)
    #expect(try decode([]) == nil)
    #expect(try decode([UInt8](repeating: 0, count: HeaderState.byteCount)) == nil)
  }

  @Test func laterVersionIsNamed() throws {
    var writer = RecordWriter(byteCount: HeaderState.byteCount)
    writer.put(Array("LKHEADER".utf8), at: 0)
    writer.put(UInt32(2), at: 8)
    let bytes = try writer.finished(checksumAt: HeaderState.byteCount - 32)
    let error = #expect(throws: KeychainError.self) { _ = try decode(bytes) }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("header 2") == true)
  }

  /// A whole record, by its checksum, with fields that no job has.
  @Test func recordWithAnUnknownJobIsRefused() throws {
    for (kind, length) in [(UInt32(99), UInt32(0)), (3, 129), (3, .max)] {
      var bytes = try Self.full().encoded()
      withUnsafeBytes(of: kind.littleEndian) { bytes.replaceSubrange(128..<132, with: $0) }
      withUnsafeBytes(of: length.littleEndian) { bytes.replaceSubrange(132..<136, with: $0) }
      let digest = try Array(bytes[..<480]).withBytes { bytes throws(KeychainError) in
        try SHA256Digest.digest(of: bytes)
      }
      bytes.replaceSubrange(480..<512, with: digest)
      #expect(try decode(bytes) == nil, "kind \(kind), length \(length)")
    }
  }

  @Test func lockingMakesANewIdentifierAndTheNextGeneration() throws {
    var state = Self.full()
    try state.lock(SystemRandom())
    #expect(state.lockGeneration == 6)
    #expect(state.lockID != Self.full().lockID)
  }
}
