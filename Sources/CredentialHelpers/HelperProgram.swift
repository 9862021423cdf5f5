import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import ProgramSupport

/// Runs a helper in the current process, with the arguments, the standard streams, and the user's keychain.
package enum HelperProgram {
  /// Runs a helper with the arguments and streams of this process.
  ///
  /// - Returns: The exit status.
  package static func run<Helper: CredentialHelper>(_ helper: Helper.Type) -> Int32 {
    ProgramProtection.begin()
    // SIGPIPE is ignored, because the program that started the helper may have ended. In this case writing fails, and
    // the exit status is not 0.
    signal(SIGPIPE, SIG_IGN)
    var opened: KeychainClient?
    // The keychain is closed after the answer was written, because a checkpoint of the database during closing would
    // delay the answer.
    defer { opened?.close() }
    let keychain = HelperKeychain(helper.owner) { () throws(KeychainError) in
      let keychain = try KeychainClient.login(at: try StoreLocation.standard(), as: .tool)
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

  /// Returns the help or the version, if the arguments request the help or the version; otherwise nil.
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

  /// Returns the line with the name of the helper and its version.
  package static func versionLine<Helper: CredentialHelper>(of helper: Helper.Type) -> String {
    ProgramVersion.line(of: helper.name)
  }
}

/// Reads and writes the standard streams as a whole.
enum HelperStream {
  /// The maximum size of the input in bytes.
  static let limit = 1 << 20

  /// Reads standard input to its end.
  ///
  /// - Throws: A failure if standard input cannot be read, or if it has more than a mebibyte.
  static func readInput() throws(HelperFailure) -> [UInt8] {
    var count = 0
    var failure: Int32?
    // The array has its full capacity from the beginning, because an array that grows leaves a copy of its content in
    // freed memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, initialized in
      while count < buffer.count {
        let result = read(
          STDIN_FILENO, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if result > 0 { count += result }
        if result == 0 { break }
        if result < 0, errno != EINTR {
          failure = errno
          break
        }
      }
      initialized = count
    }
    if let failure {
      throw HelperFailure("standard input: \(String(cString: lk_error_description(failure)))")
    }
    guard bytes.count <= limit else { throw HelperFailure("the input has more than 1 MiB") }
    return bytes
  }

  /// Writes all bytes to a descriptor.
  ///
  /// - Returns: Whether all bytes were written.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if result < 0, errno != EINTR { return false }
      written += max(result, 0)
    }
    return true
  }
}
