package import KeychainFiles
package import KeychainModel

/// The passcode that a process received at its start: in the file that the variable `LATCHKEY_PASSCODE_FILE` names, or
/// as the credential `latchkey.passcode` (systemd.exec(5)).
package struct PasscodeSource: Sendable {
  package static let credentialName = "latchkey.passcode"

  private let file: CredentialFile

  /// Returns nil when the process received no passcode.
  ///
  /// - Parameters:
  ///   - path: The path in the variable; nil when the variable is not set.
  ///   - credentialsDirectory: The folder of the credentials that were passed to the process; nil when there is no such
  ///     folder.
  /// - Throws: `.notAvailable` when the function cannot determine whether there is a credential, and for a relative
  ///   path.
  package init?(file path: String?, credentialsDirectory: String?) throws(KeychainError) {
    if let path {
      guard path.hasPrefix("/") else {
        throw KeychainError(
          .notAvailable, "LATCHKEY_PASSCODE_FILE does not name a file by an absolute path",
          because: .passcodeFileUnusable)
      }
      file = CredentialFile(at: Array(path.utf8))
    } else {
      guard let credentialsDirectory else { return nil }
      file = CredentialFile(Self.credentialName, in: credentialsDirectory)
      guard try file.isPresent() else { return nil }
    }
  }

  /// The status of the file; nil when there is no file. A changed status means that the passcode may have changed.
  package func status() throws(KeychainError) -> FileStatus? { try FileStatus.of(path: file.path) }

  /// Reads the passcode. A line feed at the end of the file, which editors add, is not part of the passcode.
  ///
  /// - Throws: `.notAvailable` when the file is missing or accessible to other users, `.parameter` when the passcode is
  ///   empty.
  package func read() throws(KeychainError) -> Passcode {
    do throws(KeychainError) {
      guard let content = try file.read(limit: Passcode.largestByteCount + 1) else {
        throw KeychainError(.notAvailable, "\(file.path), which is to hold the passcode, is not there")
      }
      return try content.withUnsafeBytes { bytes throws(KeychainError) in
        let count = bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
        return try Passcode(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
    } catch { throw unusable(error) }
  }

  /// Adds the name of the file to an error about the file or about the passcode in it.
  package func unusable(_ error: KeychainError) -> KeychainError {
    // An error about missing memory or descriptors is not an error of the file.
    if error.failureCause == .outOfMemory || error.failureCause == .tooManyFiles { return error }
    let isNamed = error.reason.contains(file.path)
    let error = isNamed ? error : error.withReason("\(file.path): \(error.reason)")
    return KeychainError(error.code, "\(error.reason)", because: .passcodeFileUnusable, cause: error.cause)
  }
}
