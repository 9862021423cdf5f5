import Foundation
import TestSupport

/// A session with a bus and a keychain of its own, in which the built program is the Secret Service.
struct ServicePlace {
  let folder: TemporaryDirectory

  /// The path of a built program.
  static func program(_ name: String) throws -> String {
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
  }

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      Array(SourceTree.text("Tests/SecretServiceTests/Clients/pinentry.sh").utf8), to: "pinentry.sh", mode: 0o700)
  }

  /// The result of a script.
  struct Outcome {
    let status: Int32
    let output: String
  }

  /// Runs a script in the session.
  ///
  /// The script can use these variables: `SECURITY_TOOL` and `SECRET_SERVICE_PROGRAM` are programs of Latchkey, `CLIENTS`
  /// is the folder of the test clients, `PINENTRY_ANSWERS` is the file with the answers to questions (pinentry.sh).
  ///
  /// - Parameters:
  ///   - before: A script that runs before the service starts.
  ///   - hasService: Whether the service runs. If not, the script starts it.
  ///   - usesKeychaind: Whether the login keychain is in the built keychaind. This requires root.
  func run(
    _ script: String, before: String = "", hasService: Bool = true, usesKeychaind: Bool = false
  ) throws -> Outcome {
    try folder.write(Array(script.utf8), to: "script.sh")
    let service = hasService ? "\"$SECRET_SERVICE_PROGRAM\"" : "none"
    let keychain =
      usesKeychaind ? "SECRET_SERVICE_KEYCHAIN=default" : "LATCHKEY_HOME=\(folder("keychain"))"
    let whole = """
      export SECURITY_TOOL=\(try Self.program("security"))
      export SECRET_SERVICE_PROGRAM=\(try Self.program("latchkey-secret-service"))
      export AGENT=\(try Self.program("keychain-agent"))
      export CLIENTS=\(SourceTree.path("Tests/SecretServiceTests/Clients"))
      export SOURCES=\(SourceTree.path(".build/python-sources"))
      export \(keychain) LATCHKEY_PINENTRY=\(folder("pinentry.sh"))
      export PINENTRY_ANSWERS=\(folder("answers")) PINENTRY_LOG=\(folder("questions")) TMPDIR=\(folder.path)
      export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
      \(before)
      exec timeout 300 \(SourceTree.path("scripts/with-latchkey-secret-service")) \(service) sh \(folder("script.sh"))
      """
    try folder.write(Array(whole.utf8), to: "whole.sh")
    var command = ["/bin/sh", folder("whole.sh")]
    if usesKeychaind { command = [SourceTree.path("scripts/with-keychaind"), try Self.program("keychaind")] + command }
    for name in ["in", "out"] { try folder.write([], to: name) }
    let descriptors = ["in", "out", "out"].map { open(folder($0), O_RDWR | O_APPEND | O_CLOEXEC) }
    defer { for descriptor in descriptors { close(descriptor) } }
    let process = try ChildProcess(
      command[0], Array(command.dropFirst()),
      environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=\(folder.path)"], descriptors: descriptors)
    let ending = try process.wait()
    let output = String(decoding: try folder.read("out"), as: UTF8.self)
    guard case .status(let status) = ending else { return Outcome(status: -1, output: output) }
    return Outcome(status: status, output: output)
  }
}
