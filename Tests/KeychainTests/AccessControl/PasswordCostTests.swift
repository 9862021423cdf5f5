import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import RowSealing

/// Each item with an application password names the cost of its key. A prepared keychain can name any costs.
@Suite struct PasswordCostTests {
  private func credential(isOfOtherProcess: Bool = false) throws -> AccessCredential {
    AccessCredential(applicationPassword: try passcode("p"), isOfOtherProcess: isOfOtherProcess)
  }

  private func cost(_ memory: UInt32, passes: UInt32 = 1) throws -> Argon2Cost {
    try #require(Argon2Cost(passes: passes, memory: memory, lanes: 1))
  }

  /// Each key takes time and locked memory for as long as the proof exists.
  @Test func aPasswordOpensItemsOfFewCosts() throws {
    let credential = try credential()
    func opens(_ memory: UInt32, in store: UInt64) throws -> Bool {
      try credential.passwordKey(openingItemOf: RowIdentifier(high: 0, low: store), cost: try cost(memory)) != nil
    }
    let count = UInt32(AccessCredential.keyCountOfStore)
    let results = try (8..<8 + 3 * count).map { try opens($0, in: 1) }
    #expect(results == (0..<3 * count).map { $0 < count })
    #expect(try opens(8, in: 1))
    #expect(try opens(8 + count, in: 2))
    // A new item has the cost of this version, whatever the other items have.
    #expect(try credential.passwordKey(vaultID: RowIdentifier(high: 0, low: 1), cost: cost(8 + count)) != nil)
  }

  /// A client of a service can put one keychain after another in the place of its keychain.
  @Test func aProofInAServiceKeepsFewKeys() throws {
    let credential = try credential(isOfOtherProcess: true)
    func key(_ memory: UInt32, _ store: UInt64) throws -> ApplicationPasswordKey {
      let store = RowIdentifier(high: 0, low: store)
      return try #require(try credential.passwordKey(openingItemOf: store, cost: cost(memory)))
    }
    weak let first = try key(8, 1)
    #expect(first != nil)
    let count = UInt32(AccessCredential.keyCountOfStore)
    for memory in 8..<8 + count { _ = try key(memory, 2) }
    #expect(first == nil)
  }

  /// Other clients wait for a derivation.
  @Test func aServiceDerivesNoKeyWithAHighCost() throws {
    let store = RowIdentifier(high: 0, low: 1)
    let high = try cost(Argon2Cost.recommended.memory + 1)
    #expect(try credential(isOfOtherProcess: true).passwordKey(openingItemOf: store, cost: high) == nil)
    #expect(try credential(isOfOtherProcess: true).passwordKey(openingItemOf: store, cost: cost(8)) != nil)
    #expect(try credential().passwordKey(openingItemOf: store, cost: high) != nil)
  }
}
