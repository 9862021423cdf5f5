import Glibc
import TestSupport
import Testing

/// The environment variable `LATCHKEY_LOG` of the built tool.
@Suite struct LogTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func run(_ log: String, _ words: String) throws -> Tool.Outcome {
    try tool.shell("export LATCHKEY_LOG='\(log)'; \"$SECURITY\" \(words)")
  }

  @Test func nothingIsLoggedUnlessAskedFor() throws {
    #expect(try tool("add-generic-password", "-a", "a", "-s", "s").errors.isEmpty)
    #expect(try run("", "find-generic-password -s s").errors.isEmpty)
  }

  @Test func levelsAreHeeded() throws {
    let made = try run("stderr", "add-generic-password -a a -s s")
    #expect(made.status == 0)
    #expect(made.errors.hasPrefix("latchkey["))
    #expect(made.errors.contains("]: notice: a keychain was made (Vault/VaultCreation.swift:"))
    #expect(try run("stderr:error", "find-generic-password -s s").errors.isEmpty)
    let absent = try run("stderr:info", "find-generic-password -s none")
    #expect(!absent.errors.contains("latchkey["))
    let detailed = try run("stderr:debug", "find-generic-password -s none")
    #expect(detailed.status == 44)
    #expect(detailed.errors.contains("]: debug: the keychain was opened"))
    #expect(detailed.errors.contains("(status -25300, "))
  }

  @Test func wrongValueIsSaidOnceAndNotRepeated() throws {
    let run = try run("hunter2", "add-generic-password -a a -s s")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("latchkey: LATCHKEY_LOG is not journal or stderr"))
    #expect(run.errors.split(separator: "\n").count == 2)
    #expect(!run.errors.contains("hunter2"))
  }

  @Test func valuesDoNotGetIntoTheLog() throws {
    let marker = "Zw8kMarkeQ"
    let run = try tool.shell(
      """
      export LATCHKEY_LOG=stderr:debug
      for kind in generic internet; do
        for verb in add add find delete find; do
          "$SECURITY" $verb-$kind-password -a \(marker) -s \(marker) -l \(marker) -j \(marker) \
            $(test $verb = add && echo -w \(marker)) >/dev/null
        done
      done
      "$SECURITY" add-generic-password -a a -s \(marker) --access-group com.apple.token -w \(marker)
      "$SECURITY" verify-keychain --purge -q; "$SECURITY" compact-keychain
      "$SECURITY" erase-keychain --yes
      """)
    #expect(run.status == 0)
    let log = run.errors.split(separator: "\n").filter { $0.hasPrefix("latchkey[") }
    #expect(log.count > 20)
    #expect(log.contains { $0.contains("compacted: ") })
    #expect(log.contains { $0.contains("the keychain was erased: 0 items") })
    #expect(!log.contains { $0.contains(marker) })
  }

  @Test func withoutAJournalStandardErrorIsUsed() throws {
    let run = try run("journal", "add-generic-password -a a -s s")
    #expect(run.status == 0)
    // On a machine with a journal, the log lines are in the journal.
    guard access("/run/systemd/journal/socket", F_OK) != 0 else {
      #expect(run.errors == "")
      return
    }
    #expect(run.errors.hasPrefix("latchkey: there is no journal here"))
    #expect(run.errors.contains("a keychain was made"))
  }

  /// If the process that reads the log has ended, SIGPIPE must not kill the tool.
  @Test func closedStandardErrorHarmsNothing() throws {
    let run = try tool.shell(
      """
      export LATCHKEY_LOG=stderr:debug
      { sleep 0.2; "$SECURITY" add-generic-password -a a -s s; echo $? >"$LATCHKEY_HOME/status"; } \
        2>&1 >/dev/null | true
      cat "$LATCHKEY_HOME/status"
      "$SECURITY" find-generic-password -s s 2>&- >/dev/null
      """)
    #expect(run.text == "0\n")
    #expect(run.status == 0)
  }

  /// The user root does not run this test, because root may lock any amount of memory.
  @Test(.enabled(if: geteuid() != 0)) func memoryThatCannotBeLockedIsToldOnce() throws {
    let run = try tool.shell(
      "ulimit -l 0; LATCHKEY_LOG=stderr \"$SECURITY\" add-generic-password -a a -s s")
    #expect(run.status == 0)
    #expect(run.errors.split(separator: "\n").count { $0.contains("cannot be locked") } == 1)
  }
}
