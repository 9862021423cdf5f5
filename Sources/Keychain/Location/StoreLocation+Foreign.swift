import KeychainFiles
package import KeychainModel

extension StoreLocation {
  /// Keeps exported files out of the keychain's own folders, where they could replace what they are to
  /// save, and would be swept away.
  ///
  /// - Parameter path: Need not be UTF-8.
  /// - Throws: `.parameter`, with the cause `argument`, for a file in one of them.
  package func requireForeign(_ path: [UInt8]) throws(KeychainError) {
    guard !OutputPlace.isFolder(of: path, among: [dataDirectory, keyDirectory]) else {
      throw KeychainError(
        .parameter,
        "that is the folder of the keychain itself; choose another. Nothing was written.",
        cause: .argument)
    }
  }
}
