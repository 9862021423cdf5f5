import KeychainCrypto
import Glibc
import KeychainFiles
package import KeychainModel
import Vault

/// Looks at folders and files of a store one by one, so that everything that is wrong is named at once. Changes
/// and makes nothing.
package struct StoreInspection {
  /// A folder or a file.
  package struct Finding {
    package let path: String
    package let isThere: Bool

    /// Why it cannot be used; nil when it can, or is not there.
    package let problem: KeychainError?
  }

  private let location: StoreLocation

  package init(_ location: StoreLocation) { self.location = location }

  /// The folders, each once.
  package func folders() -> [Finding] {
    paths.map { path in
      do throws(KeychainError) {
        return Finding(path: path, isThere: try ProtectedDirectory.open(path) != nil, problem: nil)
      } catch {
        return Finding(path: path, isThere: true, problem: error)
      }
    }
  }

  /// The files of the store that are there, in folders that can be opened.
  package func files() -> [Finding] {
    paths.flatMap { path -> [Finding] in
      guard let folder = try? ProtectedDirectory.open(path) else { return [] }
      return names(in: path).compactMap { name in
        do throws(KeychainError) {
          guard let status = try folder.status(of: name) else { return nil }
          try status.requirePrivateRegularFile(folder.path(of: name))
          return Finding(path: folder.path(of: name), isThere: true, problem: nil)
        } catch {
          return Finding(path: folder.path(of: name), isThere: true, problem: error)
        }
      }
    }
  }

  private var paths: [String] {
    location.dataDirectory == location.keyDirectory
      ? [location.dataDirectory] : [location.dataDirectory, location.keyDirectory]
  }

  private func names(in path: String) -> [String] {
    (path == location.dataDirectory ? dataNames(in: path) : [])
      + (path == location.keyDirectory ? [StoreLocation.deviceKeyName] : [])
  }

  private func dataNames(in path: String) -> [String] {
    let names = [StoreLocation.databaseName, StoreLocation.lockName]
    guard let folder = try? ProtectedDirectory.open(path),
      let numbers = try? KeybagFiles(in: folder).numbers()
    else { return names }
    return names + numbers.map(KeybagFiles.name)
  }
}
