import Testing
import Glibc
import KeychainPrompt
import TestSupport

@testable import KeychainCrypto

/// A shell script that replaces a pinentry. The script gives the answers of a test, and records its input.
struct ScriptedPinentry {
  let folder: TemporaryDirectory

  /// Creates the script.
  ///
  /// - Parameters:
  ///   - answer: The shell commands that answer a question. `$tries` is how many times the script was started.
  ///   - greeting: The shell commands at the start of the script.
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
    // `popen` writes the script in another process. Otherwise a process that another test forks could inherit the
    // descriptor open for writing, and the script could not be executed.
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

  /// Returns the lines of a file that the script has written.
  func lines(_ name: String) throws -> [String] {
    String(decoding: try folder.read(name), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Waits until the script has written a line to a file.
  func wait(for name: String, line: String) {
    for _ in 0..<12_000 {
      if (try? lines(name))?.contains(line) == true { return }
      usleep(5000)
    }
  }

  /// Whether the last started process still exists. A zombie process also exists.
  var isThere: Bool {
    get throws {
      let identifier = try #require(pid_t(try lines("pid").first ?? ""))
      return kill(identifier, 0) == 0
    }
  }
}

/// Returns the text of a passcode; nil for nil.
func text(_ passcode: Passcode?) throws -> String? {
  try passcode?.withBytes { String(decoding: $0, as: UTF8.self) }
}
