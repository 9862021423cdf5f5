import Testing
import Glibc
import KeychainPrompt
import TestSupport

@testable import KeychainCrypto

/// A pinentry that is a shell script: it does what a test says, and records what it was told.
struct ScriptedPinentry {
  let folder: TemporaryDirectory

  /// - Parameters:
  ///   - answer: What it does when it is asked, as shell commands. `$tries` is how often it was started.
  ///   - greeting: What it does first.
  init(_ answer: String, greeting: String = "echo 'OK Pleased to meet you'") throws {
    folder = try TemporaryDirectory()
    let script = """
      #!/bin/sh
      cd '\(folder.path)'
      echo $$ > pid
      echo started >> starts
      tries=$(wc -l < starts)
      printf '%s\\n' "$0" "$@" > arguments
      /usr/bin/env > environment
      ls -1 /proc/$$/fd > descriptors
      \(greeting)
      while IFS= read -r line; do
        printf '%s\\n' "$line" >> told
        case "$line" in
          GETPIN|CONFIRM) \(answer) ;;
          BYE) echo 'OK closing connection'; exit 0 ;;
          *) echo OK ;;
        esac
      done
      """
    // Written by another process: one that was forked meanwhile could hold the file open for writing,
    // and a file that somebody writes to cannot be run.
    let stream = try #require(popen("cat > '\(program)' && chmod 700 '\(program)'", "we"))
    fputs(script, stream)
    pclose(stream)
  }

  var program: String { folder("pinentry") }

  func settings(_ environment: [String] = [], timeLimit: Int = 30) -> PinentrySettings {
    PinentrySettings(
      program: program, isChosen: true, environment: environment + ["PATH=/usr/bin:/bin"],
      terminal: nil, timeLimit: timeLimit)
  }

  func pinentry(_ environment: [String] = [], timeLimit: Int = 30) -> Pinentry {
    Pinentry(settings(environment, timeLimit: timeLimit))
  }

  /// The lines of a file that it wrote.
  func lines(_ name: String) throws -> [String] {
    String(decoding: try folder.read(name), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Waits until it has written to a file.
  func wait(for name: String, line: String) {
    for _ in 0..<12_000 {
      if (try? lines(name))?.contains(line) == true { return }
      usleep(5000)
    }
  }

  /// Whether the process that was started last is there, if only as a zombie.
  var isThere: Bool {
    get throws {
      let identifier = try #require(pid_t(try lines("pid").first ?? ""))
      return kill(identifier, 0) == 0
    }
  }
}

/// The text of a passcode.
func text(_ passcode: Passcode?) throws -> String? {
  try passcode?.withBytes { String(decoding: $0, as: UTF8.self) }
}
