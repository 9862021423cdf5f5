import Glibc
import KeychainFiles
import KeychainModel
import PropertyLists
import TestSupport
import Testing

@testable import KeychainTransport

/// Tests of the file that tells programs that the machine has a service.
@Suite struct ServiceConfigurationTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func read() throws -> ServiceConfiguration? {
    try ServiceConfiguration.read(
      folder("service.plist"), trust: RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path))
  }

  private func write(_ entries: [String: PropertyListValue], mode: mode_t = 0o644) throws {
    try folder.write(PropertyListWriter.write(.dictionary(entries)), to: "service.plist", mode: mode)
  }

  @Test func withoutTheFileThereIsNoService() throws {
    #expect(try read() == nil)
  }

  @Test func theFileNamesTheSocketAndTheUser() throws {
    try write(["user": .integer(7)])
    #expect(try read() == ServiceConfiguration(socketPath: "/run/keychaind/socket", user: 7))
    try write(["user": .string("root"), "socket": .string("/a/b")])
    #expect(try read() == ServiceConfiguration(socketPath: "/a/b", user: 0))
  }

  @Test func theFileNamesUsersWhoseKeychainsStayUnlocked() throws {
    try write(["user": .integer(7), "unlocked-after-logout": .array([.string("anna"), .integer(1001)])])
    #expect(try read()?.unlockedAfterLogout == ["anna", "1001"])
    try write(["user": .integer(7)])
    #expect(try read()?.unlockedAfterLogout == [])
  }

  @Test func aDamagedFileIsAnError() throws {
    try write(["user": .integer(7)])
    #expect(try read() != nil)
    let wrong: [[String: PropertyListValue]] = [
      ["user": .integer(-1)], ["user": .string("no such user")], ["user": .boolean(true)],
      ["user": .integer(7), "socket": .string("relative")], ["user": .integer(7), "socket": .integer(1)],
      ["user": .integer(7), "other": .integer(1)],
      ["user": .integer(7), "unlocked-after-logout": .string("anna")],
      ["user": .integer(7), "unlocked-after-logout": .array([.boolean(true)])],
    ]
    for entries in wrong {
      try write(entries)
      #expect(throws: KeychainError.self, "\(entries)") { try read() }
    }
    try folder.write([], to: "service.plist", mode: 0o644)
    #expect(throws: KeychainError.self) { try read() }
  }

  @Test func aFileThatOthersCanChangeIsAnError() throws {
    try write(["user": .integer(7)], mode: 0o666)
    #expect(throws: KeychainError.self) { try read() }
    try write(["user": .integer(7)], mode: 0o644)
    #expect(try read() != nil)
    chmod(folder.path, 0o777)
    #expect(throws: KeychainError.self) { try read() }
    chmod(folder.path, 0o700)
    rename(folder("service.plist"), folder("other"))
    symlink(folder("other"), folder("service.plist"))
    #expect(throws: KeychainError.self) { try read() }
  }
}
