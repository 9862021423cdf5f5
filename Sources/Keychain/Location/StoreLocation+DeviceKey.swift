import KeychainCrypto
import KeychainFiles
package import KeychainModel

extension StoreLocation {
  /// Where the device key of a keychain comes from.
  package struct DeviceKeySource: Equatable, Sendable {
    /// The path of the file, or of the credential.
    package let path: String

    /// Whether it was passed to this process as a credential.
    package let isCredential: Bool

    /// The path of a file `device.key` that is there and not used.
    package let unusedFile: String?
  }

  /// Where the device key comes from in this process, whether or not there is a keychain.
  ///
  /// - Throws: `.notAvailable` when it cannot be known whether it was passed as a credential.
  package func deviceKeySource() throws(KeychainError) -> DeviceKeySource {
    guard let credentialsDirectory,
      let credential = try DeviceKeyCredential(in: credentialsDirectory)
    else { return DeviceKeySource(path: deviceKeyPath, isCredential: false, unusedFile: nil) }
    let isFileThere = (try? FileStatus.of(path: deviceKeyPath)) != nil
    return DeviceKeySource(
      path: credential.path, isCredential: true, unusedFile: isFileThere ? deviceKeyPath : nil)
  }
}
