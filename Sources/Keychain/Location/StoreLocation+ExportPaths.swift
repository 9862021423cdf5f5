import KeychainFiles
package import KeychainModel

extension StoreLocation {
  /// Rejects a path of an exported file in the keychain's own folders. There, the file could replace
  /// the files that it backs up, and the keychain would delete it with temporary files.
  ///
  /// - Parameter path: Need not be UTF-8.
  /// - Throws: `.parameter`, with the cause `argument`, for a file in one of these folders.
  package func requireOutsideKeychain(_ path: [UInt8]) throws(KeychainError) {
    guard !OutputLocation.isFolder(of: path, among: [dataDirectory, keyDirectory]) else {
      throw KeychainError(
        .parameter,
        "that is the folder of the keychain itself; choose another. Nothing was written.",
        cause: .argument)
    }
  }
}
