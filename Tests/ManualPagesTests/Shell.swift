import Glibc

/// Runs scripts in a shell.
enum Shell {
  /// Returns the output of a script on standard output and standard error.
  static func run(_ command: String, by shell: String = "/bin/bash") throws -> String {
    guard
      let stream = popen("exec \(shell) -s 2>&1 <<'END OF SCRIPT'\n\(command)\nEND OF SCRIPT", "re")
    else { return "" }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = getc(stream), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
