import Glibc
import TestSupport
import Testing

/// Simulates power failures while a program uses a keychain. The simulated disk loses any part of the changes that the
/// program did not synchronize (docs/reliability.md).
///
/// These tests check a small sample of the states. `make power-loss` checks 100 000 states.
@Suite struct PowerLossTests {
  /// The number of states that all scenarios together check in `make power-loss`. The value is nil in other runs of the
  /// tests.
  private static let longCount = getenv("LATCHKEY_POWER_LOSS").flatMap { Int(String(cString: $0)) }

  private static let seed =
    getenv("LATCHKEY_POWER_LOSS_SEED").flatMap { Int(String(cString: $0)) } ?? 1

  private static let scenarios = [
    "create", "createAgain", "items", "manyItems", "passcodes", "attempts", "keys", "keysWithPasscode",
    "deviceKey",
    "compact", "repair", "repairWithPasscode", "quarantine", "erase", "olderHeader",
    "olderDatabase",
    "copies", "backup",
  ]

  @Test(arguments: scenarios)
  func everyStateOpensWithEveryAcknowledgedWrite(_ scenario: String) throws {
    let count = Self.longCount.map { ($0 + Self.scenarios.count - 1) / Self.scenarios.count } ?? 24
    // A scenario may check slightly fewer states than requested. So the test requests one percent more.
    let replay = try Replay(scenario, count + count / 100)
    for problem in replay.problems { Issue.record("\(scenario): \(problem)") }
    #expect(replay.problemCount == 0)
    #expect(replay.stateCount >= count)
    if Self.longCount != nil {
      print("power loss: \(scenario): \(replay.stateCount) states of \(replay.callCount) calls")
    }
  }

  /// If the disk ignores synchronizations, the checks must find problems. This shows that the checks can fail.
  @Test(arguments: [
    ("items", "files"), ("passcodes", "files"), ("attempts", "files"), ("keys", "files"),
    ("olderHeader", "files"), ("backup", "files"), ("passcodes", "folders"), ("keys", "folders"),
    ("createAgain", "folders"),
    ("deviceKey", "folders"), ("repair", "folders"), ("erase", "folders"), ("copies", "folders"),
  ])
  func diskThatIsNotWaitedForLosesSomething(_ scenario: String, _ ignored: String) throws {
    #expect(try Replay(scenario, 60, ignoring: ignored).problemCount > 0)
  }

  @Test func everyScenarioIsReplayed() throws {
    let replay = try Replay(words: ["nothing"])
    #expect(replay.ending == .status(64))
    #expect(replay.problems.last == Self.scenarios.joined(separator: " "))
  }

  /// The result of running `power-loss-child`.
  private struct Replay {
    let ending: ChildProcess.Ending
    private(set) var stateCount = 0
    private(set) var callCount = 0
    private(set) var problemCount = -1
    private(set) var problems: [String]

    init(_ scenario: String, _ count: Int, ignoring ignored: String? = nil) throws {
      // The keychains are in memory if possible, because the disk is simulated and the files need not be durable.
      let folder = try TemporaryDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
      try self.init(
        words: [folder.path, scenario, "\(count)", "\(PowerLossTests.seed)"]
          + (ignored.map { [$0] } ?? []))
      try #require(ending == .status(0), "\(problems)")
      let numbers = problems.removeLast().split(separator: " ").compactMap { Int($0) }
      try #require(numbers.count == 3)
      (stateCount, callCount, problemCount) = (numbers[0], numbers[1], numbers[2])
    }

    init(words: [String]) throws {
      let output = try TemporaryDirectory()
      let file = open(output("lines"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(file) }
      let child = try ChildProcess(
        Self.program, words, environment: ["SWIFT_BACKTRACE=enable=no"], descriptors: [0, file, 2])
      ending = try child.wait()
      problems = String(decoding: try output.read("lines"), as: UTF8.self).split(separator: "\n")
        .map(String.init)
    }

    private static var program: String {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      let own = String(
        decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
      return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/power-loss-child"
    }
  }
}
