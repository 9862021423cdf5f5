import Glibc
import KeychainFiles
import KeychainLog
import KeychainModel
import CertificateTrust

/// The folder in which the trust settings of one domain lie, as the file `trust-settings.plist`.
struct TrustSettingsFolder: Sendable {
  let path: String

  /// Whether all users may read the settings; else they lie among the files of a keychain.
  let isShared: Bool

  private static let name = StoreLocation.trustSettingsName

  private var filePath: String { path + "/" + Self.name }

  /// What the file system says about the file; nil when there is none.
  ///
  /// - Throws: `.invalidTrustSettings` when that cannot be known: a denial may be there.
  func status() throws(KeychainError) -> FileStatus? {
    try asSettings { () throws(KeychainError) in try FileStatus.of(path: filePath) }
  }

  /// The settings; nil when there is no file.
  ///
  /// - Throws: `.invalidTrustSettings` when the file or its folder is somebody else's or can be changed
  ///   by others, when the file is damaged, and when it cannot be read.
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
      throw error.saying("\(file.path): \(error.reason)")
    }
  }

  /// Changes the settings, alone: nothing that others write meanwhile is lost.
  ///
  /// - Throws: `.invalidTrustSettings` as `read()`: what is damaged is not replaced;
  ///   `.writePermission` for the folder of the administrator when the caller may not write it;
  ///   `.readOnly`, `.notAvailable`, `.inputOutput` when the file cannot be written, and what `body`
  ///   throws. Then nothing is changed.
  func change<Result>(
    _ body: (inout TrustSettingsList) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    if isShared { try requireRights() }
    // A folder in which nothing is read is none to write in, and the fault is the same.
    _ = try asSettings { () throws(KeychainError) in try ProtectedDirectory.openReadable(path) }
    for _ in 0..<Self.attemptCount {
      let directory =
        isShared
        ? try ProtectedDirectory.openOrCreateReadable(path)
        : try ProtectedDirectory.openOrCreate(path)
      // That of the keychain: what it sweeps away, it sweeps under the exclusive lock.
      let lock = try FileLock(StoreLocation.lockName, in: directory)
      try lock.lock(.exclusive, timeout: LocalKeychain.patience)
      defer { lock.unlock() }
      // Another folder was put in its place.
      guard try lock.isStillNamed(), try isNamed(directory) else { continue }
      // What killed writers left; beside a keychain its next opening does it.
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

  /// Whether the path leads to this folder: to the lock file in it.
  private func isNamed(_ directory: ProtectedDirectory) throws(KeychainError) -> Bool {
    let name = StoreLocation.lockName
    guard let own = try directory.status(of: name),
      let named = try FileStatus.of(path: "\(path)/\(name)")
    else { return false }
    return named.isSameFile(as: own)
  }

  /// Whoever may not write gets the status that says so, and not one about files.
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

  /// Whatever keeps settings from being read is a fault of the settings.
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
