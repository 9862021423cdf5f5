import CTestSupport
import Foundation
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import PropertyLists
import TestSupport
import Testing

@testable import KeychainServer

/// Attacks by other processes on the recognition of programs. `attacker.py` has the attacks.
@Suite(.serialized, .enabled(if: isRoot)) struct AttackProcessTests {
  private static let user = "\(TestService.user)"
  private static let group: UInt32 = 40001

  /// A service with the application `mail`, whose program has the set-group-ID bit.
  private func service(sockets: [String] = []) throws -> TestService {
    let service = try TestService(sockets: sockets)
    try service.write(
      TestService.manifest("mail", recognisedBy: ["group": .integer(Int64(Self.group))], groups: ["com.example.mail"]),
      for: "mail")
    return service
  }

  /// Makes the program of the application, a copy of another program.
  private func program(_ service: TestService, _ original: String = "/usr/bin/python3") throws -> String {
    let path = service.folder("mail-program")
    // Another process writes the file. A child of another test could inherit a descriptor of this process, and a file that
    // is open for writing cannot be executed.
    _ = try TestService.lines("/usr/bin/install", ["-m", "755", original, path])
    // A change of the group removes the bit.
    #expect(chown(path, 0, Self.group) == 0)
    #expect(chmod(path, 0o2755) == 0)
    return path
  }

  /// Kernels before 6.5 do not say which process connected.
  private static let olderKernel: @Sendable () -> Void = { if lk_test_refuse_peer_processes() != 0 { abort() } }

  private func hexadecimal(_ request: Request) throws -> String {
    try Call(request).message().map { String(format: "%02x", $0) }.joined()
  }

  private let asMail = ["groups", user, "\(group)", "user", user]

  /// Attack 1. The process that connected has ended, and another process has its number and its connection.
  @Test(arguments: ["present", "old"])
  func aProcessWithTheNumberOfTheClientIsNotTheClient(_ kernel: String) throws {
    let folder = try TemporaryDirectory()
    mkdir(folder("state"), 0o700)
    let program = (TestService.program as NSString).deletingLastPathComponent + "/keychaind"
    let lines = try TestService.lines(
      "/usr/bin/unshare",
      [
        "--pid", "--fork", "--mount", "--mount-proc", "/usr/bin/python3", "-I", TestService.attacker, folder("socket"),
        "pid-reuse", program, folder("state"), kernel,
      ])
    #expect(lines == ["grade 1 ", "True closed", "grade 1  \(kernel == "old" ? 1 : 0)"])
  }

  /// Attack 2. A program connects, and becomes the program of an application.
  @Test func aProgramThatIsExecutedLaterHasTheRightsOfTheConnection() throws {
    let service = try service()
    #expect(try service.run(asMail + ["add", "a", "secret", ""]) == ["added"])
    let call = try hexadecimal(TestItem.search("a", "com.example.mail"))
    let lines = try service.attack("exec-after-connect", try program(service), call)
    #expect(lines == ["grade 1 ", "\(Self.group) status -34018"])
  }

  /// The number of attempts. `make torture` makes more.
  private static let raceCount = getenv("LATCHKEY_TORTURE") == nil ? 200 : 10_000

  /// Attack 3. A program becomes the program of an application while the service collects the facts about it.
  @Test func aProgramThatIsExecutedDuringTheRecognitionHasNoRights() throws {
    let service = try service()
    let lines = try service.attack("exec-race", try program(service, "/bin/sleep"), "\(Self.raceCount)")
    let answers = try #require(lines.first).split(separator: " ")
    // Grade 1, or no admission.
    for answer in answers {
      #expect(answer.hasPrefix("grade_1_:") || answer.hasPrefix("closed:") || answer.hasPrefix("status_-25291:"))
    }
    #expect(answers.contains { $0.hasPrefix("grade_1_:") })
  }

  /// Attacks 4 and 5. A connection that another process inherited, or got by a message.
  @Test(arguments: ["present", "old"]) func anotherProcessCannotUseAConnection(_ kernel: String) throws {
    let service = try kernel == "old" ? TestService(filter: Self.olderKernel) : TestService()
    let call = try hexadecimal(TestItem.search("a"))
    let lines = try service.attack("give", call)
    let group = Self.user
    #expect(lines == ["grade 1 ", "\(group) closed", "closed", "grade 1 ", "\(group) closed", "closed"])
  }

  /// Attack 6. The program of an application writes its output to a connection of the attacker.
  @Test func theOutputOfAProgramIsNoRequest() throws {
    let service = try service()
    let lines = try service.attack("as-output", try program(service))
    #expect(lines == ["grade 1  closed", "grade 1  closed"])
  }

  /// Attack 15. In a namespace of the attacker, another program has the path of the program of an application.
  @Test func aPathProvesNothing() throws {
    let service = try service()
    try service.folder.write([], to: "mail-program", mode: 0o755)
    let path = service.folder("mail-program")
    #expect(try service.attack("from-path", path) == ["\(path) grade 1 "])
  }

  /// Attack 16. The kernel names the program of an application as the executable of the attacker.
  @Test func anExecutableProvesNothing() throws {
    let service = try service()
    let program = try program(service)
    let lines = try service.run(["replace-executable", program, "user", Self.user, "identity"])
    #expect(lines == [program, "1  user-programs,login"])
  }

  /// Attack 18. The group of a process stays when its executable is replaced.
  @Test func anApplicationWhoseExecutableWasReplacedIsRecognised() throws {
    let service = try service()
    let program = try program(service)
    #expect(try service.attack("replaced", program) == ["\(program) (deleted) grade 3 mail"])
  }

  /// Attack 21. A file that describes a sandbox proves nothing.
  @Test func theFileOfASandboxIsNotRead() throws {
    let service = try service()
    let place = service.folder("root")
    mkdir(place, 0o755)
    #expect(try service.attack("flatpak", place) == ["True grade 1 "])
  }

  /// Attack 22. A program of the user reaches the socket of an application through a process that has the socket. Therefore
  /// a socket gives the grade 2, and groups with a greater minimum grade stay closed.
  @Test func theSocketOfAnApplicationHasAGradeOfItsOwn() throws {
    let service = try service(sockets: ["sandbox"])
    try service.write(
      TestService.manifest(
        "sandbox", recognisedBy: ["socket": .string("sandbox")], groups: ["com.example.bank"],
        further: ["minimum-grades": .dictionary(["com.example.bank": .integer(3)])]), for: "sandbox")
    try service.folder.write([], to: "place", mode: 0o644)
    let socket = service.folder("private/sandbox")
    let lines = try service.attack("through-proc", socket, service.folder("place"))
    // Outside of the process, the socket cannot be reached, and its name is another file.
    #expect(lines == ["PermissionError", "PermissionError", "grade 2 sandbox"])
    #expect(try service.run(["identity"], at: socket) == ["2 sandbox sandbox"])
  }

  /// Attack 34. Root puts an older copy of the folder of a keychain back while the service is stopped. This is not
  /// prevented: the keychain is the one of that time, and works.
  @Test func anOlderCopyOfAKeychainIsAKeychainOfThatTime() throws {
    let service = try TestService()
    let asUser = ["user", Self.user]
    let (folder, copy) = (service.folder("state/\(Self.user)"), service.folder("copy"))
    #expect(try service.run(asUser + ["add", "a", "then", ""]) == ["added"])
    service.stop()
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    try service.start()
    #expect(try service.run(asUser + ["add", "b", "later", ""]) == ["added"])
    service.stop()
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: copy, toPath: folder)
    try service.start()
    #expect(try service.run(asUser + ["find", "a", ""]) == ["then"])
    let lost = try service.run(asUser + ["find", "b", ""])
    #expect(lost.first?.hasPrefix("-25300") == true, "\(lost)")
    #expect(try service.run(asUser + ["add", "b", "now", "", "find", "b", ""]) == ["added", "now"])
  }

  /// Attack 23. A manifest of 1 GB is refused at once, and other programs are not affected.
  @Test func aHugeManifestIsRefusedAtOnce() throws {
    let service = try service()
    #expect(try service.run(asMail + ["identity"]) == ["3 mail com.example.mail,mail"])
    let path = service.folder("etc/apps/huge.plist")
    try service.folder.write([], to: "etc/apps/huge.plist", mode: 0o644)
    #expect(truncate(path, 1 << 30) == 0)
    let begin = ContinuousClock.now
    #expect(try service.run(asMail + ["identity"]) == ["3 mail com.example.mail,mail"])
    #expect(try service.run("user", Self.user, "identity") == ["1  user-programs,login"])
    #expect(ContinuousClock.now - begin < .seconds(5))
    // A manifest of an application that exists gives no rights when it is as large.
    #expect(truncate(service.folder("etc/apps/mail.plist"), 1 << 30) == 0)
    let refused = try service.run(asMail + ["identity"])
    #expect(refused.first?.hasPrefix("-34018") == true, "\(refused)")
  }

  /// Attack 23. A manifest in the mount namespace of a program has no effect.
  @Test func aManifestInAnotherMountNamespaceIsNotRead() throws {
    let service = try service()
    let apps = service.folder("etc/apps")
    let forged = PropertyListWriter.write(
      TestService.manifest(
        "forged", recognisedBy: ["user": .integer(Int64(Self.user) ?? 0)], groups: ["com.example.mail"]))
    try service.folder.write(forged, to: "forged.plist", mode: 0o644)
    let program = """
      mount -t tmpfs none "$1" && cp "$2" "$1/forged.plist" && ls "$1" && shift 2 && exec "$@"
      """
    let lines = try TestService.lines(
      "/usr/bin/unshare",
      [
        "--mount", "/bin/sh", "-c", program, "sh", apps, service.folder("forged.plist"), TestService.program,
        service.folder("socket"), service.folder.path, "\(geteuid())", "user", Self.user, "identity",
      ])
    #expect(lines == ["forged.plist", "1  user-programs,login"])
    // The same manifest in the namespace of the service has an effect.
    try service.folder.write(forged, to: "etc/apps/forged.plist", mode: 0o644)
    #expect(try service.run("user", Self.user, "identity") == ["4 forged com.example.mail,forged"])
  }

  /// Attack 37. An account is deleted, and another one gets its number, while the service runs.
  @Test func aNewUserDoesNotGetAKeychainThatIsOpen() throws {
    let service = try TestService()
    #expect(try service.run("user", Self.user, "add", "a", "secret", "", "find", "a", "") == ["added", "secret"])
    try service.rename(TestService.user, to: "bob")
    let refused = try service.run("user", Self.user, "find", "a", "")
    #expect(refused[0].hasPrefix("-25291") && refused[0].contains("not to bob"), "\(refused)")
    try service.rename(TestService.user, to: nil)
    #expect(try service.run("user", Self.user, "find", "a", "")[0].hasPrefix("-25291"))
    // The administrator decides that the keychain belongs to the new user.
    try service.rename(TestService.user, to: "bob")
    unlink(service.folder("state/\(Self.user)/owner"))
    // Without a record, the keychain belongs to nobody.
    #expect(try service.run("user", Self.user, "find", "a", "")[0].hasPrefix("-25291"))
    try service.folder.write(Array("bob".utf8), to: "state/\(Self.user)/owner", mode: 0o600)
    #expect(try service.run("user", Self.user, "find", "a", "") == ["secret"])
  }

  /// Attack 37. The programs of a deleted account may still have connections.
  @Test func aProgramOfADeletedAccountLosesItsRights() throws {
    let service = try TestService()
    #expect(try service.run("user", Self.user, "add", "a", "secret", "") == ["added"])
    let watching = try RunningClient(service, ["user", Self.user, "watch", "a", ""])
    #expect(watching.line() == "secret")
    try service.rename(TestService.user, to: "bob")
    let last = watching.line()
    #expect(last?.hasPrefix("-25291") == true, "\(last ?? "no line")")
  }

  /// Attack 38. The reference of an item of another user, or of an application, opens nothing.
  @Test func aReferenceGivesNoRights() throws {
    let service = try service()
    let reference = try #require(try service.run(asMail + ["add", "a", "secret", "", "reference", "a"]).last)
    #expect(try service.run(asMail + ["find-reference", reference]) == ["secret"])
    for attacker in [["user", Self.user], ["user", "12346"], ["groups", Self.user, Self.user, "user", Self.user]] {
      #expect(try service.run(attacker + ["find-reference", reference])[0].hasPrefix("-25300"), "\(attacker)")
      #expect(try service.run(attacker + ["delete-reference", reference])[0].hasPrefix("-25300"), "\(attacker)")
    }
    #expect(try service.run(asMail + ["find-reference", reference]) == ["secret"])
  }

  /// Attack 38. An equal add of a program of a lower grade fails as in a foreign group, whether the item exists or not.
  @Test func anEqualAddOfALowerGradeIsNoOracle() throws {
    let service = try service(sockets: ["sandbox"])
    try service.write(
      TestService.manifest("sandbox", recognisedBy: ["socket": .string("sandbox")], groups: ["com.example.mail"]),
      for: "sandbox")
    #expect(try service.run(asMail + ["add", "a", "secret", ""]) == ["added"])
    chmod(service.folder("private"), 0o711)
    let asSandbox = ["user", Self.user]
    func run(_ words: String...) throws -> String? {
      try service.run(asSandbox + words, at: service.folder("private/sandbox")).first
    }
    #expect(try run("identity") == "2 sandbox com.example.mail,sandbox")
    #expect(try run("add", "a", "false", "com.example.mail")?.prefix(6) == "-34018")
    #expect(try run("find", "a", "com.example.mail")?.prefix(6) == "-25300")
    #expect(try run("add", "b", "own", "com.example.mail") == "added")
    #expect(try run("add", "b", "own", "com.example.mail")?.prefix(6) == "-25299")
    #expect(try service.run(asMail + ["find", "a", ""]) == ["secret"])
  }

  // MARK: Applications

  /// Root of a container without a user namespace can have every user and every group.
  @Test func rootOfAContainerIsNoApplication() throws {
    let service = try service()
    try service.write(TestService.manifest("database", recognisedBy: ["user": .integer(70)]), for: "database")
    #expect(try service.run("user", "70", "identity") == ["4 database database"])
    #expect(try service.attack("container", "\(Self.group)", "70") == ["status -34018", "grade 1 "])
  }

  /// A member of the group of an application, and a program that other programs of the user can trace.
  @Test func aGroupWithoutItsGuardsProvesNothing() throws {
    let service = try service()
    #expect(try service.run(asMail + ["identity"]) == ["3 mail com.example.mail,mail"])
    let lines = try service.attack("member", "\(Self.group)").map { $0.split(separator: " ", maxSplits: 1) }
    #expect(lines.map(\.last) == ["status -34018", "status -34018"])
    // The log names the processes that were refused.
    service.stop()
    #expect(service.refusals.map(\.process) == lines.map { pid_t($0[0]) }, "\(service.refusals)")
    #expect(service.refusals.allSatisfy { $0.user == TestService.user })
  }

  /// A masked manifest, or a greater minimum grade, also takes the rights of connections away.
  @Test func rightsEndOnConnectionsThatExist() throws {
    let service = try service()
    let grades = PropertyListWriter.write(.dictionary(["com.example.mail": .integer(4)]))
    let changes: [(String, [UInt8])] = [("etc/apps/mail.plist", []), ("etc/groups.plist", grades)]
    for (index, (file, content)) in changes.enumerated() {
      #expect(try service.run(asMail + ["add", "\(index)", "secret", ""]) == ["added"])
      let watching = try RunningClient(service, asMail + ["watch", "\(index)", "com.example.mail"])
      #expect(watching.line() == "secret", "\(file)")
      let manifest = TestService.manifest(
        "mail", recognisedBy: ["group": .integer(Int64(Self.group))], groups: ["com.example.mail"])
      try service.folder.write(content, to: file, mode: 0o644)
      let last = watching.line()
      #expect(last?.hasPrefix("-34018") == true, "\(file): \(last ?? "no line")")
      try service.write(manifest, for: "mail")
    }
  }
}
