import TestSupport
import Testing

/// The helpers as programs.
@Suite struct HelperProgramTests {
  @Test func examplesOfHelpersPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("credential-helpers.md")
    #expect(examples.count == 11)
    let run = try tool.shell("PATH=$(dirname \"$SECURITY\"):$PATH\n" + examples.script)
    try examples.check(run.text, home: tool.home.path)
  }

  @Test func helpersFailWhereTheyCannotReadOrWrite() throws {
    let tool = try Tool()
    let run = try tool.shell(
      """
      PATH=$(dirname "$SECURITY"):$PATH
      git-credential-latchkey get <&- || echo "no input $?"
      head -c 1048577 /dev/zero | git-credential-latchkey get || echo "too much $?"
      printf 'url=https://a:b@example.com' | git-credential-latchkey store
      printf 'url=https://example.com' | git-credential-latchkey get >/dev/full || echo "full $?"
      """)
    #expect(run.text == "no input 1\ntoo much 1\nfull 1\n")
    #expect(
      run.errors == """
        git-credential-latchkey: standard input: Bad file descriptor
        git-credential-latchkey: the input has more than 1 MiB

        """)
  }
}
