import ProgramSupport
import TestSupport
import Testing

/// The credential helpers as built programs.
@Suite struct HelperProgramTests {
  @Test func examplesOfHelpersPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("credential-helpers.md")
    #expect(examples.count == 11)
    let run = try tool.shell("PATH=$(dirname \"$SECURITY\"):$PATH\n" + examples.script)
    try examples.check(run.text, home: tool.home.path)
  }

  @Test func everyProgramSaysItsVersionAndItsUsage() throws {
    let tool = try Tool()
    let run = try tool.shell(
      """
      PATH=$(dirname "$SECURITY"):$PATH
      for program in security git-credential-latchkey docker-credential-latchkey; do
        $program --version </dev/null || echo "failed $?"
        $program --help </dev/null | head -n 1
      done
      docker-credential-latchkey version
      git-credential-latchkey --help | grep -c '^    '
      docker-credential-latchkey --help | sed -n 4p
      ls "$LATCHKEY_HOME"
      """)
    let version = ProgramVersion.number
    #expect(run.errors.isEmpty)
    #expect(
      run.text == """
        security (Latchkey) \(version)
        Usage: security [-h] [-i] [-l] [-p prompt] [-P] [-q] [-v] [command] [options]
        git-credential-latchkey (Latchkey) \(version)
        Usage: git-credential-latchkey operation | --help | --version
        docker-credential-latchkey (Latchkey) \(version)
        Usage: docker-credential-latchkey operation | --help | --version
        docker-credential-latchkey (Latchkey) \(version)
        4
            erase    Removes them.

        """)
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
