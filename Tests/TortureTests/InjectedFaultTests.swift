import KeychainModel
import Synchronization
import TestSupport
import Testing
import TortureScript

@testable import Keychain

/// A clock that is set back, and a random number source that fails.
@Suite struct InjectedFaultTests {
  private final class JumpingClock: KeychainClock {
    private let time = Atomic<Int>(800_000_000)
    var now: Double { Double(time.load(ordering: .relaxed)) }
    func set(_ seconds: Int) { time.store(seconds, ordering: .relaxed) }
  }

  @Test func modificationDatesOnlyIncrease() throws {
    let folder = try TemporaryDirectory()
    let clock = JumpingClock()
    let keychain = LocalKeychain(StoreLocation(home: folder.path), clock: clock)
    let simple = Simple(keychain)
    #expect(simple.add("item").status == 0)
    var dates: [Double] = []
    for seconds in [800_000_010, 700_000_000, 700_000_000, 0, -5, 800_000_011, 800_000_011] {
      clock.set(seconds)
      #expect(simple.update("item", byteCount: 10).status == 0)
      let items = try keychain.perform(
        .search(SearchRequest(ItemQuery(.genericPassword), contents: [.attributes])),
        as: simple.caller)
      guard case .date(let date)? = items.first?.attributes[.modificationDate] else {
        Issue.record("no date")
        return
      }
      dates.append(date)
    }
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }, "\(dates)")
    #expect(dates[0] == 800_000_010)
    #expect(dates[5] == 800_000_011)
  }

  /// In each round, the first `count` requests for random numbers succeed, and all later requests fail. The call that
  /// creates the store and adds an item then fails, and stores nothing.
  @Test func failingRandomNumbersStoreNothing() throws {
    for count in 0..<40 {
      let folder = try TemporaryDirectory()
      let random = SystemRandomStandIn()
      let keychain = LocalKeychain(
        StoreLocation(home: folder.path), clock: SystemClock(), random: random)
      random.fail(after: count)
      let first = Simple(keychain).add("item", byteCount: 20_000)
      let isEnough = first.status == 0
      if isEnough {
        #expect(count > 5)
        break
      }
      #expect(first.status == KeychainError.Code.internalComponent.rawValue)
      random.fail(after: .max)
      #expect(Simple(keychain).count().text == "0")
      #expect(Simple(keychain).verify().status == 0)
    }
  }

  @Test func failingRandomNumbersChangeNothing() throws {
    let folder = try TemporaryDirectory()
    let random = SystemRandomStandIn()
    let keychain = LocalKeychain(
      StoreLocation(home: folder.path), clock: SystemClock(), random: random)
    let simple = Simple(keychain)
    for index in 0..<5 { #expect(simple.add("item \(index)", byteCount: 100).status == 0) }
    for count in 0..<2 {
      random.fail(after: count)
      #expect(simple.update("item 1", byteCount: 20_000).status != 0)
      #expect(simple.add("new").status != 0)
      random.fail(after: .max)
      #expect(simple.find("item 1").text == "100")
      #expect(simple.count().text == "5")
    }
    #expect(simple.update("item 1", byteCount: 20_000).status == 0)
    #expect(simple.verify() == Simple.Answer(0))
  }
}
