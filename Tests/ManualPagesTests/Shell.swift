import Glibc

/// Runs a command line.
enum Shell {
  /// The output of a command line.
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
