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
    state.change(LockSettings(timeout: 300, locksWhenSuspended: true))
    state.change(LockSettings(timeout: 400))
    state.change(LockSettings(timeout: 500, locksWhenSuspended: true))
    state.isDamaged = true
    state.keybag = KeybagReference(number: 8, digest: Array(2...33))
    state.pending = KeybagReference(number: 9, digest: Array(1...32))
    state.job = .repair(from: RowIdentifier(high: 3, low: 4), to: RowIdentifier(high: 5, low: 6))
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

  private static let one = RowIdentifier(high: 1, low: 1)
  private static let two = RowIdentifier(high: 2, low: 2)

  @Test(arguments: [
    Job.create(to: one), .erase(from: one), .erase(from: nil),
    .repair(from: nil, to: one), .repair(from: one, to: two),
  ])
  func jobComesBack(_ job: Job) throws {
    var state = HeaderState(lockID: RowIdentifier(high: 7, low: 8))
    state.job = job
    #expect(try decode(state.encoded())?.job == job)
  }

  /// A record with any single flipped bit is invalid.
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

  /// The record has a correct checksum and an unknown kind of job.
  @Test func recordWithAnUnknownJobIsRefused() throws {
    for kind in [UInt32(4), 5, 99, .max] {
      var bytes = try Self.full().encoded()
      withUnsafeBytes(of: kind.littleEndian) { bytes.replaceSubrange(168..<172, with: $0) }
      let digest = try Array(bytes[..<480]).withBytes { bytes throws(KeychainError) in
        try SHA256Digest.digest(of: bytes)
      }
      bytes.replaceSubrange(480..<512, with: digest)
      #expect(try decode(bytes) == nil, "kind \(kind)")
    }
  }

  @Test func lockingMakesANewIdentifierAndTheNextGeneration() throws {
    var state = Self.full()
    try state.lock(SystemRandom())
    #expect(state.lockGeneration == 6)
    #expect(state.lockID != Self.full().lockID)
  }
}
