import Glibc
package import KeychainCrypto
import KeychainFiles
package import KeychainModel

/// The passcode that this process was given when it was started: in the file that the variable
/// `LATCHKEY_PASSCODE_FILE` names, or as the credential `latchkey.passcode` (systemd.exec(5)).
package struct PasscodeSource: Sendable {
  static let credentialName = "latchkey.passcode"

  private let file: CredentialFile

  /// Where the passcode of a place lies; nil when none was given.
  ///
  /// - Throws: `.notAvailable` when that cannot be known, or the file is named by a relative path.
  package init?(_ place: VaultPlace) throws(KeychainError) {
    if let path = place.passcodeFile {
      guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
        throw KeychainError(
          .notAvailable, "LATCHKEY_PASSCODE_FILE does not name a file by an absolute path",
          because: .passcodeFileUnusable)
      }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      file = CredentialFile(String(path[path.index(after: slash)...]), in: folder)
      return
    }
    guard let directory = place.credentialsFolder else { return nil }
    let credential = CredentialFile(Self.credentialName, in: directory)
    guard try credential.isPresent() else { return nil }
    file = credential
  }

  /// The passcode. A line feed at the end, as editors leave it, does not belong to it.
  ///
  /// - Throws: `.notAvailable` when the file is missing or open to others, `.parameter` when it is
  ///   empty.
  package func read() throws(KeychainError) -> Passcode {
    do throws(KeychainError) {
      return try readFile()
    } catch {
      // A want of memory or descriptors is no fault of the file.
      switch error.failureCause {
      case .outOfMemory, .tooManyFiles, .passcodeFileUnusable: throw error
      default: throw KeychainError(error.code, "\(error.reason)", because: .passcodeFileUnusable)
      }
    }
  }

  /// What the file system says of the file: another value means another passcode. Nil when there is no file.
  func status() throws(KeychainError) -> FileStatus? { try FileStatus.of(path: file.path) }

  /// An error of the passcode that is in the file.
  func unusable(_ error: KeychainError) -> KeychainError {
    KeychainError(
      error.code, "\(file.path): \(error.reason)", because: .passcodeFileUnusable,
      cause: error.cause)
  }

  private func readFile() throws(KeychainError) -> Passcode {
    guard let content = try file.read(limit: Passcode.largestByteCount + 1) else {
      throw KeychainError(
        .notAvailable, "\(file.path), which is to hold the passcode, is not there",
        because: .passcodeFileUnusable)
    }
    return try content.withUnsafeBytes { bytes throws(KeychainError) in
      let count = bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
      do throws(KeychainError) {
        return try Passcode(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      } catch {
        throw unusable(error)
      }
    }
  }
}
