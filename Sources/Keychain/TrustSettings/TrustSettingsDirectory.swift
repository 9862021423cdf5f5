import Glibc
import KeychainFiles
import KeychainLog
import KeychainModel
import CertificateTrust

/// The folder that contains the trust settings of one domain, in the file `trust-settings.plist`.
struct TrustSettingsDirectory: Sendable {
  let path: String

  /// Whether all users may read the settings. If false, the folder is the data folder of a
  /// keychain.
  let isShared: Bool

  private static let name = StoreLocation.trustSettingsName

  private var filePath: String { path + "/" + Self.name }

  /// The status of the file; nil when there is no file.
  ///
  /// - Throws: `.invalidTrustSettings` when the status is unknown, because the file may contain a
  ///   denial.
  func status() throws(KeychainError) -> FileStatus? {
    try asSettings { () throws(KeychainError) in try FileStatus.of(path: filePath) }
  }

  /// The settings; nil when there is no file.
  ///
  /// - Throws: `.invalidTrustSettings` when another user owns or can change the file or its folder, when the file is
  ///   damaged, and when the file cannot be read.
  func read() throws(KeychainError) -> (list: TrustSettingsList, status: FileStatus)? {
    try asSettings { () throws(KeychainError) in
      guard try FileStatus.of(path: filePath) != nil,
        let directory = try ProtectedDirectory.openReadable(path)
      else { return nil }
      return try read(in: directory)
    }
  }

  private func read(
    in directory: ProtectedDirectory
  ) throws(KeychainError) -> (list: TrustSettingsList, status: FileStatus)? {
    let file = ProtectedFile(Self.name, in: directory)
    guard let found = try file.readReadable(limit: TrustSettingsList.largestByteCount) else {
      return nil
    }
    do throws(KeychainError) {
      return (try TrustSettingsList(external: found.bytes), found.status)
    } catch {
      throw error.withReason("\(file.path): \(error.reason)")
    }
  }

  /// Changes the settings under a lock, so that concurrent changes by other processes are not lost.
  ///
  /// - Throws: `.invalidTrustSettings` as for `read()`, so that damaged settings are not replaced; `.writePermission`
  ///   when the caller may not write to the administrator's folder; `.readOnly`, `.notAvailable`, `.inputOutput` when
  ///   the file cannot be written; the errors of `body`. After an error, nothing is changed.
  func change<Result>(
    _ body: (inout TrustSettingsList) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    if isShared { try requireRights() }
    // Checks the folder in the same way as `read()`, because settings in another folder could be written but not read.
    // The errors are the same as in `read()`.
    _ = try asSettings { () throws(KeychainError) in try ProtectedDirectory.openReadable(path) }
    for _ in 0..<Self.attemptCount {
      let directory =
        isShared
        ? try ProtectedDirectory.openOrCreateReadable(path)
        : try ProtectedDirectory.openOrCreate(path)
      // This file is also the lock of the keychain. The keychain deletes its temporary files under the same lock.
      let lock = try FileLock(StoreLocation.lockName, in: directory)
      try lock.lock(.exclusive, timeout: Call.longestTimeLimit)
      defer { lock.unlock() }
      // The folder at the path was replaced, so try again.
      guard try lock.isStillNamed(), try isNamed(directory) else { continue }
      // Deletes the temporary files of killed writers. In a keychain's folder, the next opening of the keychain deletes
      // such files.
      if isShared { _ = try? directory.sweepTemporaryFiles() }
      let found = try asSettings { () throws(KeychainError) in try read(in: directory) }
      var list = found?.list ?? TrustSettingsList()
      let result = try body(&list)
      let external = try list.external()
      guard external.count <= TrustSettingsList.largestByteCount else {
        throw KeychainError(.dataTooLarge, "there are more trust settings than can be kept")
      }
      guard try isNamed(directory) else { continue }
      var content = WipedBytes(count: external.count)
      content.withUnsafeMutableBytes { $0.copyBytes(from: external) }
      let file = ProtectedFile(Self.name, in: directory)
      try content.withUnsafeBytes { (bytes) throws(KeychainError) in
        try file.replace(bytes, isReadable: isShared)
      }
      guard try isNamed(directory) else {
        throw KeychainError(
          .notAvailable, "the folder of the trust settings was moved away while they were changed")
      }
      Log.notice("trust settings were changed: \(list.records.count) certificates")
      return result
    }
    throw KeychainError(
      .notAvailable, "the folder of the trust settings is replaced again and again")
  }

  private static let attemptCount = 5

  /// Whether the path still leads to this folder. The function compares the lock files.
  private func isNamed(_ directory: ProtectedDirectory) throws(KeychainError) -> Bool {
    let name = StoreLocation.lockName
    guard let own = try directory.status(of: name),
      let named = try FileStatus.of(path: "\(path)/\(name)")
    else { return false }
    return named.isSameFile(as: own)
  }

  /// Throws `.writePermission` when the caller may not write to the folder. Without this check, the change would fail
  /// with another error about the folder.
  func requireRights() throws(KeychainError) {
    var folder = path
    while access(folder, F_OK) != 0, errno == ENOENT, let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    guard faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 || errno == EROFS else {
      throw KeychainError(
        .writePermission, "only the administrator may change the trust settings of all users")
    }
  }

  /// Converts every error of reading into `.invalidTrustSettings`.
  private func asSettings<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw KeychainError(.invalidTrustSettings, "\(error.reason)")
    }
  }
}
