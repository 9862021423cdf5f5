import TestSupport
import Testing
import TortureScript

/// Many processes and threads use one store at the same time.
@Suite(.serialized) struct ConcurrencyTests {
  /// The time in seconds within which a process must print a line. The long runs take one minute.
  private static let patience = 600

  @Test func eachKeyHasOneWinner() throws {
    let store = try Store()
    let count = Torture.count(60, long: 1000)
    // The store does not exist at the beginning, so one of the processes creates the store.
    let children = try (0..<8).map { _ in try Child("race", store.folder.path, count) }
    for child in children { #expect(child.line() == "ready") }
    for child in children { child.send("go") }
    let wins = children.map { Int($0.line() ?? "") ?? -1_000_000 }
    for child in children { #expect(child.wait() == 0) }
    #expect(wins.reduce(0, +) == count)
    #expect(store.simple.count() == Simple.Answer(0, "\(count)"))
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }

  @Test func processesDoNotDisturbEachOther() throws {
    let store = try Store()
    let duration = Torture.count(3000, long: 60_000)
    let children = try (0..<8).map { try Child("mix", store.folder.path, $0, 1, duration) }
    for child in children {
      #expect((Int(child.line(seconds: Self.patience) ?? "") ?? 0) > 0)
      #expect(child.wait() == 0)
    }
    #expect(store.damage == nil)
  }

  /// The process has more threads than the keychain has cached sessions.
  @Test func threadsDoNotDisturbEachOther() throws {
    let store = try Store()
    let child = try Child(
      "mix", store.folder.path, 0, 16, Torture.count(2000, long: 30_000))
    #expect((Int(child.line(seconds: Self.patience) ?? "") ?? 0) > 16)
    #expect(child.wait() == 0)
    #expect(store.damage == nil)
  }
}
