package import KeychainFiles
package import KeychainModel

/// The passcode that a process was given when it was started: in the file that the variable
/// `LATCHKEY_PASSCODE_FILE` names, or as the credential `latchkey.passcode` (systemd.exec(5)).
package struct PasscodeSource: Sendable {
  package static let credentialName = "latchkey.passcode"

  private let file: CredentialFile

  /// Nil when no passcode was given.
  ///
  /// - Parameters:
  ///   - path: The file that was named, if one was.
  ///   - credentialsDirectory: The folder of the credentials that were passed, if there is one.
  /// - Throws: `.notAvailable` when that cannot be known, or the file is named by a relative path.
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

  /// What the file system says of the file: another value means another passcode. Nil when there is no file.
  package func status() throws(KeychainError) -> FileStatus? { try FileStatus.of(path: file.path) }

  /// The passcode. A line feed at the end, as editors leave it, does not belong to it.
  ///
  /// - Throws: `.notAvailable` when the file is missing or open to others, `.parameter` when it is
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

  /// An error of the file or of the passcode in it, with the name of the file.
  package func unusable(_ error: KeychainError) -> KeychainError {
    // A want of memory or descriptors is no fault of the file.
    if error.failureCause == .outOfMemory || error.failureCause == .tooManyFiles { return error }
    let isNamed = error.reason.contains(file.path)
    let error = isNamed ? error : error.withReason("\(file.path): \(error.reason)")
    return KeychainError(error.code, "\(error.reason)", because: .passcodeFileUnusable, cause: error.cause)
  }
}
