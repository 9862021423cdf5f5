import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import SecurityCommands

@Suite struct ProgressTests {
  /// A clock. Each reading advances the clock by one step.
  private final class Ticks {
    private var time: Int64 = 0
    let step: Int64
    init(step: Int64) { self.step = step }

    func next() -> Int64 {
      defer { time += step }
      return time
    }
  }

  private let streams = MemoryStreams(terminals: [.error])
  private var shown: String { String(decoding: streams.bytes(of: .error), as: UTF8.self) }

  private func progress(millisecondsPerStep: Int64, isShown: Bool = true) -> Progress {
    let ticks = Ticks(step: millisecondsPerStep * 1_000_000)
    return Progress("done", console: Console(streams), isShown: isShown, now: ticks.next)
  }

  @Test func nothingIsShownBeforeASecondIsOver() {
    let progress = progress(millisecondsPerStep: 99)
    for count in 1...10 { progress.show(count, of: 10) }
    progress.end()
    #expect(streams.written.isEmpty)
  }

  @Test func lineIsRewrittenAndTakenAway() {
    let progress = progress(millisecondsPerStep: 1000)
    for count in [1000, 7] { progress.show(count, of: 1000) }
    progress.end()
    let blanks = String(repeating: " ", count: 14)
    #expect(shown == "\rdone 1000 of 1000\rdone 7 of 1000   \r\(blanks)\r")
  }

  @Test func lineChangesAtMostTenTimesASecond() {
    let progress = progress(millisecondsPerStep: 1)
    for count in 1...2000 { progress.show(count, of: 2000) }
    #expect(streams.written.count == 11)
  }

  @Test func nobodyIsToldWhereNobodyLooks() {
    let progress = progress(millisecondsPerStep: 5000, isShown: false)
    for count in 1...10 { progress.show(count, of: 10) }
    progress.end()
    #expect(streams.written.isEmpty)
  }

  private func run(_ words: [Word], terminals: Set<OutputStream>) -> ToolRun {
    let keychain = FakeKeychain()
    for name in ["1", "2", "3"] {
      _ = ToolRun(["add-generic-password", "-a", "a", "-s", Word(name.utf8)], in: keychain)
    }
    return ToolRun(
      words, in: keychain, streams: MemoryStreams(terminals: terminals),
      now: Ticks(step: 600_000_000).next)
  }

  @Test func longCommandsTellHowFarTheyAre() throws {
    let verified = run(["verify-keychain"], terminals: [.error, .output])
    #expect(verified.errors.hasPrefix("\rverified 2 of 3\rverified 3 of 3\r"))
    let dumped = run(["dump-keychain"], terminals: [.error])
    #expect(dumped.errors.hasPrefix("\rdumped 1 of 3\rdumped 2 of 3\r"))
    let folder = try TemporaryDirectory()
    let words: [Word] = ["dump-keychain", "-o", Word(folder("dump").utf8)]
    #expect(run(words, terminals: [.error, .output]).errors.contains("dumped 2 of 3"))
  }

  @Test func progressIsForPeopleOnly() {
    for words: [Word] in [["verify-keychain"], ["dump-keychain"]] {
      #expect(run(words, terminals: []).errors.isEmpty)
      #expect(run(words, terminals: [.output]).errors.isEmpty)
      #expect(run(["-q"] + words, terminals: [.error]).errors.isEmpty)
    }
    // Standard output and standard error are the same terminal. No progress is printed, because the output of the
    // command is visible on this terminal.
    #expect(run(["dump-keychain"], terminals: [.error, .output]).errors.isEmpty)
  }

  @Test func imports() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(dataFile("Vectors/certificate-and-key.pem").utf8), to: "both.pem")
    let both = Word(folder("both.pem").utf8)
    let imported = run(["import", both], terminals: [.error])
    #expect(imported.status == 0)
    #expect(imported.errors.hasPrefix("\rimported 2 of 2\r"))
    let certificate = try dataFile("Vectors/control-characters.pem")
    try folder.write(Array((certificate + certificate).utf8), to: "certificates.pem")
    let added = run(
      ["add-certificates", Word(folder("certificates.pem").utf8)], terminals: [.error])
    #expect(added.errors.hasPrefix("\radded 2 of 2\r"))
  }
}
