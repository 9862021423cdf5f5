import Keychain
import KeychainModel
import Testing

@testable import SecurityCommands

/// The commands that create, delete, lock and select keychains on macOS. They all apply to the only keychain.
@Suite struct OneKeychainTests {
  private let keychain = FakeKeychain()

  private func run(_ words: Word..., input: String = "") -> ToolRun {
    ToolRun(words, in: keychain, input: input)
  }

  // MARK: Creating the keychain

  @Test func keychainIsMadeWhenThereIsNone() {
    keychain.change { $0.isPresent = false }
    let made = run("create-keychain", "-p", "", "login.keychain")
    #expect(made.status == 0)
    #expect(made.errors.isEmpty)
    #expect(keychain.openings == 1)
    let again = run("create-keychain", "-p", "", "login.keychain")
    #expect(again.status == Int32(-25296) & 0xFF)
    #expect(
      again.errors
        == "security: SecKeychainCreate login.keychain: "
        + "A keychain with the same name already exists.\n")
    #expect(keychain.openings == 1)
  }

  @Test func emptyPasswordIsNoneAndAbsentOneAFailure() {
    keychain.change { $0.isPresent = false }
    #expect(run("create-keychain", "login").status == 1)
    #expect(keychain.openings == 0)
    #expect(run("create-keychain", "login", input: "\n").status == 0)
    #expect(keychain.openings == 1)
  }

  @Test func nameAndPasswordAreAskedFor() {
    keychain.change { $0.isPresent = false }
    let streams = MemoryStreams(
      input: ["login\n", "\n", "\n"].map { Array($0.utf8) }, inputIsTerminal: true)
    let made = ToolRun(["create-keychain"], in: keychain, streams: streams)
    #expect(made.status == 0)
    #expect(
      made.errors
        == "keychain to create: password for new keychain: retype password for new keychain: ")
    #expect(run("create-keychain").status == 2)
    #expect(run("create-keychain", input: "\n").status == 2)
  }

  @Test(arguments: [
    "login", "login.keychain", "login.keychain-db", "~/Library/Keychains/login.keychain",
    "~/Library/Keychains/login.keychain-db", "/Users/anna/Library/Keychains/login.keychain-db",
    "/home/anna/Library/Keychains/login.keychain",
  ]) func loginKeychainOfMacOSIsTheKeychain(name: String) {
    _ = run("add-generic-password", "-a", "a", "-s", "s", "-w", "x")
    #expect(run("find-generic-password", "-s", "s", "-w", Word(name.utf8)).output == "x\n")
    #expect(run("list-keychains", "-s", Word(name.utf8)).status == 0)
  }

  @Test(arguments: [
    "/Library/Keychains/login.keychain", "/Library/Keychains/System.keychain", "/login.keychain",
    "~/Library/Keychains/System.keychain", "~/Library/Keychains/", "~/Library/Keychains/x/login",
    "Library/Keychains/login.keychain.", "",
  ]) func otherPathsAreOtherKeychains(name: String) {
    #expect(run("find-generic-password", "-s", "s", Word(name.utf8)).status == 50)
  }

  @Test func otherKeychainsAreNotMade() {
    keychain.change { $0.isPresent = false }
    for words: [Word] in [["build.keychain"], ["login", "build.keychain"]] {
      let other = ToolRun(["create-keychain", "-p", ""] + words, in: keychain)
      #expect(other.status == 50)
      #expect(other.errors.hasPrefix("security: SecKeychainCreate build.keychain: "))
    }
    #expect(keychain.openings == 0)
  }

  @Test func storeThatCannotBeUsedIsNoSuccess() {
    for words: [Word] in [["create-keychain", "-p", "", "login"], ["unlock-keychain"]] {
      keychain.change {
        $0.isPresent = false
        $0.failures = [KeychainError(.notAvailable, "no room")]
      }
      let run = ToolRun(words, in: keychain)
      #expect(run.status == 53)
      #expect(run.errors.hasSuffix("security: no room\n"))
    }
  }

  // MARK: Removing and locking the keychain

  @Test func keychainIsNeverDeletedInPassing() {
    let run = run("delete-keychain", "login.keychain")
    #expect(run.status == 1)
    #expect(run.errors.contains("erase-keychain"))
    #expect(self.run("delete-keychain").status == Int32(-25295) & 0xFF)
    #expect(self.run("delete-keychain", "build.keychain").status == 50)
    #expect(self.run("delete-keychain", "login", "build.keychain").status == 50)
    #expect(self.run("delete-keychain", "-x").status == 2)
    #expect(keychain.requests.isEmpty)
  }

  @Test func nothingCanBeLocked() {
    for words: [Word] in [["lock-keychain"], ["lock-keychain", "-a"], ["lock-keychain", "login"]] {
      let run = ToolRun(words, in: keychain)
      #expect(run.status == 1)
      #expect(run.errors == "security: lock-keychain: \(UnsupportedReason.locking.rawValue).\n")
    }
    #expect(run("lock-keychain", "build.keychain").status == 50)
    #expect(run("lock-keychain", "-a", "login").status == 2)
    #expect(run("lock-keychain", "login", "login").status == 2)
  }

  @Test func unlockingSucceedsBecauseNothingIsLocked() {
    for words: [Word] in [[], ["login.keychain"], ["-u"], ["-p", "", "login"]] {
      let run = ToolRun(["unlock-keychain"] + words, in: keychain)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
    }
    let given = run("unlock-keychain", "-p", "secret", "login.keychain")
    #expect(given.status == 0)
    #expect(given.errors.contains("the one given was not checked"))
    #expect(!given.errors.contains("secret"))
    #expect(keychain.openings == 5)
    #expect(run("unlock-keychain", "-p", "secret", "build.keychain").status == 50)
    #expect(run("unlock-keychain", "-p").status == 2)
    #expect(run("unlock-keychain", "login", "login").status == 2)
    #expect(keychain.openings == 5)
  }

  @Test func onlyNeverLockingCanBeSet() {
    for words: [Word] in [[], ["login.keychain"], ["-u"], ["-u", "login"]] {
      #expect(ToolRun(["set-keychain-settings"] + words, in: keychain).status == 0)
    }
    for words: [Word] in [["-l"], ["-t", "3600"], ["-lut", "3600", "login"], ["-lu"]] {
      let run = ToolRun(["set-keychain-settings"] + words, in: keychain)
      #expect(run.status == 1)
      #expect(run.errors.contains("nothing can be locked"))
    }
    #expect(run("set-keychain-settings", "-lut", "3600", "build.keychain").status == 50)
    #expect(run("set-keychain-settings", "-t", "soon").status == 2)
    #expect(run("set-keychain-settings", "-t").status == 2)
    #expect(run("set-keychain-settings", "login", "login").status == 2)
  }

  // MARK: Access lists

  @Test(arguments: ["generic-password", "internet-password", "key"])
  func partitionListsNeedAListAndAKeychain(kind: String) {
    let name = Word("set-\(kind)-partition-list".utf8)
    #expect(run(name, "-S", "apple:", "build.keychain").status == 50)
    #expect(run(name, "-k", "secret").status == 2)
    #expect(run(name, "-S", "apple:", "login", "login").status == 2)
    #expect(run(name, "-S", "apple:", "login").status == 44)
    #expect(keychain.items.isEmpty)
  }

  @Test func partitionListIsRecordedAndRestrictsNothing() {
    _ = run("add-generic-password", "-a", "a", "-s", "s")
    let list = run("set-generic-password-partition-list", "-S", "apple-tool:,apple:", "-s", "s", "login.keychain")
    #expect(list.status == 0)
    #expect(list.output.contains("\"svce\"<blob>=\"s\""))
    #expect(list.errors.contains("restricts nothing"))
    let dump = run("dump-keychain", "-a")
    #expect(dump.output.contains("access (recorded, without effect): partition: apple-tool:\n"))
    #expect(dump.output.contains("access (recorded, without effect): partition: apple:\n"))
    _ = run("set-generic-password-partition-list", "-S", "other:", "-s", "s")
    #expect(!run("dump-keychain", "-a").output.contains("apple:"))
  }

  @Test func applicationsAreRecorded() {
    let added = run("add-generic-password", "-a", "a", "-s", "s", "-A", "-T", "/usr/bin/codesign", "-T", "")
    #expect(added.status == 0)
    #expect(added.errors.contains("restricts nothing"))
    let dump = run("dump-keychain", "-a").output
    #expect(dump.contains("access (recorded, without effect): any application\n"))
    #expect(dump.contains("access (recorded, without effect): application: /usr/bin/codesign\n"))
    #expect(!run("dump-keychain").output.contains("codesign"))
  }
}
