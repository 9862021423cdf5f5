import Foundation
import Glibc
import KeychainFiles
import KeychainModel
import KeychainTransport
import PropertyLists
import TestSupport
import Testing

@testable import KeychainServer

/// Tests of the manifests of applications.
@Suite struct ManifestTests {
  private func read(_ list: PropertyListValue, named name: String = "com.example.mail") throws -> ApplicationManifest {
    try ApplicationManifest(
      propertyList: PropertyListWriter.write(list), named: name, accounts: TestService.accounts)
  }

  private func manifest(
    _ recognizer: [String: PropertyListValue] = ["group": .integer(40001)], groups: [String] = [],
    _ further: [String: PropertyListValue] = [:]
  ) -> PropertyListValue {
    TestService.manifest("com.example.mail", recognisedBy: recognizer, groups: groups, further: further)
  }

  private func isRefused(_ list: PropertyListValue, named name: String = "com.example.mail") -> Bool {
    do {
      _ = try read(list, named: name)
      return false
    } catch { return (error as? KeychainError)?.code == .decode }
  }

  @Test func groupsHaveTheOrderOfEntitlements() throws {
    let manifest = try read(
      manifest(
        groups: ["one", "login"],
        ["com.apple.security.application-groups": .array([.string("shared")]), "yes": .boolean(true)]))
    #expect(manifest.caller.accessGroups == ["one", "login", "com.example.mail", "shared"])
    #expect(manifest.caller.sharedGroups == ["login"])
    #expect(manifest.caller.entitlements == ["yes"])
  }

  @Test func recognizersHaveGrades() throws {
    let expected: [(String, PropertyListValue, Grade)] = [
      ("group", .string("lk-app-40001"), .protectedProgram), ("unit", .string("mail.service"), .system),
      ("user", .integer(7), .system), ("socket", .string("mail"), .sandbox),
    ]
    for (key, value, grade) in expected {
      #expect(try read(manifest([key: value])).recognizers.map(\.grade) == [grade], "\(key)")
    }
    let unit: [String: PropertyListValue] = ["unit": .string("mail.service"), "user": .integer(7)]
    #expect(try read(manifest(unit)).recognizers == [.unit("mail.service", user: 7)])
  }

  @Test func wrongManifestsAreRefused() {
    let wrong: [(String, PropertyListValue)] = [
      ("not a dictionary", .array([])),
      ("no identifier", .dictionary(["recognised-by": .array([.dictionary(["group": .integer(40001)])])])),
      ("no recognizer", .dictionary(["application-identifier": .string("com.example.mail")])),
      ("empty recognizer", manifest([:])),
      ("two keys", manifest(["group": .integer(40001), "unit": .string("a.service")])),
      ("unknown recognizer", manifest(["path": .string("/usr/bin/mail")])),
      ("group of root", manifest(["group": .integer(0)])),
      ("negative group", manifest(["group": .integer(-1)])),
      ("unknown group", manifest(["group": .string("nobody knows")])),
      ("a group of other programs", manifest(["group": .integer(8)])),
      ("a unit and a user that does not exist", manifest(["unit": .string("a.service"), "user": .string("?")])),
      ("a group and a user", manifest(["group": .integer(40001), "user": .integer(7)])),
      ("a unit with a slash", manifest(["unit": .string("../mail.service")])),
      ("every group", manifest(groups: ["*"])),
      ("the group of all programs", manifest(groups: [ApplicationManifest.commonGroup])),
      ("an empty group", manifest(groups: [""])),
      (
        "a number as a group",
        manifest(["group": .integer(40001)], ["keychain-access-groups": .array([.integer(1)])])
      ),
      ("an unknown key", manifest(["group": .integer(40001)], ["unknown": .string("text")])),
      (
        "a grade of another group",
        manifest(["group": .integer(40001)], ["minimum-grades": .dictionary(["other": .integer(3)])])
      ),
      (
        "a grade that does not exist",
        manifest(["group": .integer(40001)], ["minimum-grades": .dictionary(["com.example.mail": .integer(5)])])
      ),
    ]
    for (name, list) in wrong { #expect(isRefused(list), "\(name)") }
    #expect(isRefused(manifest(), named: "com.example.other"))
    for reserved in ["login", "com.apple.token", "*", ""] {
      let list = TestService.manifest(reserved, recognisedBy: ["group": .integer(40001)])
      #expect(isRefused(list, named: reserved), "\(reserved)")
    }
    #expect(!isRefused(manifest()))
  }

  // MARK: Folders

  private struct Folders {
    let folder: TemporaryDirectory
    let paths: ManifestCatalogue.Paths

    init() throws {
      folder = try TemporaryDirectory()
      for name in ["share", "etc"] { mkdir(folder(name), 0o755) }
      var paths = ManifestCatalogue.Paths()
      paths.folders = [folder("share"), folder("etc")]
      paths.groupsFolder = folder.path
      paths.trust = RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path)
      self.paths = paths
    }

    func write(_ application: String, group: Int64, to place: String, mode: mode_t = 0o644) throws {
      let list = TestService.manifest(application, recognisedBy: ["group": .integer(group)])
      try folder.write(PropertyListWriter.write(list), to: "\(place)/\(application).plist", mode: mode)
    }

    func groups(_ catalogue: ManifestCatalogue) throws -> [ApplicationManifest.Recognizer] {
      try catalogue.content().content.manifests.flatMap(\.recognizers)
    }
  }

  @Test func manifestsOfTheAdministratorReplaceOthers() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts, checkingEvery: .zero)
    #expect(try folders.groups(catalogue) == [])
    try folders.write("a", group: 40001, to: "share")
    try folders.write("b", group: 40002, to: "share")
    #expect(try folders.groups(catalogue) == [.group(40001), .group(40002)])
    try folders.write("a", group: 40003, to: "etc")
    #expect(try folders.groups(catalogue) == [.group(40003), .group(40002)])
    // An empty file takes the rights away.
    try folders.folder.write([], to: "etc/a.plist", mode: 0o644)
    #expect(try folders.groups(catalogue) == [.group(40002)])
  }

  @Test func aManifestThatOthersCanChangeGivesNoRights() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts, checkingEvery: .zero)
    try folders.write("good", group: 40001, to: "share")
    try folders.write("group", group: 40002, to: "share", mode: 0o664)
    try folders.write("others", group: 40003, to: "share", mode: 0o646)
    symlink(folders.folder("share/good.plist"), folders.folder("share/link.plist"))
    try folders.folder.write([UInt8](repeating: 0x20, count: 1 << 20), to: "share/large.plist", mode: 0o644)
    let deep = String(repeating: "<array>", count: 100_000)
    try folders.folder.write(Array("<plist>\(deep)".utf8.prefix(60_000)), to: "share/deep.plist", mode: 0o644)
    mkfifo(folders.folder("share/pipe.plist"), 0o644)
    #expect(try folders.groups(catalogue) == [.group(40001)])
  }

  @Test func aManifestThatCannotBeUsedAlsoRemovesTheRightsOfAPackage() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts, checkingEvery: .zero)
    try folders.write("a", group: 40001, to: "share")
    try folders.folder.write(Array("damaged".utf8), to: "etc/a.plist", mode: 0o644)
    #expect(try folders.groups(catalogue) == [])
  }

  /// The groups of an application stay reserved while its manifest is damaged or masked, and until its file is removed.
  @Test(arguments: [[], Array("damaged".utf8)])
  func aManifestThatCannotBeUsedKeepsItsGroupsReserved(_ content: [UInt8]) throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts, checkingEvery: .zero)
    func grades() throws -> [String: Grade] { try catalogue.content().content.writingGrades }
    let list = TestService.manifest("bank", recognisedBy: ["group": .integer(40001)], groups: ["money"])
    try folders.folder.write(PropertyListWriter.write(list), to: "etc/bank.plist", mode: 0o644)
    #expect(try grades() == ["bank": .protectedProgram, "money": .protectedProgram])
    for name in ["bank", "unknown", "login"] {
      try folders.folder.write(content, to: "etc/\(name).plist", mode: 0o644)
    }
    #expect(try grades() == ["bank": .system, "money": .protectedProgram, "unknown": .system])
    for name in ["bank", "unknown", "login"] { unlink(folders.folder("etc/\(name).plist")) }
    #expect(try grades() == [:])
  }

  /// A folder may take rights away that an earlier folder gives. Without it, no program may use a keychain.
  @Test(arguments: ["writable", "link", "above", "many"], ["share", "etc"])
  func aFolderThatCannotBeBelievedStopsEveryProgram(_ fault: String, _ folder: String) throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts, checkingEvery: .zero)
    try folders.write("a", group: 40001, to: "share")
    try folders.folder.write([], to: "etc/a.plist", mode: 0o644)
    #expect(try folders.groups(catalogue) == [])
    switch fault {
    case "writable": chmod(folders.folder(folder), 0o777)
    case "link":
      rename(folders.folder(folder), folders.folder("other"))
      symlink(folders.folder("other"), folders.folder(folder))
    case "above": chmod(folders.folder.path, 0o777)
    default: for index in 0..<4096 { try folders.folder.write([], to: "\(folder)/\(index)", mode: 0o644) }
    }
    #expect(failure { _ = try catalogue.content() }?.code == .notAvailable)
    // The rights come back with the folder.
    guard fault == "writable" else { return }
    chmod(folders.folder(folder), 0o755)
    #expect(try folders.groups(catalogue) == [])
  }

  /// A connection that was made under another generation is recognised again.
  @Test func theGenerationChangesWithTheFiles() throws {
    let folders = try Folders()
    var paths = folders.paths
    paths.accountFiles = [folders.folder("passwd")]
    let catalogue = ManifestCatalogue(paths, accounts: TestService.accounts, checkingEvery: .zero)
    var generations = [try catalogue.content().generation]
    func note() { generations.append(catalogue.generation) }
    #expect(catalogue.generation == generations[0])
    try folders.write("a", group: 40001, to: "share")
    note()
    try folders.folder.write([], to: "etc/a.plist", mode: 0o644)
    note()
    let grades = PropertyListWriter.write(.dictionary(["bank": .integer(3)]))
    try folders.folder.write(grades, to: "groups.plist", mode: 0o644)
    note()
    try folders.folder.write([1], to: "passwd", mode: 0o644)
    note()
    chmod(folders.folder("share"), 0o777)
    note()
    #expect(generations == Array(generations[0]..<generations[0] + 6))
    // The files are compared once a second at most.
    let slow = ManifestCatalogue(paths, accounts: TestService.accounts, checkingEvery: .seconds(3600))
    chmod(folders.folder("share"), 0o755)
    let before = slow.generation
    try folders.write("b", group: 40002, to: "share")
    #expect(slow.generation == before)
  }

  @Test func damagedGradesGiveNoRights() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts, checkingEvery: .zero)
    let grades = PropertyListWriter.write(.dictionary(["bank": .integer(3)]))
    try folders.folder.write(grades, to: "groups.plist", mode: 0o644)
    #expect(try catalogue.content().content.minimumGrades == ["bank": .protectedProgram])
    try folders.folder.write(Array("damaged".utf8), to: "groups.plist", mode: 0o644)
    #expect(throws: KeychainError.self) { try catalogue.content() }
  }
}
