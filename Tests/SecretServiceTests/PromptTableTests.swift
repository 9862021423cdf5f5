import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainPrompt
import TestSupport
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

  /// The pinentry stays silent. In place of the usual time limit of two minutes, the limit is one second.
  @Test func aQuestionThatNobodyAnswersEnds() throws {
    let folder = try TemporaryDirectory()
    let script = """
      #!/bin/sh
      echo "OK ready"
      while read -r command rest; do
        if [ "$command" = CONFIRM ]; then
          echo $$ >>'\(folder("processes"))'
          exec sleep 600
        fi
        echo OK
      done
      """
    try folder.write(Array(script.utf8), to: "pinentry", mode: 0o700)
    try folder.write([], to: "processes")
    func processes() throws -> [pid_t] {
      String(decoding: try folder.read("processes"), as: UTF8.self).split(separator: "\n").compactMap { pid_t($0) }
    }
    let settings = PinentrySettings(
      program: folder("pinentry"), isChosen: true, environment: ["PATH=/usr/bin:/bin"], terminal: nil, timeLimit: 1)
    let table = PromptTable(
      makePrompter: { Pinentry(settings) }, wake: {}, group: { $0 }, now: { .now })
    defer { table.endAll() }
    func ask(_ owner: String) throws -> String {
      let action = PromptAction(kind: .delete(label: "", deletion: {}), program: "")
      let path = try table.add(action, by: owner, paths: [("/same", "same")])
      let name = try String(#require(path.split(separator: "/").last))
      try table.begin(name, by: owner)
      return name
    }
    let (first, second) = (try ask("a"), try ask("b"))
    let limit = ContinuousClock.now + .seconds(30)
    var finished: [(prompt: PromptTable.Prompt, outcome: PromptAction.Outcome)] = []
    while finished.isEmpty, .now < limit {
      usleep(10_000)
      finished = table.takeFinished()
    }
    let ended = try #require(finished.first)
    #expect(ended.prompt.name == first)
    guard case .dismissed = ended.outcome else {
      Issue.record("the question has an answer")
      return
    }
    let process = try #require(try processes().first)
    #expect(kill(process, 0) == -1 && errno == ESRCH, "the pinentry has not ended")
    // The next prompt about the collection asks now.
    while try processes().count < 2, .now < limit { usleep(10_000) }
    #expect(try processes().count == 2)
    #expect(table.exists(second) && !table.exists(first))
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
