import Glibc
import Keychain
import KeychainModel
import KeychainTransport
import PropertyLists
import TestSupport
import Testing

@testable import KeychainServer

/// Tests of the decision who a client is.
@Suite struct RecognitionTests {
  private let service: ManifestFolders

  /// Manifests in the folder of a test.
  private final class ManifestFolders: Sendable {
    let folder: TemporaryDirectory
    let recognition: ClientRecognition

    init(_ manifests: [(String, PropertyListValue)], grades: PropertyListValue? = nil) throws {
      folder = try TemporaryDirectory()
      for (name, manifest) in manifests {
        try folder.write(PropertyListWriter.write(manifest), to: "\(name).plist", mode: 0o644)
      }
      if let grades { try folder.write(PropertyListWriter.write(grades), to: "groups.plist", mode: 0o644) }
      var paths = ManifestCatalogue.Paths()
      paths.folders = [folder.path]
      paths.groupsFolder = folder.path
      paths.trust = .init(owner: geteuid(), anchor: folder.path)
      recognition = ClientRecognition(
        ManifestCatalogue(paths, accounts: TestService.accounts), accounts: TestService.accounts)
    }
  }

  init() throws {
    func manifest(
      _ name: String, _ recognizer: [String: PropertyListValue], _ groups: [String] = [],
      _ further: [String: PropertyListValue] = [:]
    ) -> (String, PropertyListValue) {
      (name, TestService.manifest(name, recognisedBy: recognizer, groups: groups, further: further))
    }
    service = try ManifestFolders(
      [
        manifest("mail", ["group": .integer(40001)], ["com.example.mail", "com.example.bank"]),
        manifest("unit", ["unit": .string("unit.service")]),
        manifest("unit-of-user", ["unit": .string("user.service")], [], ["users": .array([.integer(500)])]),
        manifest(
          "unit-of-users", ["unit": .string("users.service")], [],
          ["users": .array([.integer(500), .integer(501), .integer(500)])]),
        manifest("unit-with-user", ["unit": .string("cron.service"), "user": .integer(1001)]),
        manifest("user", ["user": .integer(70)]),
        manifest(
          "both", [:], [],
          [
            "recognised-by": .array([
              .dictionary(["user": .integer(80)]), .dictionary(["unit": .string("both.service")]),
              .dictionary(["user": .integer(80)]),
            ])
          ]),
        manifest("denied", ["user": .integer(90)], [], ["com.apple.private.keychain.deny": .boolean(true)]),
        manifest("sandbox", ["socket": .string("sandbox")], ["com.example.bank"]),
        manifest("strict", ["socket": .string("strict")], ["a"], ["minimum-grades": .dictionary(["a": .integer(3)])]),
        manifest("twin1", ["group": .integer(40002)]), manifest("twin2", ["group": .integer(40002)]),
      ], grades: .dictionary(["com.example.bank": .integer(3)]))
  }

  private func evidence(
    user: UInt32 = 1000, group: UInt32 = 1000, realGroup: UInt32? = 1000, isInitial: Bool = true, unit: String? = nil,
    socket: String? = nil
  ) -> PeerEvidence {
    var evidence = PeerEvidence(PeerCredentials(user: user, group: group, process: 1), socketName: socket)
    evidence.isVisible = true
    evidence.realGroup = realGroup
    evidence.isMemberOfGroup = false
    evidence.isProtected = true
    evidence.isInInitialNamespace = isInitial
    evidence.isInProcessNamespace = true
    evidence.unit = unit
    return evidence
  }

  private func changed(_ evidence: PeerEvidence, _ change: (inout PeerEvidence) -> Void) -> PeerEvidence {
    var evidence = evidence
    change(&evidence)
    return evidence
  }

  private func identity(_ evidence: PeerEvidence) throws -> ClientIdentity {
    try service.recognition.identity(evidence)
  }

  private func code(_ evidence: PeerEvidence) -> KeychainError.Code? {
    do {
      _ = try identity(evidence)
      return nil
    } catch { return (error as? KeychainError)?.code }
  }

  @Test func aProgramWithoutAManifestSharesTheCommonGroups() throws {
    let identity = try identity(evidence())
    #expect(identity.application == nil)
    #expect(identity.grade == .userProgram)
    #expect(identity.caller.accessGroups == [ApplicationManifest.commonGroup, "login"])
    #expect(identity.caller.sharedGroups == ["login"])
    #expect(identity.store == .user(1000))
  }

  @Test func aProgramIsRecognisedByItsGroup() throws {
    let identity = try identity(evidence(group: 40001))
    #expect(identity.application == "mail")
    #expect(identity.grade == .protectedProgram)
    #expect(identity.caller.accessGroups == ["com.example.mail", "com.example.bank", "mail"])
    #expect(identity.store == .user(1000))
  }

  /// The real group of a program with the set-group-ID bit is the group of its user.
  @Test func aUserWhoHasTheGroupIsNotTheProgram() throws {
    #expect(try identity(evidence(group: 40001, realGroup: 40001)).application == nil)
    #expect(code(evidence(group: 40001, realGroup: nil)) == .missingEntitlement)
  }

  /// A program that should be recognised by its group does not go on as a program without a manifest.
  @Test func aGroupThatProvesNothingIsRefused() throws {
    let program = evidence(group: 40001)
    #expect(try identity(program).application == "mail")
    let changes: [(String, (inout PeerEvidence) -> Void)] = [
      ("a user namespace", { $0.isInInitialNamespace = false }),
      ("a container", { $0.isInProcessNamespace = false }),
      ("a member of the group", { $0.isMemberOfGroup = true }),
      ("a program that others can trace", { $0.isProtected = false }),
    ]
    for (name, change) in changes { #expect(code(changed(program, change)) == .missingEntitlement, "\(name)") }
  }

  /// Root of a container without a user namespace can become every user.
  @Test func aUserOrAUnitInAContainerIsNotTheApplication() throws {
    #expect(try identity(evidence(user: 70)).application == "user")
    #expect(try identity(changed(evidence(user: 70)) { $0.isInProcessNamespace = false }).application == nil)
    #expect(try identity(evidence(user: 7, unit: "unit.service")).application == "unit")
    let contained = changed(evidence(user: 7, unit: "unit.service")) { $0.isInProcessNamespace = false }
    #expect(try identity(contained).application == nil)
  }

  /// With `hidepid`, a program that a manifest may describe does not go on as a program without a manifest.
  @Test func aProgramThatProcHidesIsRefusedWithTheReason() throws {
    for (user, group) in [(1000, 40001), (70, 70), (7, 7), (1001, 1001)] as [(UInt32, UInt32)] {
      let hidden = PeerEvidence(PeerCredentials(user: user, group: group, process: 1))
      let refusal = failure { _ = try identity(hidden) }
      #expect(refusal?.code == .notAvailable)
      #expect(refusal?.reason.contains("hidepid") == true)
    }
    // No manifest is about this user.
    let hidden = PeerEvidence(PeerCredentials(user: 1000, group: 1000, process: 1))
    #expect(try identity(hidden).grade == .userProgram)
  }

  @Test func aProgramOfAnApplicationWithoutAManifestIsRefused() {
    #expect(code(evidence(group: TestService.applicationGroup)) == .missingEntitlement)
    #expect(code(evidence(group: TestService.applicationGroup, realGroup: TestService.applicationGroup)) == nil)
  }

  @Test func aProgramThatTwoManifestsDescribeIsRefused() {
    #expect(code(evidence(group: 40002)) == .missingEntitlement)
  }

  @Test func theHigherGradeCounts() throws {
    let identity = try identity(evidence(group: 40001, socket: "sandbox"))
    #expect(identity.application == "mail")
  }

  @Test func aUnitHasItsOwnKeychain() throws {
    let identity = try identity(evidence(user: 62039, unit: "unit.service"))
    #expect(identity.grade == .system)
    #expect(identity.store == .unit("unit.service"))
    #expect(try self.identity(evidence(user: 7, unit: "user.service")).store == .user(500))
  }

  /// Jobs of people run in system units, such as `cron.service`.
  @Test func aUnitHasAUser() throws {
    for user: UInt32 in [0, 7, 999, 61184, 65519] {
      #expect(try identity(evidence(user: user, unit: "unit.service")).application == "unit")
    }
    for user: UInt32 in [1000, 60000, 65534, 100_000] {
      #expect(try identity(evidence(user: user, unit: "unit.service")).application == nil)
    }
    #expect(try identity(evidence(user: 1001, unit: "cron.service")).application == "unit-with-user")
    #expect(try identity(evidence(user: 1000, unit: "cron.service")).application == nil)
    #expect(try identity(evidence(user: 0, unit: "cron.service")).application == nil)
  }

  @Test func aUnitWithSeveralUsersSaysWhoseKeychainItUses() throws {
    let unit = evidence(user: 7, unit: "users.service")
    #expect(code(unit) == .notAvailable)
    for user: UInt32 in [500, 501] {
      #expect(try service.recognition.identity(unit, keychainOf: user).store == .user(user))
    }
    func refusal(_ evidence: PeerEvidence, _ user: UInt32) -> KeychainError.Code? {
      failure { _ = try service.recognition.identity(evidence, keychainOf: user) }?.code
    }
    #expect(refusal(unit, 502) == .missingEntitlement)
    #expect(refusal(evidence(user: 7, unit: "unit.service"), 500) == .missingEntitlement)
    #expect(refusal(evidence(user: 7, unit: "user.service"), 501) == .missingEntitlement)
    #expect(refusal(evidence(group: 40001), 1001) == .missingEntitlement)
    #expect(refusal(evidence(), 1001) == .missingEntitlement)
    #expect(try service.recognition.identity(evidence(), keychainOf: 1000).store == .user(1000))
  }

  /// The order of the list in the manifest has no effect.
  @Test func aUnitIsRecognisedBeforeItsUser() throws {
    #expect(try identity(evidence(user: 80, unit: "both.service")).store == .unit("both.service"))
    #expect(try identity(evidence(user: 80)).store == .user(80))
  }

  @Test func aManifestCanDenyTheKeychain() throws {
    let refusal = failure { _ = try identity(evidence(user: 90)) }
    #expect(refusal?.code == .notAvailable)
    #expect(refusal?.failureCause == .deniedByEntitlement)
  }

  @Test func aUserWithoutAnAccountIsRefused() {
    #expect(code(evidence(user: TestService.withoutAccount)) == .notAvailable)
    #expect(code(evidence(user: TestService.withoutAccount, socket: "sandbox")) == .notAvailable)
  }

  /// The service manager gives the number of a stopped unit to another unit, which must not get the keychain.
  @Test func aTemporaryUserNeedsAManifestOfTheUnit() throws {
    #expect(code(evidence(user: 62039)) == .notAvailable)
    #expect(code(evidence(user: 62039, unit: "another.service")) == .notAvailable)
    #expect(code(evidence(user: 62039, socket: "sandbox")) == .notAvailable)
    #expect(try identity(evidence(user: 62039, unit: "unit.service")).store == .unit("unit.service"))
    #expect(try identity(evidence(user: 61183)).store == .user(61183))
    #expect(try identity(evidence(user: 65520)).store == .user(65520))
  }

  @Test func aGroupWithAGradeIsClosedToLowerGrades() throws {
    #expect(try identity(evidence(socket: "sandbox")).caller.accessGroups == ["sandbox"])
    #expect(try identity(evidence(socket: "strict")).caller.accessGroups == ["strict"])
  }

  // MARK: Facts of the kernel

  @Test func factsAreReadFromProc() {
    let status = Array("Name:\ta\nUid:\t1\t2\t3\t4\nGid:\t1000\t40001\t40001\t40001\n".utf8)
    #expect(PeerEvidence.realGroup(status) == 1000)
    #expect(PeerEvidence.namespaceDepth(status) == 0)
    #expect(PeerEvidence.namespaceDepth(status + Array("NSpid:\t7\n".utf8)) == 1)
    #expect(PeerEvidence.namespaceDepth(status + Array("NSpid:\t7\t1\n".utf8)) == 2)
    #expect(PeerEvidence.isInitialNamespace(Array("         0          0 4294967295\n".utf8)))
    #expect(!PeerEvidence.isInitialNamespace(Array("         0       1000          1\n".utf8)))
    #expect(!PeerEvidence.isInitialNamespace([]))
    let fields = (3...40).map(String.init).joined(separator: " ")
    #expect(PeerEvidence.startTime(Array("7 (a) b) c) \(fields)\n".utf8)) == 22)
  }

  @Test func unitsAreBelowTheSliceOfTheSystem() throws {
    let folder = try TemporaryDirectory()
    for path in [
      "system.slice", "system.slice/a.service", "system.slice/system-b.slice",
      "system.slice/system-b.slice/b@1.service", "user.slice",
    ] {
      mkdir(folder(path), 0o755)
    }
    func unit(_ path: String) -> String? {
      SystemUnit.name(controlGroup: Array("1:name=x:/other\n0::\(path)\n".utf8), mountedAt: folder.path)
    }
    let isRoot = geteuid() == 0
    #expect(unit("/system.slice/a.service") == (isRoot ? "a.service" : nil))
    #expect(unit("/system.slice/a.service/inner") == (isRoot ? "a.service" : nil))
    #expect(unit("/system.slice/system-b.slice/b@1.service") == (isRoot ? "b@1.service" : nil))
    // A control group that does not exist, or is not the control group of a service.
    #expect(unit("/system.slice/c.service") == nil)
    #expect(unit("/system.slice/a.scope") == nil)
    #expect(unit("/user.slice/user-1.slice/user@1.service/system.slice/a.service") == nil)
    #expect(unit("/../system.slice/a.service") == nil)
    // The control group of a user.
    if isRoot {
      chown(folder("system.slice/a.service"), 1000, 1000)
      #expect(unit("/system.slice/a.service") == nil)
    }
  }
}
