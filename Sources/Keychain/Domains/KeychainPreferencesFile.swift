import Glibc
import KeychainFiles
import KeychainModel

/// The file with the preferences of one domain. The file is replaced in one step, so a reader sees the old or the new
/// preferences.
struct KeychainPreferencesFile: Sendable {
  private let folder: String
  private let name: String
  /// Whether all users may read the file.
  private let isShared: Bool
  /// Computed once, because calls check the file often.
  private let path: String

  /// The file of a domain; nil for the dynamic domain, which has no file, and for preferences that do not apply.
  init?(_ domain: KeychainDomain, _ location: StoreLocation) {
    switch domain {
    case .user where !location.usesUserPreferences: return nil
    case .user: (folder, name, isShared) = (location.keychainsDirectory, "preferences.plist", false)
    case .system: (folder, name, isShared) = (location.adminDirectory, "keychains.plist", true)
    case .common: (folder, name, isShared) = (location.adminDirectory, "keychains-common.plist", true)
    case .dynamic: return nil
    }
    path = "\(folder)/\(name)"
  }

  /// The status of the file; nil when there is no file.
  func status() throws(KeychainError) -> FileStatus? { try FileStatus.of(path: path) }

  /// The preferences; nil when there is no file.
  ///
  /// - Throws: `.notAvailable` when the file is damaged, or when another user can change the file or its folder.
  func read() throws(KeychainError) -> (preferences: KeychainPreferences, status: FileStatus)? {
    guard try status() != nil,
      let directory = isShared ? try ProtectedDirectory.openReadable(folder) : try ProtectedDirectory.open(folder)
    else { return nil }
    return try read(in: directory)
  }

  private func read(
    in directory: ProtectedDirectory
  ) throws(KeychainError) -> (preferences: KeychainPreferences, status: FileStatus)? {
    let file = ProtectedFile(name, in: directory)
    guard let found = try file.readReadable(limit: KeychainPreferences.largestByteCount) else { return nil }
    return (try KeychainPreferences(file: found.bytes, path), found.status)
  }

  /// Changes the preferences under a lock, so that changes by other processes are not lost.
  ///
  /// - Throws: The errors of `read`; a damaged file is not replaced. `.writePermission` when the caller may not write to
  ///   the folder. Also the errors of `body` and of writing a file. After an error, nothing is changed.
  func change(_ body: (inout KeychainPreferences) throws(KeychainError) -> Void) throws(KeychainError) {
    if isShared { try requireRights() }
    let directory =
      isShared ? try ProtectedDirectory.openOrCreateReadable(folder) : try ProtectedDirectory.openOrCreate(folder)
    let lock = try DirectoryLock(directory, timeout: Call.longestTimeLimit)
    defer { withExtendedLifetime(lock) {} }
    // A killed process may have left a temporary file.
    _ = try? directory.sweepTemporaryFiles()
    let found = try read(in: directory)?.preferences ?? KeychainPreferences()
    var preferences = found
    try body(&preferences)
    guard preferences != found else { return }
    let content = preferences.encoded()
    guard content.count <= KeychainPreferences.largestByteCount else {
      throw KeychainError(.dataTooLarge, "the list of keychains is too long")
    }
    try content.withBytes { (bytes) throws(KeychainError) in
      try ProtectedFile(name, in: directory).replace(bytes, isReadable: isShared)
    }
  }

  private func requireRights() throws(KeychainError) {
    let directory = FolderRights(folder)
    guard directory.mayWrite else {
      throw KeychainError(.writePermission, "only the administrator may change the preferences of all users")
    }
  }
}

/// Whether this process may create and replace files in a folder that may not exist yet.
struct FolderRights {
  let mayWrite: Bool

  init(_ path: String) {
    var folder = path
    while access(folder, F_OK) != 0, errno == ENOENT, let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    mayWrite = faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 || errno == EROFS
  }
}
