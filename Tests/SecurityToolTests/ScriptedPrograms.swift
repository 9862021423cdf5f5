import Glibc
import TestSupport
import Testing

/// Programs that the tool starts, played by shell scripts which note their arguments, their environment
/// and what they are told.
struct ScriptedPrograms {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// What all of them noted.
  var notes: String {
    get throws { String(decoding: try folder.read("notes"), as: UTF8.self) }
  }

  /// Makes one.
  func add(_ name: String, _ body: String) throws {
    let script = """
      #!/bin/sh
      exec 9>>'\(folder("notes"))'
      { printf '%s\\n' "started \(name)" "$@"; /usr/bin/env; tr '\\0' '\\n' </proc/$$/cmdline; } >&9
      \(body)
      """
    // Written by another process: one that was forked meanwhile could hold the file open for writing,
    // and a file that somebody writes to cannot be run.
    let path = folder(name)
    let stream = try #require(popen("cat > '\(path)' && chmod 700 '\(path)'", "we"))
    fputs(script, stream)
    pclose(stream)
  }

  /// Makes a pinentry that reads its answers from a file, a line each: it asks nobody.
  func addPinentry(answers: [String]) throws {
    try folder.write(Array((answers.joined(separator: "\n") + "\n").utf8), to: "answers")
    try add(
      "pinentry",
      """
      echo 'OK Pleased to meet you'
      while IFS= read -r line; do
        printf '%s\\n' "$line" >&9
        case "$line" in
          GETPIN)
            answer=$(head -n 1 '\(folder("answers"))')
            sed -i 1d '\(folder("answers"))'
            echo "D $answer"; echo OK ;;
          BYE) echo OK; exit 0 ;;
          *) echo OK ;;
        esac
      done
      """)
  }
}
