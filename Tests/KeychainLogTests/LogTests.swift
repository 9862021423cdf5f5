import Glibc
import KeychainModel
import Testing

@testable import KeychainLog

@Suite struct LogTests {
  private let sink = MemorySink()

  @Test func messageIsMadeOfLiteralsNumbersAndNames() {
    let name: StaticString = "name"
    let message: LogMessage = "item \(7) of \(ItemClass.genericPassword): \(name)"
    #expect(message.text == "item 7 of genp: name")
  }

  @Test func entriesHaveLevelPlaceAndStatus() {
    Log.capturing(to: sink) {
      Log.notice("a notice")
      Log.debug("a detail")
      Log.error("broken", KeychainError(.notAvailable, "the reason"))
      Log.failure(KeychainError(.parameter, "wrong"), of: "SecItemAdd")
      Log.failure(KeychainError(.itemNotFound, "none"), of: "SecItemAdd")
    }
    #expect(sink.entries.map(\.level) == [.notice, .debug, .error, .info, .debug])
    #expect(
      sink.entries.map(\.message) == [
        "a notice", "a detail", "broken: the reason", "SecItemAdd: wrong", "SecItemAdd: none",
      ])
    #expect(sink.entries.map(\.status) == [nil, nil, -25291, -50, -25300])
    #expect(sink.entries.allSatisfy { $0.place.hasPrefix("KeychainLogTests/LogTests.swift:") })
  }

  @Test func callThatFailsOrIsSlowIsTold() throws {
    try Log.capturing(to: sink) {
      try Log.call("quick") { () throws(KeychainError) in }
      #expect(sink.entries.isEmpty)
      #expect(throws: KeychainError.self) {
        try Log.call("failing") { () throws(KeychainError) in
          throw KeychainError(.inputOutput, "the disk")
        }
      }
      #expect(sink.entries.map(\.status) == [-36])
      try Log.call("slow") { () throws(KeychainError) in usleep(1_010_000) }
      try Log.waiting(for: "others") { () throws(KeychainError) in usleep(1_010_000) }
    }
    #expect(sink.entries.count == 3)
    // The time is longer on a busy machine.
    let (slow, waiting) = (sink.entries[1].message, sink.entries[2].message)
    let slowTime = slow.wholeMatch(of: /slow took ([0-9]+) ms/).flatMap { Int($0.output.1) } ?? 0
    let waitingTime = waiting.wholeMatch(of: /waited ([0-9]+) ms for others/).flatMap { Int($0.output.1) } ?? 0
    #expect(slowTime >= 1000, "\(slow)")
    #expect(waitingTime >= 1000, "\(waiting)")
  }

  @Test func lineOfStandardErrorIsOneLine() throws {
    let error = KeychainError(.notAvailable, "cannot open /home/a\nb\u{7F}: no")
    Log.capturing(to: sink) { Log.failure(error, of: "f") }
    let entry = try #require(sink.entries.first)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    StandardErrorSink(descriptor: ends[1]).write(entry)
    var buffer = [UInt8](repeating: 0, count: 1000)
    let count = read(ends[0], &buffer, buffer.count)
    let line = String(decoding: buffer[..<count], as: UTF8.self)
    #expect(
      line == "latchkey[\(getpid())]: info: f: cannot open /home/a?b?: no "
        + "(status -25291, \(entry.place))\n")
    close(ends[0])
    // The reading end of the pipe is closed. The write must neither end the process nor change errno.
    errno = 7
    StandardErrorSink(descriptor: ends[1]).write(entry)
    #expect(errno == 7)
    close(ends[1])
  }

  @Test func journalGetsFields() {
    let sent = MemorySink()
    let journal = JournalSink { sent.keep($0) }
    Log.capturing(to: journal) {
      Log.failure(KeychainError(.parameter, "wrong", file: "File", line: 3), of: "SecItemAdd")
      Log.notice("made")
    }
    #expect(
      sent.fields.map { $0.map { String(decoding: $0, as: UTF8.self) } }.first == [
        "MESSAGE=SecItemAdd: wrong", "PRIORITY=6", "SYSLOG_IDENTIFIER=latchkey",
        "LATCHKEY_PLACE=File:3", "LATCHKEY_STATUS=-50",
      ])
    #expect(sent.fields.last?.contains(Array("PRIORITY=5".utf8)) == true)
    #expect(sent.fields.last?.contains { $0.starts(with: "LATCHKEY_STATUS".utf8) } == false)
  }

  /// Sends a message to the journal of this machine, if the machine has a journal. The call preserves errno.
  @Test func daemonIsAsked() {
    let fields = [Array("MESSAGE=a test of Latchkey".utf8), Array("PRIORITY=7".utf8)]
    if JournalSink.isAvailable { #expect(access("/run/systemd/journal/socket", W_OK) == 0) }
    errno = 7
    JournalSink.sendToDaemon(fields)
    #expect(errno == 7)
  }
}
