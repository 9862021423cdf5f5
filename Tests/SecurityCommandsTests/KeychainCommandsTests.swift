import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import SecurityCommands

@Suite struct KeychainCommandsTests {
  private let keychain = FakeKeychain()
  private let path = "    \"/data/latchkey/keychain.db\"\n"

  private func run(_ words: Word...) -> ToolRun { ToolRun(words, in: keychain) }

  @Test func pathIsPrintedOnOneLine() {
    for words: [Word] in [
      ["default-keychain"], ["list-keychains"], ["login-keychain"],
      ["default-keychain", "-d", "u"],
      ["list-keychains", "-d", "user"],
    ] {
      let run = ToolRun(words, in: keychain)
      #expect(run.output == path)
      #expect(run.status == 0)
    }
  }

  @Test func otherDomainsHaveNoKeychain() {
    #expect(run("list-keychains", "-d", "system").output.isEmpty)
    #expect(run("list-keychains", "-d", "system").status == 0)
    #expect(run("default-keychain", "-d", "sys").status == 1)
    #expect(run("default-keychain", "-d", "home").status == 2)
    #expect(run("list-keychains", "-d", "").status == 2)
  }

  @Test func whatIsTrueAlreadyCanBeSetAndNothingElse() {
    #expect(run("default-keychain", "-s", "login.keychain").status == 0)
    #expect(run("list-keychains", "-s", "login", "keychain.db").status == 0)
    for words: [Word] in [
      ["default-keychain", "-s"], ["list-keychains", "-s"],
      ["list-keychains", "-d", "system", "-s", "login"],
    ] {
      let run = ToolRun(words, in: keychain)
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("security: the tool uses one keychain here"))
    }
    #expect(run("default-keychain", "-s", "other").status == 50)
    #expect(run("list-keychains", "-d", "user", "-s", "login", "other").status == 50)
  }

  @Test func settingsArePrintedToStandardError() {
    let plain = run("show-keychain-info")
    #expect(plain.output.isEmpty)
    #expect(plain.errors == "Keychain \"<NULL>\" no-timeout\n")
    #expect(run("show-keychain-info", "login").errors == "Keychain \"login\" no-timeout\n")
    #expect(run("show-keychain-info", "other").status == 50)
    #expect(run("show-keychain-info", "-s").status == 1)
    let verbose = run("-v", "show-keychain-info")
    #expect(verbose.errors.contains("device key: /state/latchkey/device.key\n"))
    #expect(verbose.errors.contains("LOSES EVERYTHING"))
    #expect(
      verbose.errors.contains("service:    none: this program opens the files of the keychain itself. Its grade is 0"))
  }

  /// After a command that used the keychain, the tool closes the keychain, which checkpoints the write-ahead log. The
  /// tool also closes the keychain after a command that failed.
  @Test func toolEndsItsUseOfTheKeychain() {
    #expect(run("error", "-25300").status == 1)
    #expect(keychain.closings == 0)
    #expect(run("list-keychains").status == 0)
    #expect(run("find-generic-password", "-s", "none").status == 44)
    #expect(keychain.closings == 2)
  }

  @Test func statusesAreExplained() {
    let run = run("error", "-25300", "0xFFFF9D2C", "0x10", "010", "+3")
    #expect(run.status == 1)
    #expect(
      run.output == """
        Error: 0xFFFF9D2C -25300 The specified item could not be found in the keychain.
        Error: 0xFFFF9D2C -25300 The specified item could not be found in the keychain.
        Error: 0x00000010 16 OSStatus 16
        Error: 0x00000008 8 OSStatus 8
        Error: 0x00000003 3 OSStatus 3\n
        """)
    #expect(self.run("error").status == 2)
    for text: Word in ["", "-", "0x", "x", "1x", "--1", "-+1", "0x1FFFFFFFF", "-2147483649", "08"] {
      let run = self.run("error", text)
      #expect(run.status == 1)
      #expect(run.output.isEmpty, "\(text.text)")
    }
  }

  @Test func verificationPrintsWhatIsThereAndWhatIsWrong() {
    keychain.change {
      var count = VerificationReport.Count(.genericPassword)
      count.items = 3
      count.tombstones = 1
      count.dead = 2
      $0.report.counts = [count, VerificationReport.Count(.internetPassword)]
      $0.report.quarantined = [.init(.genericPassword, number: 7, moved: 725857445)]
      $0.report.setAside = ["keychain.db.2024"]
    }
    let intact = run("verify-keychain")
    #expect(intact.status == 0)
    #expect(
      intact.output == """
        genp: 3 items, 1 tombstone, 2 items whose key was destroyed
        inet: 0 items
        quarantined: genp item 7, 2024-01-02 03:04:05 UTC
        set aside: keychain.db.2024
        The keychain is intact.\n
        """)
    keychain.change {
      $0.report = VerificationReport()
      $0.report.damages = [
        .init(.internetPassword, number: 5, reason: "does not open"),
        .init(nil, number: 0, reason: "keybag.1 copy 1 is damaged"),
      ]
    }
    let damaged = run("verify-keychain", "login")
    #expect(damaged.status == 1)
    #expect(
      damaged.output == """
        damaged: inet item 5: does not open
        damaged: keybag.1 copy 1 is damaged
        THE KEYCHAIN IS DAMAGED.\n
        """)
    #expect(run("verify-keychain", "other").status == 50)
    keychain.change { $0.report = VerificationReport() }
    #expect(run("verify-keychain").output == "There is no keychain yet.\n")
    #expect(
      run("verify-keychain", "--accept-older").output == """
        accepted: the files that are there, of which one is an older copy
        There is no keychain yet.\n
        """)
    #expect(
      run("verify-keychain", "-rq").output == """
        repaired: the rows that were found are in a new database; the damaged one is keychain.db.damaged-1
        found: genp: 3 rows, 1 missing
        found: inet: 1 row, none missing
        found: keys: 0 rows, how many are missing is not known
        a part of the damaged database could not be read
        put back: 2 items; 1 stays in quarantine
        stays: genp item 7: an item with the same identifying attributes is there now
        There is no keychain yet.\n
        """)
    #expect(
      run("verify-keychain", "--drop-quarantine", "--purge").output == """
        dropped from quarantine: 3 items
        purged: 2 tombstones, 1 item whose key was destroyed
        There is no keychain yet.\n
        """)
    #expect(run("verify-keychain", "--purge=yes").status == 2)
  }

  @Test func compactionSaysWhatItGaveBack() {
    #expect(
      run("compact-keychain").output == """
        before: 9000 bytes, after: 5000 bytes
        Other programs keep the log in use; the rest is given back later.\n
        """)
    #expect(run("compact-keychain", "other").status == 50)
    keychain.change { $0.isPresent = false }
    #expect(run("compact-keychain").output == "There is no keychain yet.\n")
  }

  @Test func nothingIsErasedWithoutAnAnswer() {
    #expect(run("erase-keychain").status == 1)
    for answer in ["", "\n", "y\n", "yes\n", "eras\n", "erase \n", "ERASE\n"] {
      let streams = MemoryStreams(input: [Array(answer.utf8)], inputIsTerminal: true)
      let run = ToolRun(["erase-keychain"], in: keychain, streams: streams)
      #expect(run.status == 1, "\(answer)")
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("0 items in /data/latchkey/keychain.db"))
      #expect(run.errors.hasSuffix("security: erase-keychain: nothing was erased.\n"))
    }
    // Without a terminal, the word `erase` on standard input is not accepted.
    #expect(ToolRun(["erase-keychain"], in: keychain, input: "erase\n").status == 1)
    #expect(run("erase-keychain", "--yes", "other").status == 50)
    #expect(run("erase-keychain", "--yes=no").status == 2)
    #expect(keychain.isPresentNow)
  }

  @Test func wordOrOptionErases() {
    let streams = MemoryStreams(input: [Array("erase\n".utf8)], inputIsTerminal: true)
    let typed = ToolRun(["erase-keychain"], in: keychain, streams: streams)
    #expect(typed.status == 0)
    #expect(typed.output == "erased: 0 items\n")
    #expect(typed.errors.contains("a key was removed but not overwritten"))
    #expect(!keychain.isPresentNow)
    #expect(run("erase-keychain", "--yes").output == "There is no keychain yet.\n")
    keychain.change { $0.isPresent = true }
    #expect(run("erase-keychain", "--yes", "login").output == "erased: 0 items\n")
  }

  @Test func keychainThatCannotBeOpenedIsNotCalledEmpty() {
    keychain.change {
      var count = VerificationReport.Count(.genericPassword)
      count.unopened = 3
      $0.report.counts = [count]
      $0.report.damages = [.init(nil, number: 0, reason: "device.key is missing")]
      $0.report.obstacle = KeychainError(.notAvailable, "the keychain is incomplete")
    }
    let run = run("verify-keychain")
    #expect(run.status == 53)
    #expect(
      run.output == """
        genp: 3 rows that cannot be opened
        damaged: device.key is missing
        THE KEYCHAIN CANNOT BE OPENED.\n
        """)
    #expect(run.errors.hasPrefix("security: verify-keychain: "))
    #expect(run.errors.hasSuffix("security: the keychain is incomplete\n"))
  }
}
