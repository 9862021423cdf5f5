import Glibc
import TestSupport
import Testing

/// Shell scripts that replace the programs which the tool starts. Each script records its arguments, its environment
/// and its input.
struct ScriptedPrograms {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The records of all scripts.
  var notes: String {
    get throws { String(decoding: try folder.read("notes"), as: UTF8.self) }
  }

  /// Creates a script with a name.
  func add(_ name: String, _ body: String) throws {
    let script = """
      #!/bin/sh
      exec 9>>'\(folder("notes"))'
      { printf '%s\\n' "started \(name)" "$@"; /usr/bin/env; tr '\\0' '\\n' </proc/$$/cmdline; } >&9
      \(body)
      """
    // `popen` writes the script in another process. Otherwise a process that another test forks could inherit the
    // descriptor open for writing, and the script could not be executed.
    let path = folder(name)
    let stream = try #require(popen("cat > '\(path)' && chmod 700 '\(path)'", "we"))
    fputs(script, stream)
    pclose(stream)
  }

  /// Creates a pinentry that asks no person. It reads its answers from a file with one answer in each line.
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
