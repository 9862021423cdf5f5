import TestSupport
import Testing

/// The examples of the documentation do what the pages say.
@Suite struct DocumentationTests {
  @Test func examplesOfTheToolPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("security-tool.md")
    #expect(examples.count > 15)
    let run = try tool.shell(examples.script)
    try examples.check(run.text, home: tool.home.path)
  }

  @Test func examplesOfLockingPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("locking.md")
    #expect(examples.count > 12)
    let run = try tool.shell(examples.script)
    // What the kernel still keeps is not the next one's.
    try tool("erase-keychain", "--yes")
    try examples.check(run.text, home: tool.home.path)
  }

  @Test func examplesOfMovingPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("moving.md")
    #expect(examples.count > 15)
    let run = try PasswordStores().shell(
      """
      printf 'correct horse' | pass insert -e mail/anna@example.org >/dev/null
      printf 'geheim\\nlogin: anna\\nurl: https://shop.example.org\\n' |
        pass insert -m web/shop.example.org >/dev/null
      """ + "\n" + examples.script, with: tool)
    try examples.check(run.text, home: tool.home.path)
  }

  @Test func examplesOfBackupsPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("backup.md")
    #expect(examples.count > 15)
    let folder = try TemporaryDirectory()
    let run = try tool.shell("cd '\(folder.path)'\n" + examples.script)
    try examples.check(run.text, home: tool.home.path)
  }

  @Test func examplesOfContainersPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("containers-and-ci.md")
    #expect(examples.count == 8)
    let secrets = try TemporaryDirectory()
    try secrets.write(Array("token from a file".utf8), to: "token")
    let run = try tool.shell(
      examples.script.replacing("/run/secrets/api-token", with: secrets("token")))
    try examples.check(run.text, home: tool.home.path)
  }
}
