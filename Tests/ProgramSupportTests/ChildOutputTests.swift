import Glibc
import TestSupport
import Testing

@testable import ProgramSupport

/// Runs other programs until they end, and reads their output.
@Suite struct ChildOutputTests {
  private func shell(
    _ script: String, environment: ChildEnvironment = .inherited, limit: Int = 1000,
    seconds: Int64? = nil
  ) throws -> ChildOutput {
    try ChildOutput(
      of: Array("/bin/sh".utf8), ["-c", script].map { Array($0.utf8) }, environment: environment,
      limit: limit, seconds: seconds)
  }

  private func text(_ child: ChildOutput) -> String {
    String(decoding: child.output, as: UTF8.self)
  }

  @Test func lastLineOfManyErrorsIsKept() throws {
    let child = try shell(
      "i=0; while [ $i -lt 900 ]; do echo 'a line of noise' >&2; i=$((i+1)); done; echo why >&2",
      limit: 10)
    #expect(child.lastErrorLine == "why")
    #expect(child.status == 0)
  }

  @Test func endsAreTold() throws {
    #expect(try shell("exit 7", seconds: 60).status == 7)
    #expect(try shell("kill -9 $$", seconds: 60).status == -1)
    #expect(try shell("exit 7").status == 7)
    #expect(throws: ChildFailure.self) {
      try ChildOutput(of: Array("/nonexistent/program".utf8), [], limit: 1)
    }
  }

  @Test(arguments: ["sleep 300", "exec >&- 2>&-; sleep 300", "trap '' TERM; echo x; sleep 300"])
  func programsEndWhenTheirTimeIsOver(script: String) throws {
    let begin = time(nil)
    let child = try shell("exec 3>&1; \(script)", seconds: 1)
    #expect(child.isTooLate)
    #expect(child.status == -1)
    #expect(time(nil) - begin < 200)
  }

  @Test func programsThatPrintTooMuchEnd() throws {
    let child = try shell("while :; do echo line; done", limit: 100, seconds: 60)
    #expect(child.isCutShort)
    #expect(!child.isTooLate)
    #expect(child.output.count <= 100)
    let silent = try shell("head -c 200000 /dev/zero; sleep 300", limit: 100, seconds: 60)
    #expect(silent.isCutShort)
    #expect(!silent.isTooLate)
  }

  @Test func nothingOfThisProcessIsHandedOn() throws {
    // This descriptor has no close-on-exec flag, so a child could inherit it.
    let open = dup(STDERR_FILENO)
    defer { close(open) }
    let child = try shell("ls /proc/$$/fd; env; wc -c", environment: .clean)
    let lines = text(child).split(separator: "\n").map(String.init)
    #expect(lines.prefix(3) == ["0", "1", "2"])
    // The shell may have opened other descriptors to read its script. Therefore, the test checks only the descriptor
    // `open`.
    #expect(!lines.contains(String(open)))
    let names = lines.compactMap { $0.contains("=") ? $0.prefix { $0 != "=" } : nil }
    // The shell sets some variables itself.
    #expect(Set(names).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["PATH", "LC_ALL"])
    #expect(lines.contains("PATH=/usr/bin:/bin"))
    // The input of the child is empty, so `wc -c` prints 0.
    #expect(lines.last == "0")
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    #expect(text(try shell("echo \"$PATH\"", limit: 10_000)).hasPrefix(path))
  }
}
