import Glibc
import TestSupport
import Testing

/// Runs the examples in the documentation. Their output must be the output in the pages.
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
    // Erases the keychain, so that the kernel's keyring keeps no keys for the next test.
    try tool("erase-keychain", "--yes")
    try examples.check(run.text, home: tool.home.path)
  }

  @Test func examplesOfSeveralKeychainsPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("keychains.md")
    #expect(examples.count == 9)
    let run = try tool.shell(examples.script)
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

  @Test func examplesOfKeychainsPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("keychains.md")
    #expect(examples.count == 9)
    try examples.check(try tool.shell(examples.script).text, home: tool.home.path)
  }

  @Test func examplesOfMaintenancePrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try DocumentedExamples("maintenance.md")
    #expect(examples.count == 3)
    #expect(try tool("add-generic-password", "-a", "a", "-s", "s", "-w", "w").status == 0)
    #expect(try tool("delete-generic-password", "-s", "s").status == 0)
    try examples.check(try tool.shell(examples.script).text, home: tool.home.path)
  }

  /// Every page with examples must be in one of the lists `here` and `elsewhere`.
  @Test func examplesOfEveryPageAreRun() throws {
    let here = [
      "backup.md", "containers-and-ci.md", "keychains.md", "locking.md", "maintenance.md", "moving.md",
      "security-tool.md",
    ]
    // Other test suites run the examples of these pages.
    let elsewhere = ["c-api.md", "credential-helpers.md", "login.md", "python.md", "service.md"]
    let pages = try DocumentedExamples.pages.filter { try DocumentedExamples($0).count > 0 }
    #expect(pages.sorted() == (here + elsewhere).sorted())
  }

  /// The Swift samples in these pages are lines of the examples that `make demo` builds and runs.
  @Test(
    arguments: zip(
      ["administration.md", "authentication.md"], ["KeychainCare", "GuardedNote"]))
  func samplesInSwiftAreThoseOfAnExample(_ page: String, _ example: String) throws {
    func lines(_ path: String) throws -> [Substring] {
      String(
        decoding: try TemporaryDirectory.readFile("\(DocumentedExamples.folder)/\(path)"),
        as: UTF8.self
      )
      .split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    let program = try lines("../Examples/Sources/\(example)/main.swift")
    let manifest = try lines("../Examples/Package.swift")
    let blocks = try lines(page).split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }
      .enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(
        program.firstRange(of: block) != nil || manifest.joined().contains(block.joined()),
        "\(block.joined(separator: "\n"))")
    }
  }

  /// Runs the steps of a CI job, up to the tests of a package. A script replaces the command `swift`.
  @Test(arguments: ["github", "gitlab"]) func jobsHaveTheirToken(_ service: String) throws {
    let tool = try Tool()
    let folder = try TemporaryDirectory()
    try folder.write(Array("token of a job\n".utf8), to: "token")
    try folder.write([], to: "environment")
    for name in ["bin", "runner"] { mkdir(folder(name), 0o700) }
    let swift = "#!/bin/sh\n[ \"$*\" = test ] && security find-generic-password -s api -w\n"
    try folder.write(Array(swift.utf8), to: "bin/swift", mode: 0o700)
    let run = try tool.shell(
      """
      page='\(DocumentedExamples.folder)/containers-and-ci.md'
      ln -s "$SECURITY" '\(folder("bin/security"))'
      script=$(/usr/bin/python3 "${page%/*}/../scripts/sample-steps" "$page" \(service)) || exit
      unset LATCHKEY_HOME
      case \(service) in
        github) API_TOKEN=$(cat '\(folder("token"))') ;;
        gitlab) API_TOKEN='\(folder("token"))' ;;
      esac
      PATH='\(folder("bin"))':$PATH RUNNER_TEMP='\(folder("runner"))'
      GITHUB_ENV='\(folder("environment"))' CI_JOB_ID=\(getpid())-\(service)
      export API_TOKEN PATH RUNNER_TEMP GITHUB_ENV CI_JOB_ID
      echo "$script" | sh
      status=$?
      rm -rf /tmp/keychain-$CI_JOB_ID
      exit $status
      """)
    #expect(run.text == "token of a job\n", "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }
}
