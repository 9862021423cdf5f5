import KeychainFiles
import KeychainLog
import KeychainModel

/// The keychain for which the device key of a vault was made, in a file beside the folder of the device key. Copies of a
/// keychain share the device key, so the deletion of a copy must keep the device key.
///
/// The file contains the path of the keychain's file. If the keychain was moved, the next process that opens the
/// keychain writes the new path.
struct DeviceKeyOwner {
  private let vaultID: RowIdentifier
  private let main: StoreLocation

  init(_ vaultID: RowIdentifier, _ main: StoreLocation) {
    self.vaultID = vaultID
    self.main = main
  }

  private static let largestByteCount = 4096

  private func file(creating: Bool) throws(KeychainError) -> ProtectedFile? {
    let folder = main.keychainKeysDirectory
    let directory =
      creating ? try ProtectedDirectory.openOrCreate(folder) : try ProtectedDirectory.open(folder)
    return directory.map { ProtectedFile("\(vaultID).path", in: $0) }
  }

  /// The recorded path; nil when no path is recorded.
  func path() throws(KeychainError) -> [UInt8]? {
    guard let file = try file(creating: false), let content = try file.read(limit: Self.largestByteCount) else {
      return nil
    }
    return content.withUnsafeBytes { $0.isEmpty ? nil : Array($0) }
  }

  /// Records the path of the keychain.
  func record(_ path: [UInt8]) throws(KeychainError) {
    guard path.count <= Self.largestByteCount, let file = try file(creating: true) else { return }
    try path.withBytes { (bytes) throws(KeychainError) in try file.replace(bytes) }
  }

  /// Records the path of an opened keychain, unless the recorded path still has the vault. A failure is only logged.
  func recordOpening(_ path: [UInt8]) {
    do throws(KeychainError) {
      let recorded = try self.path()
      if recorded == path { return }
      if let recorded, folder(at: recorded) != nil { return }
      try record(path)
    } catch { Log.error("the new path of a keychain cannot be recorded", error) }
  }

  func forget() throws(KeychainError) {
    guard let file = try file(creating: false) else { return }
    try file.directory.remove(file.name)
  }

  /// Whether the recorded keychain uses another folder than `folder`.
  func isElsewhere(than folder: KeychainFolder) throws(KeychainError) -> Bool {
    guard let path = try path(), let other = self.folder(at: path) else { return false }
    return other.path != folder.path
  }

  /// The folder of the vault that the file at a path names; nil when the file names another vault or no vault.
  private func folder(at path: [UInt8]) -> KeychainFolder? {
    guard let file = try? KeychainFile.read(path), file.vaultID == vaultID,
      let text = String(validating: path, as: UTF8.self)
    else { return nil }
    return try? KeychainFolder.find(file, at: text, main)
  }
}
