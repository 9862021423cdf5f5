import CPlatform
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Keychain

/// Tests of requests that compare their claims with the heap of their thread.
///
/// The tests change the counter of the heap, so the outcome does not depend on the memory that Swift needs.
@Suite struct MeasuredMemoryTests {
  private static let megabyte = 1 << 20

  private static func account(_ megabytes: Int) -> MemoryAccount {
    MemoryAccount(
      limit: megabytes * megabyte, largestResult: megabytes * megabyte, pool: MemoryPool(limit: 1 << 30))
  }

  /// Runs `body` while the heap of the thread seems to have more bytes.
  private func withHeap<Result>(_ megabytes: Int, _ body: () throws -> Result) rethrows -> Result {
    lk_thread_heap_add(Int64(megabytes * Self.megabyte))
    defer { lk_thread_heap_add(-Int64(megabytes * Self.megabyte)) }
    return try body()
  }

  /// The values of a message stay in memory when an attempt begins again.
  @Test func anAttemptForgetsItsResultAndNotTheValuesOfTheCall() throws {
    let account = Self.account(10)
    let claim = try #require(account.claim(0))
    claim.beginMeasuring(beside: 0)
    try claim.growForRequest(by: 3 * Self.megabyte)
    claim.endDecoding()
    for _ in 0..<3 {
      claim.beginAttempt()
      try claim.grow(by: 4 * Self.megabyte)
    }
    #expect(claim.byteCount == 7 * Self.megabyte)
    claim.beginAttempt()
    #expect(failure { try claim.grow(by: 8 * Self.megabyte) }?.code == .dataTooLarge)
  }

  @Test func aClaimGrowsToWhatItsThreadUses() throws {
    let account = Self.account(10)
    let claim = try #require(account.claim(0))
    claim.beginMeasuring(beside: Self.megabyte)
    try withHeap(4) { try claim.measure() }
    #expect((5 * Self.megabyte..<6 * Self.megabyte).contains(claim.byteCount))
    #expect(account.byteCount == claim.byteCount)
    // Bytes that were announced and then used count once.
    try claim.growForRequest(by: 4 * Self.megabyte)
    try withHeap(4) { try claim.measure() }
    #expect(claim.byteCount < 6 * Self.megabyte)
    claim.resize(to: 100)
    try withHeap(8) { try claim.measure() }
    #expect(claim.byteCount == 100 && account.byteCount == 100)
  }

  @Test func memoryThatDoesNotFitIsRefused() throws {
    let account = Self.account(10)
    let claim = try #require(account.claim(0))
    claim.beginMeasuring(beside: 0)
    #expect(withHeap(11) { failure { try claim.measure() } }?.code == .dataTooLarge)
    let other = try #require(account.claim(6 * Self.megabyte))
    let error = withHeap(5) { failure { try claim.measure() } }
    #expect(error?.failureCause == .outOfMemory)
    #expect(try #require(claim.refusedByteCount) >= 5 * Self.megabyte)
    withExtendedLifetime(other) {}
  }

  /// Each step of a statement measures, so an operation needs no counters of its own.
  @Test(arguments: [false, true]) func operationsMeasure(_ isAddition: Bool) throws {
    let store = try TestKeychain()
    let item = SampleItem.generic("a")
    try store.add(item)
    let addition = AddRequest(.genericPassword, attributes: SampleItem.generic("b").attributes, secret: [1])
    let request: ItemRequest =
      isAddition ? .add(addition) : .search(SearchRequest(item.query, contents: [.attributes]))
    func perform(_ heap: Int) throws {
      let claim = try #require(Self.account(4).claim(0))
      claim.beginMeasuring(beside: 0)
      _ = try withHeap(heap) {
        try store.keychain.perform(
          request, TestKeychain.caller, nil, until: .after(.seconds(10)), once: nil, CallResources(memory: claim))
      }
    }
    #expect(failure { try perform(5) }?.code == .dataTooLarge)
    // The connection, which other requests use, does not measure for the refused request.
    try perform(0)
  }

  /// Counting the rows that cannot be opened opens every row.
  @Test func countingUnreadableRowsClaimsMemory() throws {
    let store = try TestKeychain()
    var attributes = SampleItem.generic("a").attributes
    attributes[.comment] = .string(String(repeating: "c", count: Self.megabyte))
    try store.add(SampleItem(itemClass: .genericPassword, attributes: attributes, secret: [1]))
    func count(_ megabytes: Int) throws {
      let claim = try #require(Self.account(megabytes).claim(0))
      claim.beginMeasuring(beside: 0)
      var peer = Peer(TestKeychain.caller, in: ClientSession(identity: [1]), permissions: .all)
      peer.resources = CallResources(memory: claim)
      _ = try store.keychain.send(Call(.countUnreadable([.genericPassword])), from: peer)
    }
    #expect(failure { try count(2) }?.code == .dataTooLarge)
    try count(20)
  }

  /// The items of finished work become the items of the reply.
  @Test func aClaimTakesTheBytesOfAnotherOver() throws {
    let account = Self.account(10)
    let (call, work) = (try #require(account.claim(10)), try #require(account.claim(4 * Self.megabyte)))
    call.takeOver(work)
    #expect(call.byteCount == 4 * Self.megabyte + 10 && work.byteCount == 0)
    #expect(account.byteCount == call.byteCount)
    let stranger = try #require(Self.account(10).claim(5))
    call.takeOver(stranger)
    #expect(stranger.byteCount == 5)
  }

  /// Values that work takes over count for the work alone.
  @Test func aClaimThatHandsItsBytesOverMeasuresNoLonger() throws {
    let account = Self.account(10)
    let claim = try #require(account.claim(0))
    claim.beginMeasuring(beside: 0)
    let other = try withHeap(4) {
      try claim.measure()
      let other = try claim.split(4 * Self.megabyte)
      try claim.measure()
      return other
    }
    #expect(claim.byteCount < Self.megabyte && other.byteCount == 4 * Self.megabyte)
  }
}
