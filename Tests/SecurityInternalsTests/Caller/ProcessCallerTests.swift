import Foundation
import Keychain
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

@testable import Security

/// The access groups of a program, from the files next to the program (README.md, "Who a program is").
@Suite("The calling program") struct ProcessCallerTests {
  let folder: TemporaryDirectory
  let program: String

  init() throws {
    folder = try TemporaryDirectory()
    program = folder("program")
  }

  private func write(_ values: [String: Any], to name: String) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    try folder.write([UInt8](data), to: name)
  }

  private func caller(entitlements: String? = nil) throws(KeychainError) -> Caller {
    try ProcessCaller.caller(entitlements: entitlements, executable: program)
  }

  @Test("A program without files has its name and the shared group `login`") func name() throws {
    let caller = try caller()
    #expect(caller.accessGroups == ["program", "login"])
    #expect(caller.sharedGroups == ["login"])
    #expect(caller.entitlements == [])
  }

  @Test("A program that was replaced while it runs keeps its name") func replaced() throws {
    let caller = try ProcessCaller.caller(entitlements: nil, executable: "/x/app (deleted)")
    #expect(caller.accessGroups == ["app", "login"])
  }

  @Test("A program that was replaced while it runs keeps its entitlements")
  func replacedWithEntitlements() throws {
    try write(["keychain-access-groups": ["a"]], to: "program.entitlements")
    let caller = try ProcessCaller.caller(entitlements: nil, executable: program + " (deleted)")
    #expect(caller.accessGroups == ["a"])
  }

  @Test("An Info.plist next to the program contains the identifier of the program") func infoPlist() throws {
    try write(["CFBundleIdentifier": "org.example.app"], to: "Info.plist")
    #expect(try caller().accessGroups == ["org.example.app", "login"])
  }

  @Test("An Info.plist without a usable identifier is ignored") func otherInfoPlist() throws {
    try write(["CFBundleIdentifier": 5], to: "Info.plist")
    #expect(try caller().accessGroups == ["program", "login"])
    try folder.write(Array("nonsense".utf8), to: "Info.plist")
    #expect(try caller().accessGroups == ["program", "login"])
  }

  private func welcome(_ application: String = "") -> Welcome {
    Welcome(
      version: 1, instance: [], user: 1, grade: 1, application: application, accessGroups: ["user-programs", "login"],
      entitlements: ["granted"])
  }

  @Test("In keychaind a program has the entitlements that keychaind knows") func inService() throws {
    try write(["keychain-access-groups": ["a", "login"], "claimed": true], to: "program.entitlements")
    let caller = ProcessCaller.inService(welcome(), entitlements: nil, executable: program)
    #expect(caller.entitlements == ["granted"])
    // The own group is for keychains at other paths.
    #expect(caller.accessGroups == ["user-programs", "login", "a"])
    #expect(caller.sharedGroups == ["login"])
    let application = ProcessCaller.inService(welcome("mail"), entitlements: nil, executable: program)
    #expect(application.accessGroups == ["user-programs", "login"])
  }

  @Test("In keychaind a malformed entitlements file has no effect") func malformedInService() throws {
    try folder.write(Array("nonsense".utf8), to: "program.entitlements")
    let caller = ProcessCaller.inService(welcome(), entitlements: nil, executable: program)
    #expect(caller.accessGroups == ["user-programs", "login"])
  }

  @Test("A program with a reserved name has no groups") func reserved() throws {
    for name in ["*", "login", "com.apple.token", ""] {
      #expect(ProcessCaller.caller(identifier: name).accessGroups == [], "\(name)")
    }
    try write(["CFBundleIdentifier": "login"], to: "Info.plist")
    #expect(try caller().accessGroups == [])
  }

  @Test("Entitlements next to the program replace the default groups of the program")
  func beside() throws {
    try write(["CFBundleIdentifier": "org.example.app"], to: "Info.plist")
    try write(
      ["keychain-access-groups": ["a", "login"], "special": true], to: "program.entitlements")
    let caller = try caller()
    #expect(caller.accessGroups == ["a", "login"])
    #expect(caller.sharedGroups == [])
    #expect(caller.entitlements == ["special"])
  }

  @Test("A named entitlements file is used instead of the file next to the program") func named() throws {
    try write(["keychain-access-groups": ["beside"]], to: "program.entitlements")
    try write(["keychain-access-groups": ["named"]], to: "other")
    #expect(try caller(entitlements: folder("other")).accessGroups == ["named"])
  }

  @Test("A program whose entitlements contain no groups has no groups") func noGroups() throws {
    try write([:], to: "program.entitlements")
    #expect(try caller().accessGroups == [])
  }

  @Test("Malformed or unreadable entitlements make every call fail") func malformed() throws {
    try folder.write(Array("nonsense".utf8), to: "program.entitlements")
    let error = #expect(throws: KeychainError.self) { try caller() }
    #expect(error?.code == .missingEntitlement)
    let absent = #expect(throws: KeychainError.self) {
      try caller(entitlements: folder("absent"))
    }
    #expect(absent?.code == .missingEntitlement)
    #expect(absent?.failureCause == .entitlementsUnusable)
    #expect(absent?.reason.contains(folder("absent")) == true)
  }

  @Test(
    "Entitlements that other users may write are rejected", arguments: [0o666, 0o646, 0o662] as [mode_t])
  func writableByOthers(mode: mode_t) throws {
    try write(["keychain-access-groups": ["a"]], to: "program.entitlements")
    #expect(try caller().accessGroups == ["a"])
    #expect(chmod(folder("program.entitlements"), mode) == 0)
    let error = #expect(throws: KeychainError.self) { try caller() }
    #expect(error?.code == .missingEntitlement)
    #expect(error?.failureCause == .entitlementsUnusable)
    #expect(error?.reason.contains("chmod go-w \(program).entitlements") == true)
  }

  @Test("Entitlements of another user are rejected", .enabled(if: geteuid() == 0, "needs root"))
  func ofAnotherUser() throws {
    try write(["keychain-access-groups": ["a"]], to: "program.entitlements")
    #expect(chown(folder("program.entitlements"), 12345, 12345) == 0)
    let error = #expect(throws: KeychainError.self) { try caller() }
    #expect(error?.failureCause == .entitlementsUnusable)
    #expect(error?.reason.contains("belongs to user 12345") == true)
  }

  @Test(
    "An Info.plist that other users may write is rejected", arguments: [0o666, 0o646, 0o662] as [mode_t])
  func writableInfoPlist(mode: mode_t) throws {
    try write(["CFBundleIdentifier": "org.example.app"], to: "Info.plist")
    #expect(chmod(folder("Info.plist"), mode) == 0)
    let error = #expect(throws: KeychainError.self) { try caller() }
    #expect(error?.code == .missingEntitlement)
    #expect(error?.failureCause == .entitlementsUnusable)
    #expect(error?.reason.contains("chmod go-w \(folder("Info.plist"))") == true)
  }

  @Test("An Info.plist of another user is rejected", .enabled(if: geteuid() == 0, "needs root"))
  func infoPlistOfAnotherUser() throws {
    try write(["CFBundleIdentifier": "org.example.app"], to: "Info.plist")
    #expect(chown(folder("Info.plist"), 12345, 12345) == 0)
    let error = #expect(throws: KeychainError.self) { try caller() }
    #expect(error?.failureCause == .entitlementsUnusable)
    #expect(error?.reason.contains("belongs to user 12345") == true)
  }

  /// Opening a pipe for reading would wait for a writer.
  @Test("A pipe named Info.plist is rejected without a wait", .timeLimit(.minutes(1))) func pipe() throws {
    #expect(mkfifo(folder("Info.plist"), 0o600) == 0)
    let error = #expect(throws: KeychainError.self) { try caller() }
    #expect(error?.reason.contains("is not a regular file") == true)
  }

  @Test("Entitlements that other users may read are used") func readable() throws {
    try write(["keychain-access-groups": ["a"]], to: "program.entitlements")
    #expect(chmod(folder("program.entitlements"), 0o644) == 0)
    #expect(try caller().accessGroups == ["a"])
  }
}
