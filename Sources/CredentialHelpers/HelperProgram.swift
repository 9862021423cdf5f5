import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import ProgramSupport

/// The process of a helper: its arguments, its streams, and the keychain of its user.
package enum HelperProgram {
  /// Runs a helper with the arguments and streams of this process.
  ///
  /// - Returns: The exit status.
  package static func run<Helper: CredentialHelper>(_ helper: Helper.Type) -> Int32 {
    ProgramProtection.begin()
    // Whoever started the helper may be gone: then writing fails, and the status tells.
    signal(SIGPIPE, SIG_IGN)
    let keychain = HelperKeychain(helper.owner) { () throws(KeychainError) in
      LocalKeychain(try StoreLocation.standard())
    }
    let words = Array(CommandLine.arguments.dropFirst())
    var outcome = Helper(keychain).run(words) { () throws(HelperFailure) in
      try HelperStream.readInput()
    }
    defer { outcome.output.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) } }
    if let complaint = outcome.complaint {
      _ = HelperStream.write(Array("\(helper.name): \(complaint)\n".utf8), to: STDERR_FILENO)
    }
    guard HelperStream.write(outcome.output, to: STDOUT_FILENO) else {
      return max(outcome.status, 1)
    }
    return outcome.status
  }
}
