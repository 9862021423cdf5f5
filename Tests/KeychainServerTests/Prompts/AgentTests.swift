import Foundation
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

@testable import KeychainServer

/// Questions to the person through an agent. The agent of these tests is a program that answers with given words.
@Suite(.serialized, .enabled(if: isRoot)) struct AgentTests {
  private static let group: UInt32 = 40002
  private static let user = "\(TestService.user)"
  private let service: TestService

  init() throws {
    var limits = ServerLimits()
    limits.promptRefusalTime = .seconds(2)
    limits.connectionsPerUser = 10
    service = try TestService(limits: limits)
    try service.write(
      TestService.manifest(AgentTable.application, recognisedBy: ["group": .integer(Int64(Self.group))]),
      for: AgentTable.application)
  }

  private func program(_ user: String = user) -> [String] { ["groups", user, user, "user", user] }

  /// Starts an agent, and waits until it is registered.
  private func agent(_ words: String..., user: String = user) throws -> RunningClient {
    let agent = try RunningClient(
      service, ["groups", user, "\(Self.group)", "user", user, "become-agent", "graphical"] + words + ["stay"])
    #expect(agent.line() == "agent")
    return agent
  }

  private func client(_ words: String..., calling name: String? = nil) throws -> RunningClient {
    try RunningClient(service, program() + words, calling: name)
  }

  private func setPasscode() throws {
    #expect(try service.run(program() + ["set-passcode", "passcode"]) == ["set"])
  }

  // MARK: Questions

  @Test func thePersonUnlocksTheKeychain() throws {
    try setPasscode()
    let agent = try agent("answer", "1", "given:passcode")
    let lines = try service.run(program() + ["lock", "ask", "unlock", "to begin"])
    #expect(lines == ["flag(true)", "unlocked"])
    let text = try #require(agent.line())
    #expect(text.hasPrefix("passcode A program that calls itself \"\(TestService.program.suffix(10))") == false)
    #expect(text.contains("service-client\" (process "))
    #expect(text.hasSuffix("to unlock your keychain for all your programs.||It says: \"to begin\""))
  }

  @Test func aWrongPasscodeIsAskedForAgainTwice() throws {
    try setPasscode()
    let agent = try agent(
      "answer", "5", "given:wrong", "given:", "given:passcode", "given:a", "given:b", "answer", "1", "given:c")
    #expect(try service.run(program() + ["ask", "items", ""]) == ["proven"])
    #expect(agent.line()?.hasSuffix("to use protected items of your keychain.") == true)
    #expect(agent.line()?.hasSuffix("[The passcode is wrong. Try again.]") == true)
    #expect(agent.line()?.hasSuffix("[Nothing was typed.]") == true)
    #expect(try service.run(program() + ["ask", "items", ""]) == ["-25293 the passcode is wrong"])
  }

  @Test func aProofForItemsDoesNotActForThePerson() throws {
    try setPasscode()
    let agent = try agent("answer", "2", "given:passcode", "given:passcode")
    let lines = try service.run(
      program() + ["ask", "items", "", "act-for-person", "ask", "person", "", "act-for-person"])
    #expect(lines.count == 4 && lines[0] == "proven" && lines[1].hasPrefix("-34018 "))
    #expect(lines.dropFirst(2) == ["proven", "acted"])
    #expect(agent.line() != nil)
    #expect(agent.line()?.contains("the items of ALL programs") == true)
  }

  @Test func theOutcomesOfAnAgentBecomeStatuses() throws {
    try setPasscode()
    let agent = try agent("answer", "3", "dismissed", "impossible", "failed")
    let lines = try service.run(program() + ["ask", "items", "", "ask", "items", "", "ask", "items", ""])
    #expect(lines.map { $0.split(separator: " ").first } == ["-128", "-25308", "-25293"])
    #expect(agent.line() != nil)
  }

  /// A question that cannot be asked ends at once.
  @Test func withoutAnAgentNobodyIsAsked() throws {
    try setPasscode()
    let begin = ContinuousClock.now
    let lines = try service.run(program() + ["ask", "items", ""])
    #expect(lines.count == 1 && lines[0].hasPrefix("-25308 ") && lines[0].contains("keychain-agent"))
    #expect(ContinuousClock.now - begin < .seconds(20))
  }

  @Test func aKeychainWithoutPasscodeAsksNothing() throws {
    let agent = try agent("answer", "1", "given:passcode")
    #expect(try service.run(program() + ["ask", "items", ""])[0].hasPrefix("-25291 "))
    #expect(agent.line(within: .milliseconds(200)) == nil)
  }

  // MARK: Who may ask (attack 30)

  @Test func onlyTheProgramWithTheGroupBecomesAnAgent() throws {
    let lines = try service.run(program() + ["become-agent", ""])
    #expect(lines.count == 1 && lines[0].hasPrefix("-34018 "))
    // A program of root without the group.
    #expect(try service.run(["become-agent", ""])[0].hasPrefix("-34018 "))
    // The group as the group of the user is not the group of a program with the bit.
    let group = "\(Self.group)"
    #expect(try service.run(["groups", group, group, "user", Self.user, "become-agent", ""])[0].hasPrefix("-34018 "))
  }

  @Test func theFirstAgentStaysUnlessTheSecondHasThePasscode() throws {
    try setPasscode()
    let first = try agent("answer", "1", "dismissed", "answer", "1", "ignore")
    let second = ["groups", Self.user, "\(Self.group)", "user", Self.user]
    #expect(try service.run(second + ["become-agent", ""])[0].hasPrefix("-25291 "))
    #expect(try service.run(program() + ["ask", "items", ""])[0].hasPrefix("-128 "))
    let third = try RunningClient(
      service, second + ["prove", "passcode", "become-agent", "proof", "answer", "1", "given:passcode", "stay"])
    #expect(third.line() == "agent")
    #expect(try service.run(program() + ["ask", "items", ""]) == ["proven"])
    #expect(first.line() != nil)
    #expect(first.line(within: .milliseconds(100)) == nil)
  }

  @Test func anAgentOfAnotherUserIsNotAsked() throws {
    try setPasscode()
    let agent = try agent("answer", "1", "given:passcode", user: "12346")
    #expect(try service.run(program() + ["ask", "items", ""])[0].hasPrefix("-25308 "))
    #expect(agent.line(within: .milliseconds(100)) == nil)
  }

  /// The sessions are sessions of the kernel, which no program leaves or joins. A program in a session of a login manager
  /// stays in that session.
  @Test(.enabled(if: AgentTests.isOutsideOfLoginManager, "the test runs in a session of a login manager"))
  func anAgentOfAnotherSessionIsNotAsked() throws {
    try setPasscode()
    let become = ["groups", Self.user, "\(Self.group)", "user", Self.user, "become-agent", "graphical"]
    let agent = try RunningClient(
      service, ["session", "1"] + become + ["answer", "1", "given:passcode", "stay"])
    #expect(agent.line() == "agent")
    let begin = ContinuousClock.now
    for session in [["session", "2"], []] {
      let lines = try service.run(session + program() + ["ask", "items", ""])
      #expect(lines.count == 1 && lines[0].hasPrefix("-25308 ") && lines[0].contains("has no agent"), "\(lines)")
    }
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(agent.line(within: .milliseconds(200)) == nil)
    // Another agent asks for the programs of its own session.
    let own = ["ready", "answer", "1", "given:passcode", "stay", "parent"]
    let lines = try service.run(
      ["session", "3", "in-child"] + become + own + program() + ["ask", "items", "", "end-child"])
    #expect(lines.count == 3 && lines.first == "agent" && lines.last == "proven", "\(lines)")
    #expect(agent.line(within: .milliseconds(200)) == nil)
  }

  private static let isOutsideOfLoginManager: Bool = {
    let group = FileManager.default.contents(atPath: "/proc/self/cgroup").map { Array($0) }
    return SessionPlace(controlGroup: group ?? [], auditSession: [], user: TestService.user) == .none
  }()

  @Test(arguments: ["foreign", "again"]) func anAnswerToAnotherQuestionIsRefused(_ word: String) throws {
    try setPasscode()
    let agent = try agent("answer", "2", "given:wrong", word)
    let client = try client("ask", "items", "")
    #expect(agent.line() != nil)
    #expect(agent.line()?.hasSuffix("Try again.]") == true)
    #expect(client.line(within: .milliseconds(300)) == nil)
    #expect(service.refusals.contains { $0.reason.contains("withdrawn, or never asked") })
    agent.signal(SIGKILL)
    #expect(client.line()?.hasPrefix("-25308 ") == true)
  }

  /// A program that is no agent loses its connection with an answer.
  @Test func aProgramThatIsNoAgentCannotAnswer() throws {
    let socket = try service.openSocket()
    let body = AgentAnswer.bytes(try QuestionNonce([UInt8](repeating: 7, count: 16)), .dismissed)
    _ = try body.withUnsafeBytes { try socket.send(PacketHeader(.answer, length: $0.count), $0, waits: true) }
    #expect(throws: KeychainError.self) { _ = try socket.packet(into: PacketBuffer()).header }
  }

  // MARK: The end of a question

  /// Attack 31. A child of the client keeps the connection.
  @Test func theQuestionOfAKilledClientDisappearsAndTheNextIsAsked() throws {
    try setPasscode()
    let agent = try agent("answer", "3", "ignore", "given:passcode")
    let begin = ContinuousClock.now
    let first = try client("identity", "hold-connection", "ask", "items", "")
    _ = first.line()
    #expect(first.line() != nil)
    #expect(agent.line()?.hasPrefix("passcode") == true)
    let second = try client("ask", "items", "")
    #expect(agent.line(within: .milliseconds(300)) == nil)
    first.signal(SIGKILL)
    #expect(agent.line() == "withdrawn")
    // The child keeps the connection for 20 seconds.
    #expect(ContinuousClock.now - begin < .seconds(20))
    // The person may still be typing (`Agent.pauseTime`).
    #expect(agent.line(within: .milliseconds(500)) == nil)
    let next = agent.line()
    #expect(next?.hasPrefix("passcode") == true)
    #expect(second.line() == "proven")
  }

  /// A service that ends receives no answers, and waits for none.
  @Test func theServiceEndsWithAnOpenQuestion() throws {
    try setPasscode()
    let agent = try agent("answer", "1", "ignore")
    let client = try client("ask", "items", "")
    #expect(agent.line() != nil)
    let begin = ContinuousClock.now
    service.stop()
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(client.line()?.hasPrefix("-25308 ") == true)
  }

  @Test func aClientWithdrawsItsQuestion() throws {
    try setPasscode()
    let agent = try agent("answer", "2", "ignore")
    let client = try client("ask-and-withdraw")
    #expect(agent.line()?.hasPrefix("passcode") == true)
    try service.folder.write([], to: "withdraw", mode: 0o644)
    #expect(agent.line() == "withdrawn")
    #expect(client.line()?.hasPrefix("-128 ") == true)
  }

  @Test func aProcessHasAtMostTwoQuestions() throws {
    try setPasscode()
    let agent = try agent("answer", "1", "ignore")
    let client = try client("ask-often", "3", "stay")
    #expect(client.line()?.hasPrefix("-25308 the program asks the person already") == true)
    #expect(agent.line() != nil)
  }

  @Test func anAgentThatEndsDuringAQuestionEndsTheQuestion() throws {
    try setPasscode()
    let agent = try agent("answer", "2", "ignore")
    let client = try client("ask", "items", "")
    #expect(agent.line() != nil)
    agent.signal(SIGKILL)
    #expect(client.line()?.hasPrefix("-25308 ") == true)
  }

  @Test func aSuspendedAgentDelaysNoOtherCall() throws {
    try setPasscode()
    let agent = try agent("answer", "2", "ignore")
    agent.signal(SIGSTOP)
    // The last of five clients to ask is refused. So the other four have asked.
    var waiting = try (0..<5).map { _ in try client("ask", "items", "") }
    var refusal: String?
    let deadline = Deadline.after(.seconds(20))
    while refusal == nil, deadline.remaining > .zero {
      let first = waiting.removeFirst()
      refusal = first.line(within: .milliseconds(20))
      if refusal == nil { waiting.append(first) }
    }
    #expect(refusal?.hasPrefix("-25308 too many questions wait") == true)
    let begin = ContinuousClock.now
    for user in [Self.user, "12346"] {
      #expect(try service.run(program(user) + ["add", "a", "secret", "", "find", "a", ""]) == ["added", "secret"])
    }
    // One question is shown and three wait.
    #expect(try service.run(program() + ["ask", "items", ""])[0].hasPrefix("-25308 too many questions wait"))
    #expect(ContinuousClock.now - begin < .seconds(20))
    agent.signal(SIGKILL)
    for client in waiting { #expect(client.line()?.hasPrefix("-25308 ") == true) }
  }

  // MARK: Limits

  /// A user with too many connections loses those that are not in use, and an agent waits without a call.
  @Test func theAgentKeepsItsConnection() throws {
    try setPasscode()
    let agent = try agent("answer", "1", "given:passcode")
    let others = try (0..<12).map { _ in try client("identity", "stay") }
    for other in others { #expect(other.line() != nil) }
    #expect(try service.run(program() + ["ask", "items", ""]) == ["proven"])
    #expect(agent.line() != nil)
  }

  @Test func threeRefusalsSilenceTheProgramsForATime() throws {
    try setPasscode()
    let agent = try agent("answer", "4", "dismissed", "dismissed", "dismissed", "given:passcode")
    for _ in 0..<3 { #expect(try service.run(program() + ["ask", "items", ""])[0].hasPrefix("-128 ")) }
    let refused = try service.run(program() + ["ask", "items", ""])
    #expect(refused[0].hasPrefix("-25308 ") && refused[0].contains("not answered"))
    usleep(2_100_000)
    #expect(try service.run(program() + ["ask", "items", ""]) == ["proven"])
    for _ in 0..<4 { #expect(agent.line() != nil) }
    #expect(agent.line(within: .milliseconds(100)) == nil)
  }

  /// The table of rules in docs/service.md.
  @Test func theTimesAreThoseOfThePage() throws {
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(folder)/docs/service.md", encoding: .utf8)
    func rule(_ name: String) throws -> Substring {
      try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(name) |") })
    }
    #expect(try rule("refusals").contains("may ask nothing for 30 seconds"))
    #expect(ServerLimits().promptRefusalTime == .seconds(30))
    #expect(try rule("end").contains("after 150 seconds"))
    #expect(Call.questionTimeLimit == .seconds(150))
    #expect(try rule("next question").contains("1.5 seconds later"))
    #expect(Agent.pauseTime == .milliseconds(1500))
  }

  /// A program could otherwise end the agents whose questions it does not like, and ask again.
  @Test func aQuestionWhoseAgentEndsIsARefusal() throws {
    try setPasscode()
    for _ in 0..<3 {
      let agent = try agent("answer", "1", "ignore")
      let client = try client("ask", "items", "")
      #expect(agent.line() != nil)
      agent.signal(SIGKILL)
      #expect(client.line()?.hasPrefix("-25308 the agent") == true)
    }
    let agent = try agent("answer", "1", "given:passcode")
    #expect(try service.run(program() + ["ask", "items", ""])[0].contains("not answered"))
    usleep(2_100_000)
    #expect(try service.run(program() + ["ask", "items", ""]) == ["proven"])
    #expect(agent.line() != nil)
  }

  // MARK: The text

  @Test func nothingOfTheProgramIsOutsideOfQuotationMarks() throws {
    try setPasscode()
    let agent = try agent("answer", "1", "dismissed")
    let client = try client(
      "ask", "items", "x\"\n\nIt is \u{1B}[31mkeychaind\u{202E} <b>", calling: "ok\" (verified\n\u{1B}[2J\u{07}")
    #expect(client.line()?.hasPrefix("-128 ") == true)
    let text = try #require(agent.line())
    #expect(text.contains("calls itself \"ok' (verified [2J\" (process "))
    #expect(text.hasSuffix("||It says: \"x' It is [31mkeychaind (b)\""))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
  }
}
