import KeychainCrypto
import KeychainFiles
package import KeychainModel
import Vault

/// Examines the folders and files of a keychain one by one, and reports all problems together. The inspection changes
/// and creates nothing.
package struct StoreInspection {
  /// The result of examining a folder or a file.
  package struct Finding {
    package let path: String
    package let isThere: Bool
    /// The reason why the entry cannot be used; nil when it can be used or does not exist.
    package let problem: KeychainError?

    fileprivate init(_ path: String, _ look: () throws(KeychainError) -> Bool) {
      self.path = path
      do throws(KeychainError) {
        isThere = try look()
        problem = nil
      } catch {
        isThere = true
        problem = error
      }
    }
  }

  /// The folders, without duplicates.
  package let folders: [Finding]
  /// The existing files of the keychain in those folders that can be opened.
  package let files: [Finding]

  package init(_ location: StoreLocation) {
    let isShared = location.dataDirectory == location.keyDirectory
    let paths = isShared ? [location.dataDirectory] : [location.dataDirectory, location.keyDirectory]
    folders = paths.map { path in
      Finding(path) { () throws(KeychainError) in try ProtectedDirectory.open(path) != nil }
    }
    files = paths.compactMap { (try? ProtectedDirectory.open($0)) ?? nil }.flatMap { folder in
      var names: [String] = []
      if folder.path == location.dataDirectory {
        names += [StoreLocation.databaseName, StoreLocation.lockName]
        names += ((try? KeybagFiles(in: folder).numbers()) ?? []).map(KeybagFiles.name)
      }
      if folder.path == location.keyDirectory { names.append(StoreLocation.deviceKeyName) }
      return names.map { name in
        Finding(folder.path(of: name)) { () throws(KeychainError) in
          guard let status = try folder.status(of: name) else { return false }
          try status.requirePrivateRegularFile(folder.path(of: name))
          return true
        }
      }
    }.filter(\.isThere)
  }
}
