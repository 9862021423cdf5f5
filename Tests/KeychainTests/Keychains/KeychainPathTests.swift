import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import Keychain

@Suite struct KeychainPathTests {
  private let folder: TemporaryDirectory
  private let location: StoreLocation

  init() throws {
    folder = try TemporaryDirectory()
    var location = StoreLocation(home: folder("store"))
    location.givenHomeDirectory = folder("home")
    self.location = location
  }

  private func path(_ name: String) throws -> KeychainPath { try KeychainPath(Array(name.utf8), in: location) }

  private func inUserFolder(_ name: String) -> KeychainPath {
    .file(Array("\(location.keychainsDirectory)/\(name)".utf8))
  }

  @Test(arguments: [
    "login", "login.keychain", "login.keychain-db", "keychain.db", "/Users/u/Library/Keychains/login.keychain-db",
    "~/Library/Keychains/login.keychain",
  ])
  func namesOfTheLoginKeychain(_ name: String) throws { #expect(try path(name) == .login) }

  @Test func pathOfTheLoginKeychain() throws { #expect(try path(location.databasePath) == .login) }

  @Test func namesAreInTheUserFolder() throws {
    #expect(try path("build.keychain") == inUserFolder("build.keychain-db"))
    #expect(try path("build.keychain-db") == inUserFolder("build.keychain-db"))
    #expect(try path("fastlane_tmp_keychain") == inUserFolder("fastlane_tmp_keychain-db"))
    #expect(try path("~/Library/Keychains/build.keychain") == inUserFolder("build.keychain-db"))
    #expect(try path("\(folder("home"))/Library/Keychains/build.keychain") == inUserFolder("build.keychain-db"))
    #expect(try path("\(location.keychainsDirectory)/build.keychain") == inUserFolder("build.keychain-db"))
  }

  @Test func otherPathsAreLiteral() throws {
    for name in ["/tmp/build.keychain", "/tmp/build.keychain-db", "/tmp/build", "/Library/Keychains/Other.keychain"] {
      #expect(try path(name) == .file(Array(name.utf8)))
    }
    let notText: [UInt8] = [0x2F, 0xFF]
    #expect(try KeychainPath(notText, in: location) == .file(notText))
  }

  @Test func keychainsOfTheSystem() throws {
    #expect(try path("/Library/Keychains/System.keychain") == .system)
    #expect(try path(location.systemKeychainPath) == .system)
    #expect(try path("/System/Library/Keychains/SystemRootCertificates.keychain") == .systemRoots)
    #expect(KeychainPath.system.path(in: location) == Array("/Library/Keychains/System.keychain".utf8))
  }

  /// An old file without `-db` is used if there is no file with `-db`.
  @Test func oldFileWithoutSuffix() throws {
    mkdir(folder("store"), 0o700)
    mkdir(folder("store/keychains"), 0o700)
    try folder.write([], to: "store/keychains/old.keychain")
    #expect(try path("old.keychain") == inUserFolder("old.keychain"))
    try folder.write([], to: "store/keychains/old.keychain-db")
    #expect(try path("old.keychain") == inUserFolder("old.keychain-db"))
  }

  @Test func emptyAndBrokenNames() {
    for name: [UInt8] in [[], [0x61, 0, 0x62]] {
      #expect(KeychainError.code { _ = try KeychainPath(name, in: location) } == .noSuchKeychain)
    }
  }
}
