import KeychainCrypto
import KeychainFiles
package import KeychainModel

extension StoreLocation {
  /// The source of a keychain's device key.
  package struct DeviceKeySource: Equatable, Sendable {
    /// The path of the file, or of the credential.
    package let path: String

    /// Whether the key was passed to this process as a credential.
    package let isCredential: Bool

    /// The path of an existing file `device.key` that is not used.
    package let unusedFile: String?
  }

  /// The source of the device key in this process. The keychain need not exist.
  ///
  /// - Throws: `.notAvailable` when it cannot be found out whether the key was passed as a
  ///   credential.
  package func deviceKeySource() throws(KeychainError) -> DeviceKeySource {
    guard let credentialsDirectory,
      let credential = try DeviceKeyCredential(in: credentialsDirectory)
    else { return DeviceKeySource(path: deviceKeyPath, isCredential: false, unusedFile: nil) }
    let isFileThere = (try? FileStatus.of(path: deviceKeyPath)) != nil
    return DeviceKeySource(
      path: credential.path, isCredential: true, unusedFile: isFileThere ? deviceKeyPath : nil)
  }
}
