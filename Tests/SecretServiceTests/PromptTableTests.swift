import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainPrompt
import Testing

@testable import SecretServiceServer

@Suite struct PromptTableTests {
  /// Waits until the prompt is cancelled.
  private final class SilentPrompter: Prompter {
    private let isCancelled = ForkSafeMutex(false)

    func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode? {
      while !isCancelled.withLock({ $0 }) { usleep(1000) }
      throw AuthenticationFailure(.cancelled)
    }

    func cancel() { isCancelled.withLock { $0 = true } }
  }

  private final class Clock {
    var now = ContinuousClock.Instant.now
  }

  private let clock = Clock()
  private let count: ForkSafeMutex<Int>
  private let table: PromptTable

  /// A connection has the name `process:number`.
  init() {
    let (clock, count) = (clock, ForkSafeMutex(0))
    self.count = count
    table = PromptTable(
      makePrompter: {
        count.withLock { $0 += 1 }
        return SilentPrompter()
      }, wake: {}, group: { String($0.prefix { $0 != ":" }) }, now: { clock.now })
  }

  /// The number of prompts that have begun to ask.
  private var begun: Int { count.withLock { $0 } }

  private func add(_ owner: String) throws -> String {
    let action = PromptAction(kind: .delete(label: "", deletion: {}), program: "")
    return try String(#require(table.add(action, by: owner).split(separator: "/").last))
  }

  private func ask(_ owner: String) throws -> String {
    let name = try add(owner)
    try table.begin(name, by: owner)
    return name
  }

  @Test func theConnectionsOfAProcessShareTheLimits() throws {
    defer { table.endAll() }
    for number in 0..<16 { _ = try ask("greedy:\(number)") }
    #expect(throws: BusError.self) { try add("greedy:16") }
    #expect(begun == 2)
    _ = try ask("other:0")
    #expect(begun == 3)
  }

  @Test func processesTakeTurns() throws {
    defer { table.endAll() }
    let greedy = ["a:0", "b:0", "c:0", "d:0"]
    var first: [String] = []
    for owner in greedy {
      first.append(try ask(owner))
      for _ in 0..<3 { _ = try ask(owner) }
    }
    #expect(begun == 8)
    let late = try ask("late:0")
    _ = try table.dismiss(first[0], by: "a:0")
    #expect(begun == 9)
    // The prompt of the process that had no turn runs, so its dismissal lets the next one begin.
    _ = try table.dismiss(late, by: "late:0")
    #expect(begun == 10)
  }

  @Test func promptsThatNobodyBeginsEnd() throws {
    defer { table.endAll() }
    for process in 0..<16 { for _ in 0..<16 { _ = try add("\(process):0") } }
    let error = #expect(throws: BusError.self) { try add("late:0") }
    #expect(error?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
    clock.now += .seconds(61)
    _ = try ask("late:0")
    #expect(begun == 1)
  }
}
