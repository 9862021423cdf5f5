import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import Keychain

@Suite struct KeychainDomainsTests {
  private let folder: TemporaryDirectory
  private let location: StoreLocation
  private let domains: KeychainDomains

  init() throws {
    folder = try TemporaryDirectory()
    var location = StoreLocation(home: folder("store"))
    location.adminDirectory = folder("admin")
    self.location = location
    domains = KeychainDomains(location)
  }

  private func file(_ name: String) -> KeychainPath { .file(Array("/k/\(name)".utf8)) }

  @Test func defaults() throws {
    #expect(try domains.list(of: .user) == [.login])
    #expect(try domains.list(of: .common) == [.system])
    #expect(try domains.list(of: .system) == [])
    #expect(try domains.list(of: .dynamic) == [])
    #expect(try domains.searchList() == [.login, .system])
    #expect(try domains.defaultKeychain() == .login)
    #expect(try domains.defaultKeychain(of: .system) == nil)
    #expect(try domains.loginKeychain() == .login)
    #expect(access(folder("store"), F_OK) != 0, "reading creates no folder")
  }

  @Test func settingsAreSeenByOtherProcesses() throws {
    try domains.set([file("a"), .login, file("b")], of: .user)
    try domains.setDefault(file("b"))
    let other = KeychainDomains(location)
    #expect(try other.list(of: .user) == [file("a"), .login, file("b")])
    #expect(try other.searchList() == [file("a"), .login, file("b"), .system])
    #expect(try other.defaultKeychain() == file("b"))
  }

  @Test func emptyList() throws {
    try domains.set([], of: .user)
    #expect(try domains.list(of: .user) == [])
    #expect(try domains.searchList() == [.system])
  }

  @Test func membersOfTheCommonListAreLeftOut() throws {
    try domains.set([file("a"), .system], of: .user)
    #expect(try domains.list(of: .user) == [file("a")])
  }

  @Test func deletedKeychainIsInNoPreference() throws {
    try domains.set([file("a"), file("b")], of: .user)
    try domains.setDefault(file("a"))
    try domains.remove(file("a"))
    #expect(try domains.list(of: .user) == [file("b")])
    #expect(try domains.defaultKeychain() == nil)
    try domains.remove(file("b"))
    #expect(try domains.list(of: .user) == [])
  }

  @Test func pathsThatAreNotText() throws {
    let path = KeychainPath.file([0x2F, 0xFF, 0x01])
    try domains.set([path], of: .user)
    #expect(try KeychainDomains(location).list(of: .user) == [path])
  }

  @Test func unknownKeysAreKept() throws {
    try domains.set([file("a")], of: .user)
    let name = "store/keychains/preferences.plist"
    let text = String(decoding: try folder.read(name), as: UTF8.self)
    let parts = text.split(separator: "<dict>", maxSplits: 1)
    let added = parts.joined(separator: "<dict><key>Later</key><integer>3</integer>")
    try folder.write(Array(added.utf8), to: name)
    try domains.setDefault(file("a"))
    #expect(String(decoding: try folder.read(name), as: UTF8.self).split(separator: "<key>Later</key>").count == 2)
  }

  @Test(arguments: [
    "", "no property list", "<plist version=\"1.0\"><array/></plist>",
    "<plist version=\"1.0\"><dict><key>SearchList</key><string>/a</string></dict></plist>",
    "<plist version=\"1.0\"><dict><key>SearchList</key><array><string>relative</string></array></dict></plist>",
    "<plist version=\"1.0\"><dict><key>DefaultKeychain</key><integer>1</integer></dict></plist>",
  ])
  func damagedFileIsAnErrorAndIsKept(_ content: String) throws {
    try domains.set([file("a")], of: .user)
    let name = "store/keychains/preferences.plist"
    try folder.write(Array(content.utf8), to: name)
    let other = KeychainDomains(location)
    func fails(_ body: () throws -> Void) {
      #expect(KeychainError.code(body) == .notAvailable)
      #expect(KeychainError.failureCause(body) == .fileDamaged)
    }
    fails { _ = try other.searchList() }
    fails { _ = try other.defaultKeychain() }
    fails { try other.set([.login], of: .user) }
    #expect(try folder.read(name) == Array(content.utf8))
  }

  @Test func fileThatOthersCanChange() throws {
    try domains.set([file("a")], of: .user)
    chmod(folder("store/keychains/preferences.plist"), 0o666)
    #expect(KeychainError.failureCause { _ = try KeychainDomains(location).searchList() } == .fileTooOpen)
  }

  @Test func dynamicDomainCannotBeChanged() throws {
    #expect(KeychainError.code { try domains.set([.login], of: .dynamic) } == .parameter)
  }

  @Test func preferencesOfAllUsers() throws {
    try domains.set([file("s")], of: .system)
    try domains.set([file("c")], of: .common)
    let other = KeychainDomains(location)
    #expect(try other.list(of: .system) == [file("s")])
    #expect(try other.searchList() == [.login, file("c")])
    var status = stat()
    #expect(stat(folder("admin/keychains.plist"), &status) == 0 && status.st_mode & 0o777 == 0o644)
  }

  /// Every list that a reader sees while two writers replace it is one of the two lists.
  @Test func twoWritersAndAReader() throws {
    let lists: [[KeychainPath]] = [(0..<20).map { file("a\($0)") }, (0..<20).map { file("b\($0)") }]
    try domains.set(lists[0], of: .user)
    let location = location
    let writers = lists.map { list in
      BackgroundWork { for _ in 0..<20 { try KeychainDomains(location).set(list, of: .user) } }
    }
    let reader = KeychainDomains(location)
    for _ in 0..<200 { #expect(lists.contains(try reader.list(of: .user))) }
    for writer in writers { try writer.end() }
  }
}
