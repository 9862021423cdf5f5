import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import ProgramSupport

/// The process of a helper: it has the arguments, the streams, and the user's keychain.
package enum HelperProgram {
  /// Runs a helper with the arguments and streams of this process.
  ///
  /// - Returns: The exit status.
  package static func run<Helper: CredentialHelper>(_ helper: Helper.Type) -> Int32 {
    ProgramProtection.begin()
    // The program that started the helper may have ended. Then writing fails, and the exit status reports it.
    signal(SIGPIPE, SIG_IGN)
    var opened: KeychainClient?
    // Closing may run a checkpoint, so the answer is written first.
    defer { opened?.close() }
    let keychain = HelperKeychain(helper.owner) { () throws(KeychainError) in
      let keychain = KeychainClient(LocalKeychain(try StoreLocation.standard()), as: .tool)
      opened = keychain
      return keychain
    }
    let words = Array(CommandLine.arguments.dropFirst())
    var outcome =
      information(about: helper, words)
      ?? Helper(keychain).run(words) { () throws(HelperFailure) in
        try HelperStream.readInput()
      }
    defer { outcome.output.wipe() }
    if let errorLine = outcome.errorLine {
      _ = HelperStream.write(Array("\(helper.name): \(errorLine)\n".utf8), to: STDERR_FILENO)
    }
    guard HelperStream.write(outcome.output, to: STDOUT_FILENO) else {
      return max(outcome.status, 1)
    }
    return outcome.status
  }

  /// Returns the help or the version if the arguments ask for it.
  static func information<Helper: CredentialHelper>(
    about helper: Helper.Type, _ words: [String]
  ) -> HelperOutcome? {
    switch words {
    case ["--version"]: return HelperOutcome(output: Array("\(versionLine(of: helper))\n".utf8))
    case ["--help"], ["-h"]:
      let width = helper.operations.map(\.name.utf8.count).max() ?? 0
      let operations = helper.operations.map { operation in
        let padding = String(repeating: " ", count: width - operation.name.utf8.count)
        return "    \(operation.name)\(padding)  \(operation.summary)\n"
      }
      let usage = "Usage: \(helper.name) operation | --help | --version\n"
      return HelperOutcome(output: Array((usage + operations.joined()).utf8))
    default: return nil
    }
  }

  /// The name of the helper and its version.
  package static func versionLine<Helper: CredentialHelper>(of helper: Helper.Type) -> String {
    ProgramVersion.line(of: helper.name)
  }
}
