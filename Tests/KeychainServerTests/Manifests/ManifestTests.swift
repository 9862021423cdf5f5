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
      ("group", .string("group-40001"), .protectedProgram), ("unit", .string("mail.service"), .system),
      ("user", .integer(7), .system), ("socket", .string("mail"), .sandbox),
    ]
    for (key, value, grade) in expected {
      #expect(try read(manifest([key: value])).recognizers.map(\.grade) == [grade], "\(key)")
    }
  }

  @Test func wrongManifestsAreRefused() {
    let wrong: [(String, PropertyListValue)] = [
      ("not a dictionary", .array([])),
      ("no identifier", .dictionary(["recognised-by": .array([.dictionary(["group": .integer(1)])])])),
      ("no recognizer", .dictionary(["application-identifier": .string("com.example.mail")])),
      ("empty recognizer", manifest([:])),
      ("two keys", manifest(["group": .integer(1), "unit": .string("a.service")])),
      ("unknown recognizer", manifest(["path": .string("/usr/bin/mail")])),
      ("group of root", manifest(["group": .integer(0)])),
      ("negative group", manifest(["group": .integer(-1)])),
      ("unknown group", manifest(["group": .string("nobody knows")])),
      ("a unit with a slash", manifest(["unit": .string("../mail.service")])),
      ("every group", manifest(groups: ["*"])),
      ("the group of all programs", manifest(groups: [ApplicationManifest.commonGroup])),
      ("an empty group", manifest(groups: [""])),
      (
        "a number as a group",
        manifest(["group": .integer(1)], ["keychain-access-groups": .array([.integer(1)])])
      ),
      ("an unknown key", manifest(["group": .integer(1)], ["unknown": .string("text")])),
      (
        "a grade of another group",
        manifest(["group": .integer(1)], ["minimum-grades": .dictionary(["other": .integer(3)])])
      ),
      (
        "a grade that does not exist",
        manifest(["group": .integer(1)], ["minimum-grades": .dictionary(["com.example.mail": .integer(5)])])
      ),
    ]
    for (name, list) in wrong { #expect(isRefused(list), "\(name)") }
    #expect(isRefused(manifest(), named: "com.example.other"))
    for reserved in ["login", "com.apple.token", "*", ""] {
      let list = TestService.manifest(reserved, recognisedBy: ["group": .integer(1)])
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
      try catalogue.content().manifests.flatMap(\.recognizers)
    }
  }

  @Test func manifestsOfTheAdministratorReplaceOthers() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts)
    #expect(try folders.groups(catalogue) == [])
    try folders.write("a", group: 1, to: "share")
    try folders.write("b", group: 2, to: "share")
    #expect(try folders.groups(catalogue) == [.group(1), .group(2)])
    try folders.write("a", group: 3, to: "etc")
    #expect(try folders.groups(catalogue) == [.group(3), .group(2)])
    // An empty file takes the rights away.
    try folders.folder.write([], to: "etc/a.plist", mode: 0o644)
    #expect(try folders.groups(catalogue) == [.group(2)])
  }

  @Test func aManifestThatOthersCanChangeGivesNoRights() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts)
    try folders.write("good", group: 1, to: "share")
    try folders.write("group", group: 2, to: "share", mode: 0o664)
    try folders.write("others", group: 3, to: "share", mode: 0o646)
    symlink(folders.folder("share/good.plist"), folders.folder("share/link.plist"))
    try folders.folder.write([UInt8](repeating: 0x20, count: 1 << 20), to: "share/large.plist", mode: 0o644)
    let deep = String(repeating: "<array>", count: 100_000)
    try folders.folder.write(Array("<plist>\(deep)".utf8.prefix(60_000)), to: "share/deep.plist", mode: 0o644)
    mkfifo(folders.folder("share/pipe.plist"), 0o644)
    #expect(try folders.groups(catalogue) == [.group(1)])
  }

  @Test func aManifestThatCannotBeUsedAlsoRemovesTheRightsOfAPackage() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts)
    try folders.write("a", group: 1, to: "share")
    try folders.folder.write(Array("damaged".utf8), to: "etc/a.plist", mode: 0o644)
    #expect(try folders.groups(catalogue) == [])
  }

  @Test(arguments: ["writable", "link", "above"])
  func aFolderThatOthersCanChangeGivesNoRights(_ fault: String) throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts)
    try folders.write("a", group: 1, to: "share")
    try folders.write("b", group: 2, to: "etc")
    switch fault {
    case "writable":
      chmod(folders.folder("share"), 0o777)
      #expect(try folders.groups(catalogue) == [.group(2)])
    case "link":
      rename(folders.folder("share"), folders.folder("other"))
      symlink(folders.folder("other"), folders.folder("share"))
      #expect(try folders.groups(catalogue) == [.group(2)])
    default:
      chmod(folders.folder.path, 0o777)
      // The file with the grades cannot be believed either, so no program may use any group.
      #expect(throws: KeychainError.self) { try catalogue.content() }
    }
  }

  @Test func damagedGradesGiveNoRights() throws {
    let folders = try Folders()
    let catalogue = ManifestCatalogue(folders.paths, accounts: TestService.accounts)
    let grades = PropertyListWriter.write(.dictionary(["bank": .integer(3)]))
    try folders.folder.write(grades, to: "groups.plist", mode: 0o644)
    #expect(try catalogue.content().minimumGrades == ["bank": .protectedProgram])
    try folders.folder.write(Array("damaged".utf8), to: "groups.plist", mode: 0o644)
    #expect(throws: KeychainError.self) { try catalogue.content() }
  }
}
