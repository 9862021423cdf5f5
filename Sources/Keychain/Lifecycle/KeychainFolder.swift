import KeychainFiles
import KeychainModel
import Vault

/// The folder with the files of a vault, beside the file that names the vault. The name of the folder is made from the
/// identifier of the vault, so the file can be renamed.
///
/// During the creation the folder has the suffix `.new`, and during the deletion the suffix `.deleted`. So a process
/// that finds such a folder knows how to finish or to undo the work of a killed process.
struct KeychainFolder: Sendable {
  static let prefix = ".keychain-"
  static let (newSuffix, deletedSuffix) = (".new", ".deleted")

  let vaultID: RowIdentifier
  /// The path of the folder without a suffix.
  let path: String

  /// - Parameter directory: The folder that contains the file of the keychain.
  init(_ vaultID: RowIdentifier, in directory: String) {
    self.vaultID = vaultID
    path = "\(directory)/\(Self.prefix)\(vaultID)"
  }

  var newPath: String { path + Self.newSuffix }
  var deletedPath: String { path + Self.deletedSuffix }

  /// The folder that contains the file with a path, without a slash at the end.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The location of the vault's files in this folder.
  ///
  /// - Parameters:
  ///   - path: The present path of the folder.
  ///   - file: The path of the file that names the vault.
  ///   - main: The location of the login keychain.
  func location(
    at path: String, _ protection: KeychainFile.Protection, isNew: Bool = false, file: [UInt8], _ main: StoreLocation
  ) -> StoreLocation {
    let isPortable = protection == .password
    var location = StoreLocation(
      dataDirectory: path, keyDirectory: isPortable ? path : Self.keyDirectory(vaultID, main))
    location.adminDirectory = main.adminDirectory
    location.systemKeychainPath = main.systemKeychainPath
    location.givenHomeDirectory = main.givenHomeDirectory
    location.named = NamedVault(vaultID: vaultID, isPortable: isPortable, isNew: isNew)
    location.keychainFile = file
    return location
  }

  /// The folder of the device key of a keychain that is not portable.
  static func keyDirectory(_ vaultID: RowIdentifier, _ main: StoreLocation) -> String {
    "\(main.keychainKeysDirectory)/\(vaultID)"
  }

  /// The folder of a keychain's file. The folder is beside the file. If only the file was moved out of the user's folder
  /// of keychains, the folder is still there.
  ///
  /// Finishes the work of a killed process: a creation whose file exists is finished.
  ///
  /// - Throws: `.noSuchKeychain` when there is no folder, or when the keychain is being deleted.
  static func find(_ file: KeychainFile, at path: String, _ main: StoreLocation) throws(KeychainError) -> KeychainFolder
  {
    for directory in [directory(of: path), main.keychainsDirectory] {
      let folder = KeychainFolder(file.vaultID, in: directory)
      if try PrivateFolder.exists(folder.path) { return folder }
      if try PrivateFolder.exists(folder.newPath) {
        // Another process may have finished the creation meanwhile.
        _ = try PrivateFolder.rename(folder.newPath, to: folder.path)
        if try PrivateFolder.exists(folder.path) { return folder }
      }
    }
    throw KeychainError(
      .noSuchKeychain,
      "\(path) names a keychain whose files are not there. They are in the folder \(prefix)\(file.vaultID), which must "
        + "be copied together with the file.")
  }
}
