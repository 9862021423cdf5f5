import KeychainFiles
import KeychainLog
import KeychainModel

/// The keychains that use the device key of a vault, in a file beside the folder of the device key. Copies of a keychain
/// share the device key, so the deletion of one of them must keep the device key.
///
/// The file contains the paths of the keychains' files, each with a byte 0 at its end. A process that opens a keychain
/// adds its path.
struct DeviceKeyUsers {
  private let vaultID: RowIdentifier
  private let main: StoreLocation

  init(_ vaultID: RowIdentifier, _ main: StoreLocation) {
    self.vaultID = vaultID
    self.main = main
  }

  private static let largestByteCount = 64 << 10

  private func file(creating: Bool) throws(KeychainError) -> ProtectedFile? {
    let folder = main.keychainKeysDirectory
    let directory =
      creating ? try ProtectedDirectory.openOrCreate(folder) : try ProtectedDirectory.open(folder)
    return directory.map { ProtectedFile("\(vaultID).paths", in: $0) }
  }

  /// The recorded paths.
  func paths() throws(KeychainError) -> [[UInt8]] {
    guard let file = try file(creating: false), let content = try file.read(limit: Self.largestByteCount) else {
      return []
    }
    return content.withUnsafeBytes { $0.split(separator: 0).map { Array($0) } }
  }

  /// Records the path of a keychain, and forgets the keychains that are gone.
  func record(_ path: [UInt8]) throws(KeychainError) {
    guard try !paths().contains(path) else { return }
    try change { $0 = $0.filter { !isGone($0) } + [path] }
  }

  /// Forgets a copy that is deleted.
  func remove(_ path: [UInt8]) throws(KeychainError) {
    guard try paths().contains(path) else { return }
    try change { $0.removeAll { $0 == path } }
  }

  /// Changes the recorded paths under a lock, so that no path of another process is lost.
  private func change(_ body: (inout [[UInt8]]) -> Void) throws(KeychainError) {
    guard let file = try file(creating: true) else { return }
    let lock = try DirectoryLock(file.directory, timeout: Call.longestTimeLimit)
    defer { withExtendedLifetime(lock) {} }
    var users = try paths()
    body(&users)
    let content: [UInt8] = users.flatMap { $0 + [0] }
    guard content.count <= Self.largestByteCount else {
      throw KeychainError(.dataTooLarge, "too many copies of a keychain use one device key")
    }
    try content.withBytes { (bytes) throws(KeychainError) in try file.replace(bytes) }
  }

  /// Records the path of an opened keychain. A failure is only logged.
  func recordOpening(_ path: [UInt8]) {
    do throws(KeychainError) { try record(path) } catch {
      Log.error("the path of a keychain cannot be recorded beside its device key", error)
    }
  }

  func forget() throws(KeychainError) {
    guard let file = try file(creating: false) else { return }
    try file.directory.remove(file.name)
  }

  /// Whether a keychain with another folder than `folder` uses the device key, or may use it.
  ///
  /// - Parameter deleted: The file of the keychain that is being deleted; nil if the file is unknown.
  func isUsed(besides folder: KeychainFolder, deleting deleted: [UInt8]?) throws(KeychainError) -> Bool {
    try paths().contains { path in
      guard path != deleted, !isGone(path) else { return false }
      guard let file = try? KeychainFile.read(path), let text = String(validating: path, as: UTF8.self) else {
        return true
      }
      guard let other = try? KeychainFolder.find(file, at: text, main) else { return false }
      return other.path != folder.path
    }
  }

  /// Whether no keychain with the vault is at a path. False if this is unknown.
  private func isGone(_ path: [UInt8]) -> Bool {
    do throws(KeychainError) {
      guard let file = try KeychainFile.read(path) else {
        let directory = KeychainFolder.directory(of: String(decoding: path, as: UTF8.self))
        return try PrivateFolder.exists(directory)
      }
      return file.vaultID != vaultID
    } catch { return error.code == .invalidKeychain }
  }
}
