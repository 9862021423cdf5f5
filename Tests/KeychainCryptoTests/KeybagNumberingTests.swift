import KeychainModel
import Testing

@testable import KeychainCrypto

/// Tests of keybags whose numbers are near their limits.
@Suite struct KeybagNumberingTests {
  /// Random bytes that are all zero, so that new keys get the smallest free identifiers.
  private struct Zeros: RandomSource {
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
      for index in buffer.indices { buffer[index] = 0 }
    }

    func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
      for index in buffer.indices { buffer[index] = 7 }
    }
  }

  private let random = TestRandom()

  private func keybag(nextKeyID: UInt32, _ deviceKey: DeviceKey) throws -> Keybag {
    let keybag = try Keybag.create(deviceKey: deviceKey, random: random)
    return try keybag.opened(deviceKey, nil) { (wrapper, index) throws(KeychainError) in
      try Keybag.sealed(
        keybag.vaultID, keybag.protection, generation: 1, nextKeyID: nextKeyID, keybag.entries, nil, wrapper, index,
        random)
    }
  }

  @Test func theLastIdentifiersCanBeUsed() throws {
    let deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    let last = try keybag(nextKeyID: .max - 6, deviceKey)
    let next = try last.rotatingKeys(deviceKey: deviceKey, random: Zeros())
    #expect(next.nextKeyID == .max)
    let numbers: ClosedRange<UInt32> = (.max - 6)...(.max - 1)
    #expect(next.entries.suffix(6).map(\.keyID) == Array(numbers))
    #expect(throws: KeychainError.self) { _ = try next.rotatingKeys(deviceKey: deviceKey, random: Zeros()) }
  }
}
