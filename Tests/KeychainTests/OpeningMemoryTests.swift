import KeychainModel
import Testing

@testable import Keychain

/// Tests of the memory that requests of a service claim before they open large secrets.
@Suite struct OpeningMemoryTests {
  private static let megabyte = 1 << 20
  private static let item = SampleItem.generic("large", byteCount: 2 * megabyte)
  private let store: TestKeychain

  init() throws {
    store = try TestKeychain()
    try store.add(Self.item)
  }

  private func claim(in megabytes: Int) throws -> MemoryClaim { try claims(in: megabytes, others: 0).0 }

  /// A claim, and a claim of another request of the user.
  private func claims(in megabytes: Int, others: Int) throws -> (MemoryClaim, MemoryClaim) {
    let pool = MemoryPool(limit: 100 * Self.megabyte)
    let account = MemoryAccount(
      limit: megabytes * Self.megabyte, largestResult: megabytes * Self.megabyte, pool: pool)
    return (try #require(account.claim(0)), try #require(account.claim(others * Self.megabyte)))
  }

  private func perform(_ request: ItemRequest, _ claim: MemoryClaim) throws(KeychainError) -> Reply {
    try store.keychain.perform(
      request, TestKeychain.caller, nil, until: .after(.seconds(10)), once: nil, CallResources(memory: claim))
  }

  private var search: ItemRequest { .search(SearchRequest(Self.item.query, contents: [.secret])) }

  private var update: ItemRequest {
    .update(UpdateRequest(Self.item.query, changes: AttributeSet([.accessible: .string("cku")]), secret: nil))
  }

  /// The search needs the bytes of the result, and as many again while the secret is opened. Without them, it must not
  /// read the secret.
  @Test func aSearchClaimsMemoryBeforeItOpensASecret() throws {
    let (small, other) = try claims(in: 8, others: 5)
    let error = #expect(throws: KeychainError.self) { try perform(search, small) }
    #expect(error?.failureCause == .outOfMemory)
    #expect(try #require(small.refusedByteCount) >= 4 * Self.megabyte)
    withExtendedLifetime(other) {}
    let refused = #expect(throws: KeychainError.self) { try perform(search, try claim(in: 3)) }
    #expect(refused?.code == .dataTooLarge)
    let large = try claim(in: 7)
    _ = try perform(search, large)
    #expect(large.byteCount >= 6 * Self.megabyte)
    large.resize(to: 2 * Self.megabyte)
    #expect(large.byteCount == 2 * Self.megabyte)
  }

  /// The bytes for opening a secret do not count as a part of the result.
  @Test func openingIsNoPartOfTheResult() throws {
    let pool = MemoryPool(limit: 100 * Self.megabyte)
    let account = MemoryAccount(limit: 10 * Self.megabyte, largestResult: 3 * Self.megabyte, pool: pool)
    _ = try perform(search, try #require(account.claim(0)))
  }

  @Test func anUpdateClaimsMemoryForTheSecretThatItSealsAgain() throws {
    let (small, other) = try claims(in: 5, others: 2)
    let error = #expect(throws: KeychainError.self) { try perform(update, small) }
    #expect(error?.failureCause == .outOfMemory)
    #expect(small.refusedByteCount != nil)
    withExtendedLifetime(other) {}
    _ = try perform(update, try claim(in: 5))
  }

  @Test func aSearchForAttributesOpensNoSecret() throws {
    let claim = try claim(in: 1)
    _ = try perform(.search(SearchRequest(Self.item.query, contents: [.attributes])), claim)
    #expect(claim.byteCount < Self.megabyte)
  }
}
