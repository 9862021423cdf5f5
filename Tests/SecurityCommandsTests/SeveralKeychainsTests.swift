import Glibc
import Keychain
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// The commands about several keychains, with real keychains in a temporary folder.
@Suite struct SeveralKeychainsTests {
  /// A home whose keychains the tool uses.
  private struct Home: TestedKeychain {
    let folder: TemporaryDirectory
    let login: LocalKeychain

    init() throws {
      folder = try TemporaryDirectory()
      var location = StoreLocation(home: folder("home"))
      location.adminDirectory = folder("admin")
      location.systemKeychainPath = folder("admin/System.keychain")
      location.givenHomeDirectory = folder("person")
      login = LocalKeychain(location, locking: TestMachine.context(MemoryCustody(), TestMachineClock()))
    }

    var client: KeychainClient { KeychainClient(login, as: .tool) }
  }

  private let home: Home

  init() throws { home = try Home() }

  @discardableResult
  private func run(_ words: Word..., input: String = "") -> ToolRun { ToolRun(words, in: home, input: input) }

  private var portable: Word { Word(home.folder("p.keychain").utf8) }

  private func path(_ name: String) -> String { "    \"\(home.folder("home/keychains"))/\(name)\"\n" }

  private var loginPath: String { "    \"\(home.folder("home"))/keychain.db\"\n" }

  private static let systemPath = "    \"/Library/Keychains/System.keychain\"\n"

  @Test func keychainIsMadeAndDeleted() {
    let made = run("create-keychain", "-p", "pw", "build.keychain")
    #expect(made.status == 0 && made.errors.isEmpty && made.output.isEmpty)
    let again = run("create-keychain", "-p", "pw", "build.keychain")
    #expect(again.status == 48)
    #expect(
      again.errors
        == "security: SecKeychainCreate build.keychain: A keychain with the same name already exists.\n")
    // The new keychain is not in the search list.
    #expect(run("list-keychains", "-d", "user").output == loginPath)
    #expect(run("delete-keychain", "~/Library/Keychains/build.keychain").status == 0)
    let missing = run("delete-keychain", "build.keychain")
    #expect(missing.status == 50)
    #expect(missing.errors == "security: SecKeychainDelete: The specified keychain could not be found.\n")
    #expect(run("delete-keychain").status == 49)
    #expect(TemporaryDirectory.names(home.folder("home/keychains")).isEmpty)
  }

  @Test func listOfKeychains() {
    run("create-keychain", "-p", "pw", "a", "b")
    #expect(run("list-keychains").output == loginPath + Self.systemPath)
    #expect(run("list-keychains", "-d", "user").output == loginPath)
    #expect(run("list-keychains", "-d", "comm").output == Self.systemPath)
    #expect(run("list-keychains", "-d", "s").output.isEmpty)
    #expect(run("list-keychains", "-d", "x").status == 2)
    let set = run("list-keychains", "-d", "user", "-s", "b", "login.keychain", "a")
    #expect(set.status == 0 && set.output.isEmpty && set.errors.isEmpty)
    #expect(run("list-keychain", "-d", "u").output == path("b-db") + loginPath + path("a-db"))
    let missing = run("list-keychains", "-s", "a", "missing")
    #expect(missing.status == 0)
    #expect(missing.errors == "security: SecKeychainOpen missing: The specified keychain could not be found.\n")
    #expect(run("list-keychains", "-d", "user").output == path("a-db"))
    #expect(run("list-keychains", "-s", "missing").status == 1)
    #expect(run("list-keychains", "-d", "user").output == path("a-db"))
    #expect(run("list-keychains", "-s").status == 0)
    #expect(run("list-keychains", "-d", "user").output.isEmpty)
  }

  @Test func defaultAndLoginKeychain() {
    run("create-keychain", "-p", "pw", "a")
    #expect(run("default-keychain").output == loginPath)
    #expect(run("login-keychain").output == loginPath)
    #expect(run("default-keychain", "-s", "a").status == 0)
    #expect(run("default-keychain").output == path("a-db"))
    #expect(run("add-generic-password", "-a", "x", "-s", "s", "-w", "w").status == 0)
    #expect(run("find-generic-password", "-s", "s", "-w", "a").output == "w\n")
    #expect(run("find-generic-password", "-s", "s", "login.keychain").status == 44)
    #expect(run("default-keychain", "-s", "missing").status == 1)
    run("delete-keychain", "a")
    let none = run("default-keychain")
    #expect(none.status == 1)
    #expect(none.errors == "security: SecKeychainCopyDefault: A default keychain could not be found.\n")
    #expect(run("add-generic-password", "-a", "x", "-s", "s", "-w", "w").status == Int32(-25307) & 0xFF)
    #expect(run("default-keychain", "-s", "login.keychain").status == 0)
    #expect(run("default-keychain").output == loginPath)
  }

  @Test func passwordsAreFoundInTheListAndByOperand() {
    run("create-keychain", "-p", "pw", "a")
    run("add-generic-password", "-a", "x", "-s", "s", "-w", "w", "a")
    #expect(run("find-generic-password", "-s", "s", "-w").status == 44)
    run("list-keychains", "-s", "login.keychain", "a")
    let found = run("find-generic-password", "-s", "s")
    #expect(found.output.hasPrefix("keychain: \"\(home.folder("home/keychains/a-db"))\"\n"))
    #expect(run("dump-keychain").output.contains("keychain: \"\(home.folder("home/keychains/a-db"))\"\n"))
    #expect(run("dump-keychain", "login.keychain").output.isEmpty)
    #expect(run("delete-generic-password", "-s", "s", "a").status == 0)
    #expect(run("find-generic-password", "-s", "s", "-w").status == 44)
    #expect(run("find-generic-password", "-s", "s", "missing").status == 50)
  }

  @Test func lockingAndUnlocking() {
    for name: Word in ["a", portable] {
      run("create-keychain", "-p", "pw", name)
      run("add-generic-password", "-a", "x", "-s", "s", "-w", "w", name)
      #expect(run("lock-keychain", name).status == 0)
      #expect(run("find-generic-password", "-s", "s", "-w", name).status == 36)
      let wrong = run("unlock-keychain", "-p", "no", name)
      #expect(wrong.status == 51)
      #expect(
        wrong.errors.hasPrefix(
          "security: SecKeychainUnlock \(name.text): The user name or passphrase you entered is not correct.\n"))
      #expect(run("unlock-keychain", "-p", "pw", name).status == 0)
      #expect(run("find-generic-password", "-s", "s", "-w", name).output == "w\n")
    }
    run("list-keychains", "-s", "a", portable)
    #expect(run("lock-keychain", "-a").status == 0)
    for name: Word in ["a", portable] { #expect(run("find-generic-password", "-s", "s", "-w", name).status == 36) }
  }

  @Test func emptyPassword() {
    #expect(run("create-keychain", "-p", "", "tmp").status == 0)
    run("add-generic-password", "-a", "x", "-s", "s", "-w", "w", "tmp")
    #expect(run("lock-keychain", "tmp").status == 0)
    #expect(run("find-generic-password", "-s", "s", "-w", "tmp").status == 36)
    #expect(run("unlock-keychain", "-p", "no", "tmp").status == 51)
    #expect(run("unlock-keychain", "-p", "", "tmp").status == 0)
    #expect(run("find-generic-password", "-s", "s", "-w", "tmp").output == "w\n")
    #expect(run("set-keychain-password", "-o", "", "-p", "new", "tmp").status == 0)
    #expect(run("unlock-keychain", "-p", "", "tmp").status == 51)
    #expect(run("unlock-keychain", "-p", "new", "tmp").status == 0)
  }

  @Test func settings() {
    run("create-keychain", "-p", "pw", portable)
    #expect(run("show-keychain-info", portable).errors == "Keychain \"\(portable.text)\" no-timeout\n")
    #expect(run("set-keychain-settings", "-lut", "21600", portable).status == 0)
    #expect(
      run("show-keychain-info", portable).errors == "Keychain \"\(portable.text)\" lock-on-sleep timeout=21600s\n")
    #expect(run("set-keychain-settings", "-u", portable).status == 0)
    #expect(run("show-keychain-info", portable).errors == "Keychain \"\(portable.text)\" no-timeout\n")
    #expect(run("set-keychain-settings", "-t", "5", "missing").status == 50)
  }

  @Test func passwordOfAPortableKeychainIsChanged() {
    run("create-keychain", "-p", "pw", portable)
    run("add-generic-password", "-a", "x", "-s", "s", "-w", "w", portable)
    #expect(run("set-keychain-password", "-o", "no", "-p", "new", portable).status == 51)
    #expect(run("set-keychain-password", "-o", "pw", "-p", "new", portable).status == 0)
    run("lock-keychain", portable)
    #expect(run("unlock-keychain", "-p", "pw", portable).status == 51)
    #expect(run("unlock-keychain", "-p", "new", portable).status == 0)
    #expect(run("find-generic-password", "-s", "s", "-w", portable).output == "w\n")
    #expect(run("set-keychain-password", "-o", "new", "-p", "", portable).status == 1)
    run("lock-keychain", portable)
    #expect(run("unlock-keychain", "-p", "", portable).status == 51)
  }

  @Test func partitionListChecksThePassword() {
    for name: Word in ["a", portable] {
      run("create-keychain", "-p", "pw", name)
      run("create-keypair", "-a", "ec", "-k", name, "a key")
      #expect(run("set-key-partition-list", "-S", "apple:", "-s", "-k", "no", name).status == 51)
      let set = run("set-key-partition-list", "-S", "apple-tool:,apple:", "-s", "-k", "pw", name)
      #expect(set.status == 0)
      #expect(set.errors.contains("restricts nothing"))
      #expect(set.output.contains("class: 0x00000010"))
      #expect(run("dump-keychain", "-a", name).output.contains("partition: apple-tool:"))
    }
  }

  @Test func maintenanceOfOneKeychain() {
    run("create-keychain", "-p", "pw", portable)
    run("add-generic-password", "-a", "x", "-s", "s", "-w", "w", portable)
    #expect(run("verify-keychain", portable).output.hasSuffix("The keychain is intact.\n"))
    #expect(run("compact-keychain", portable).status == 0)
    #expect(run("rotate-keys", portable, input: "pw\n").status == 0)
    #expect(run("find-generic-password", "-s", "s", "-w", portable).output == "w\n")
    #expect(run("verify-keychain").output.hasSuffix("There is no keychain yet.\n"))
    #expect(run("erase-keychain", "--yes", portable).status == 1)
  }

  @Test func doctorNamesUnusableEntries() throws {
    run("create-keychain", "-p", "pw", "a", "b")
    run("list-keychains", "-s", "a", "b")
    run("lock-keychain", "a")
    try home.folder.write([1, 2, 3], to: "home/keychains/b-db")
    let doctor = run("doctor")
    #expect(
      doctor.output.contains(
        "ok  search list: \(home.folder("home/keychains/a-db")) is locked; its access groups are not enforced, because it "
          + "is not in keychaind\n"))
    #expect(doctor.output.contains("fix search list: \(home.folder("home/keychains/b-db")): "))
  }

  @Test func keychainsOfTheSystem() {
    let system: Word = "/Library/Keychains/System.keychain"
    #expect(run("find-certificate", "-a", "-p", system).output.isEmpty)
    #expect(run("delete-keychain", system).status == Int32(-61) & 0xFF)
    #expect(run("create-keychain", "-p", "", system).status == 48)
    #expect(run("default-keychain", "-s", system).status == 1)
    #expect(run("add-generic-password", "-a", "x", "-s", "s", "-w", "w", system).status == Int32(-61) & 0xFF)
  }
}
