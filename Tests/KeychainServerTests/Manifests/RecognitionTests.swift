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
        manifest("sandbox", ["socket": .string("sandbox")], ["com.example.bank"]),
        manifest("strict", ["socket": .string("strict")], ["a"], ["minimum-grades": .dictionary(["a": .integer(3)])]),
        manifest("twin1", ["group": .integer(40002)]), manifest("twin2", ["group": .integer(40002)]),
      ], grades: .dictionary(["com.example.bank": .integer(3)]))
  }

  private func evidence(
    user: UInt32 = 1000, group: UInt32 = 1000, realGroup: UInt32? = 1000, isInitial: Bool = true, unit: String? = nil,
    socket: String? = nil
  ) -> PeerEvidence {
    PeerEvidence(
      credentials: PeerCredentials(user: user, group: group, process: 1), realGroup: realGroup,
      isInInitialNamespace: isInitial, unit: unit, socketName: socket, startTime: 0)
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
    #expect(try identity(evidence(group: 40001, realGroup: nil)).application == nil)
  }

  @Test func aGroupInAUserNamespaceProvesNothing() throws {
    #expect(try identity(evidence(group: 40001, isInitial: false)).application == nil)
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
    let identity = try identity(evidence(user: TestService.withoutAccount, unit: "unit.service"))
    #expect(identity.grade == .system)
    #expect(identity.store == .unit("unit.service"))
    #expect(try self.identity(evidence(unit: "user.service")).store == .user(500))
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
